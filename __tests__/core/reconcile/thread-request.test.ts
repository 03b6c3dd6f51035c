import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatRequestResult,
  LARGEST_REQUEST,
  parseThreadRequest,
  type RequestResult,
  renamedRequest,
  requestLogLine,
  requestNames,
  resultName,
} from '../../../src/core/reconcile/thread-request.ts';

const REPOSITORY = { owner: 'acme', name: 'tides' };
const REPLY = { event: 'comment', repo: 'acme/tides', number: 31, thread_id: 'PRRT_a', body: 'Fixed by hand.' };
const parse = (value: unknown) =>
  parseThreadRequest(typeof value === 'string' ? value : JSON.stringify(value), REPOSITORY);

describe('parseThreadRequest', () => {
  test('RB-30 reads a reply and a resolve; unknown keys do not matter', () => {
    const repo = { owner: 'acme', name: 'tides' };

    expect(parse({ ...REPLY, extra: 1 })).toEqual({
      kind: 'request',
      event: 'comment',
      repo,
      number: 31,
      threadId: 'PRRT_a',
      body: 'Fixed by hand.',
    });
    expect(parse({ ...REPLY, event: 'resolve_thread', repo: 'ACME/Tides', body: undefined })).toEqual({
      kind: 'request',
      event: 'resolve_thread',
      repo: { owner: 'ACME', name: 'Tides' },
      number: 31,
      threadId: 'PRRT_a',
      body: '',
    });
    expect(parse(`\ufeff${JSON.stringify(REPLY)}`).kind).toBe('request');
  });

  test.each<[string, unknown, RegExp]>([
    ['half a JSON', '{"event": "comment", ', /not JSON/],
    ['nothing', '', /not JSON/],
    ['a list', [], /not a JSON object/],
    ['null', 'null', /not a JSON object/],
    ['a text', '"x"', /not a JSON object/],
    ['no event', { ...REPLY, event: undefined }, /^event/],
    ['another event', { ...REPLY, event: 'approve' }, /^event/],
    ['no repo', { ...REPLY, repo: undefined }, /^repo/],
    ['half a repo', { ...REPLY, repo: 'tides' }, /^repo/],
    ['a repo that climbs', { ...REPLY, repo: 'acme/..' }, /^repo/],
    ['a repo with a third part', { ...REPLY, repo: 'acme/tides/x' }, /^repo/],
    ['another repo', { ...REPLY, repo: 'acme/other' }, /^repo is not acme\/tides/],
    ['no number', { ...REPLY, number: undefined }, /^number/],
    ['a number in words', { ...REPLY, number: 'many' }, /^number/],
    ['a number as text', { ...REPLY, number: '31' }, /^number/],
    ['zero', { ...REPLY, number: 0 }, /^number/],
    ['half a number', { ...REPLY, number: 1.5 }, /^number/],
    ['a huge number', { ...REPLY, number: 1e300 }, /^number/],
    ['no thread', { ...REPLY, thread_id: undefined }, /^thread_id/],
    ['a thread by number', { ...REPLY, thread_id: 7 }, /^thread_id/],
    ['an empty thread', { ...REPLY, thread_id: '' }, /^thread_id/],
    ['a long thread', { ...REPLY, thread_id: 'x'.repeat(201) }, /^thread_id/],
    ['a thread on two lines', { ...REPLY, thread_id: 'a\nb' }, /^thread_id/],
    ['no body', { ...REPLY, body: undefined }, /^body/],
    ['a blank body', { ...REPLY, body: ' \n\t' }, /^body/],
    ['a body that shows nothing', { ...REPLY, body: '\u200b\u2060' }, /^body/],
    ['a body that is no text', { ...REPLY, body: ['x'] }, /^body/],
  ])('RB-30 refuses %s', (_what, value, error) => {
    expect(parse(value)).toMatchObject({ kind: 'bad', error: expect.stringMatching(error) });
  });

  test('RB-30 says of a bad one what can be read', () => {
    expect(parse({ ...REPLY, number: 'many' })).toMatchObject({
      subject: { repo: 'acme/tides', number: null, threadId: 'PRRT_a' },
    });
  });

  test('RB-30 refuses a file that is too large, by its bytes', () => {
    const file = (body: string) => parse({ ...REPLY, body });
    const room = LARGEST_REQUEST - JSON.stringify({ ...REPLY, body: '' }).length;

    expect(file('x'.repeat(room)).kind).toBe('request');
    expect(file('x'.repeat(room + 1))).toMatchObject({ kind: 'bad', error: expect.stringMatching(/larger than/) });
    expect(file('ö'.repeat(room - 10)).kind).toBe('bad');
  });

  test('RB-30 never throws, whatever the file holds', () => {
    fc.assert(fc.property(fc.json(), (text) => void parse(text)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parse(text)));
    const value = fc.jsonValue();
    fc.assert(
      fc.property(value, value, value, value, (repo, number, id, body) => {
        expect(['bad', 'request']).toContain(parse({ event: 'comment', repo, number, thread_id: id, body }).kind);
      }),
    );
  });
});

