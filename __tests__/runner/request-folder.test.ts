import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UserError } from '../../src/core/errors.ts';
import { openRequestFolder, writeAtomically } from '../../src/runner/request-folder.ts';

async function inFolder(check: (path: string) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'revi-folder-'));
  try {
    await check(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

test('RB-30 names are those of plain files: no links, no folders', () =>
  inFolder(async (path) => {
    await writeFile(join(path, 'a.json'), '{}');
    await mkdir(join(path, 'b.json'));
    await symlink(join(path, 'a.json'), join(path, 'c.json'));
    await symlink('/nowhere', join(path, 'd.json'));

    expect(await openRequestFolder(path).names()).toEqual(['a.json']);
  }));

test('RB-30 a file is read as a whole, and one that is too large is none', () =>
  inFolder(async (path) => {
    await writeFile(join(path, 'a.json'), 'ä'.repeat(100_000));
    await writeFile(join(path, 'b.json'), 'x'.repeat(200_001));
    const folder = openRequestFolder(path);

    expect((await folder.read('a.json'))?.length).toBe(100_000);
    expect(await folder.read('b.json')).toBeNull();
  }));

test('RB-30 files are written, renamed and removed, and what is not there is removed already', () =>
  inFolder(async (path) => {
    const folder = openRequestFolder(path);
    await folder.write('a.result.json', 'one');
    await folder.write('a.result.json', 'two');
    await folder.rename('a.result.json', 'a.done');
    await folder.remove('.a.json.begun');

    expect(await readdir(path)).toEqual(['a.done']);
    expect(await readFile(join(path, 'a.done'), 'utf8')).toBe('two');
    await folder.remove('a.done');
    expect(await readdir(path)).toEqual([]);
  }));

test('RB-12 writing in place of a link leaves what it leads to as it was, and nothing half written', () =>
  inFolder(async (path) => {
    await writeFile(join(path, 'precious'), 'kept');
    await symlink(join(path, 'precious'), join(path, 'list.json'));

    await writeAtomically(join(path, 'list.json'), '{}');

    expect(await readFile(join(path, 'precious'), 'utf8')).toBe('kept');
    expect(await readFile(join(path, 'list.json'), 'utf8')).toBe('{}');
    expect((await readdir(path)).sort()).toEqual(['list.json', 'precious']);
  }));

test('RB-30 SU-52 a folder that is not there, or a file that is gone, is an error that names the input and the folder', () =>
  inFolder(async (path) => {
    const missing = openRequestFolder(join(path, 'nowhere'));
    const attempts = [
      () => missing.names(),
      () => missing.write('a', ''),
      () => missing.rename('a', 'b'),
      () => openRequestFolder(path).read('gone.json'),
    ];

    for (const attempt of attempts) {
      const error: unknown = await attempt().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toMatch(/^the folder .*revi-folder-.* of input requests .*\(ENOENT\)$/);
    }
  }));

test('RB-12 RB-30 what is half written goes by a name that nobody can plant a link under, and goes when it fails', () =>
  inFolder(async (path) => {
    await writeFile(join(path, 'precious'), 'kept');
    await symlink(join(path, 'precious'), join(path, `b.result.json.${process.pid}.tmp`));
    await mkdir(join(path, 'a.result.json'));
    const before = (await readdir(path)).sort();
    const folder = openRequestFolder(path);

    await expect(folder.write('a.result.json', '{}')).rejects.toBeInstanceOf(UserError);
    expect((await readdir(path)).sort()).toEqual(before);
    await folder.write('b.result.json', '{}');
    expect((await readdir(path)).sort()).toEqual([...before, 'b.result.json'].sort());
    expect(await readFile(join(path, 'precious'), 'utf8')).toBe('kept');
  }));

test('RB-30 a link or a folder that took a request’s place since it was listed is an error, and is not followed', () =>
  inFolder(async (path) => {
    await writeFile(join(path, 'precious'), '{"a": 1}');
    await symlink(join(path, 'precious'), join(path, 'a.json'));
    await mkdir(join(path, 'b.json'));
    const folder = openRequestFolder(path);

    for (const name of ['a.json', 'b.json']) await expect(folder.read(name)).rejects.toBeInstanceOf(UserError);
  }));
