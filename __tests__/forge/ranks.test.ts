import { expect, test } from '@jest/globals';
import { ForgeError } from '../../src/core/errors.ts';
import { rankOf } from '../../src/forge/ranks.ts';
import { withForge } from './forge-under-test.ts';

test.each([
  [{ role_name: 'read', permission: 'read' }, 1],
  [{ role_name: 'triage', permission: 'read' }, 2],
  [{ role_name: 'write', permission: 'write' }, 3],
  [{ role_name: 'maintain', permission: 'write' }, 4],
  [{ role_name: 'admin', permission: 'admin' }, 5],
  [{ role_name: 'release-captain', permission: 'write' }, 3],
  [{ role_name: 'auditor', permission: 'none' }, 0],
  [{ permission: 'none' }, 0],
  [{ role_name: '', permission: '' }, 0],
])('SU-14 ranks %j as %i', (permission, rank) => {
  expect(rankOf(permission)).toBe(rank);
});

const PERMISSION = 'GET /repos/acme/x/collaborators/*/permission';

test('SU-14 an App, which GitHub says is not a user, has no rank', async () => {
  const script = { [PERMISSION]: { status: 404, json: { message: 'copilot[bot] is not a user' } } };
  await withForge(script, async ({ forge, requests }) => {
    expect(await forge.readRank('copilot[bot]')).toBe(0);
    expect(requests[0]?.name).toBe('GET /repos/acme/x/collaborators/copilot[bot]/permission');
  });
});

test.each([
  ['GitHub does not show the repository', { status: 404, json: { message: 'Not Found' } }],
  ['GitHub refuses it', { status: 403, json: { message: 'Must have push access to view collaborator permission.' } }],
  ['GitHub keeps failing', { status: 500, json: { message: 'Server Error' } }],
  ['the answer names no permission', { json: {} }],
])('SU-14 a permission cannot be read, and that throws, when %s', async (_name, reply) => {
  await withForge({ [PERMISSION]: reply }, async ({ forge }) => {
    await expect(forge.readRank('mia')).rejects.toBeInstanceOf(ForgeError);
  });
});