describe('results', () => {
  const done: RequestResult = {
    repo: 'acme/tides',
    number: 31,
    threadId: 'PRRT_a',
    state: 'thread_replied',
    error: null,
    at: Date.UTC(2030, 0, 31, 12),
  };

  test('RB-30 a file and a log line hold the same fields', () => {
    const record = {
      ok: true,
      repo: 'acme/tides',
      number: 31,
      thread_id: 'PRRT_a',
      state: 'thread_replied',
      error: null,
      at: '2030-01-31T12:00:00.000Z',
    };

    expect(formatRequestResult(done, [])).toBe(`${JSON.stringify(record)}\n`);
    expect(requestLogLine(done, [])).toBe(`revi thread request ${JSON.stringify(record)}`);
  });

  test('RB-30 what was not carried out is not ok', () => {
    const result = { ...done, state: null, error: 'thread PRRT_a is already resolved' };

    expect(JSON.parse(formatRequestResult(result, []))).toMatchObject({ ok: false, state: null, error: result.error });
  });

  test('RB-30 SU-53 neither holds a secret, and the line is one and no command', () => {
    const result = { ...done, state: null, error: 'x hunter2hunter2\n::error::y\u2028##[group]z' };

    expect(formatRequestResult(result, ['hunter2hunter2'])).not.toContain('hunter2');
    const line = requestLogLine(result, ['hunter2hunter2']);
    expect(line).not.toMatch(/hunter2|[\n\r\u2028]|##\[/);
    expect(line).toMatch(/^revi thread request \{/);
  });
});

describe('names of files', () => {
  test('RB-30 requests are *.json but no *.result.json, in the order of code units', () => {
    const names = [
      'b.json',
      'a.result.json',
      'note.txt',
      'a.json',
      'B.json',
      '10.json',
      '9.json',
      'x.json.bad',
      '.json',
      '.a.json',
      'C.JSON',
      'ä.json',
    ];

    expect(requestNames(names)).toEqual({
      taken: ['10.json', '9.json', 'B.json', 'a.json', 'b.json', 'ä.json'],
      left: 0,
      tooLong: [],
    });
  });

  test('RB-30 at most a hundred are taken, the first by name', () => {
    const names = Array.from({ length: 103 }, (_, index) => `${1001 + index}.json`);
    const { taken, left } = requestNames([...names].reverse());

    expect(taken).toEqual(names.slice(0, 100));
    expect(left).toBe(3);
  });

  test('RB-30 names so long that a result has no room beside them are told apart, and take nobody’s place', () => {
    const long = [`${'ö'.repeat(110)}.json`, `${'n'.repeat(240)}.json`];
    const names = Array.from({ length: 101 }, (_, index) => `${1001 + index}.json`);

    expect(requestNames([...long, `${'n'.repeat(218)}.json`, ...names])).toEqual({
      taken: names.slice(0, 100),
      left: 2,
      tooLong: [long[1], long[0]],
    });
  });

  test('RB-30 each has its result and its names when it is done with', () => {
    expect(resultName('x.y.json')).toBe('x.y.result.json');
    expect(renamedRequest('x.json', 'bad')).toBe('x.bad');
    expect(renamedRequest('x.json', 'denied')).toBe('x.denied');
    expect(renamedRequest('x.json', 'failed')).toBe('x.failed');
    expect(renamedRequest('x.json', 'done')).toBe('x.done');
  });

  test('RB-30 no name leads out of the folder, or is taken for a request again', () => {
    const name = fc.array(fc.constantFrom('..', '/', '\\', '\0', '\n', 'a', '.json', '.result', 'ö'.repeat(60)), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(name, (parts) => {
        for (const taken of requestNames([parts.join(''), `${parts.join('')}.json`]).taken) {
          const others = [
            resultName(taken),
            ...(['bad', 'denied', 'failed', 'done'] as const).map((as) => renamedRequest(taken, as)),
          ];
          expect(requestNames(others).taken).toEqual([]);
          for (const written of others) {
            expect(written).not.toMatch(/[/\\\0]|^\.{1,2}$/);
            expect(Buffer.byteLength(written)).toBeLessThanOrEqual(240);
          }
        }
      }),
    );
  });
});
