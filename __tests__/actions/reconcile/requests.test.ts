import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { commitTo } from '../../../src/embedded/happenings.ts';
import type { RunResult } from '../../../src/embedded/runner.ts';
import type { RunDescription } from '../../support/runner.ts';
import { BOT, botReplies, seen } from '../story.ts';
import {
  AVERAGE,
  actsOf,
  type Described,
  endOf,
  LAST,
  LOOP,
  PERSONS,
  pullOf,
  type ReconcileStory,
  reconcileScene,
  reviewBots,
  threadId,
} from './reconciling.ts';

type Result = { readonly ok: boolean; readonly state: string | null; readonly error: string | null };

/** A folder of requests, and runs that are given it. */
type Desk = ReconcileStory & {
  readonly folder: string;
  put(name: string, request: object | string): Promise<void>;
  names(): Promise<readonly string[]>;
  result(name: string): Promise<Result & { readonly [field: string]: unknown }>;
  /** A run that has no model to ask. */
  work(how?: Partial<RunDescription>): Promise<RunResult>;
};

/** `owner/name` and number are the first pull request's unless they are given. */
const comment = (thread_id: string, body: string, more: object = {}) => ({
  event: 'comment',
  repo: 'acme/shop',
  number: 7,
  thread_id,
  body,
  ...more,
});
const resolve = (thread_id: string, more: object = {}) => ({
  event: 'resolve_thread',
  repo: 'acme/shop',
  number: 7,
  thread_id,
  ...more,
});

function desk(name: string, described: Described, play: (story: Desk) => Promise<void>): void {
  reconcileScene(name, { ...described, judged: {} }, async (story) => {
    const folder = await mkdtemp(join(tmpdir(), 'revi-requests-'));
    try {
      await play({
        ...story,
        folder,
        put: (file, request) =>
          writeFile(join(folder, file), typeof request === 'string' ? request : JSON.stringify(request)),
        names: async () => (await readdir(folder)).sort(),
        result: async (file) => JSON.parse(await readFile(join(folder, `${file}.result.json`), 'utf8')) as Result,
        work: ({ inputs, ...how } = {}) =>
          story.reconcile({ inputs: { runtime: 'acp', 'anthropic-api-key': '', requests: folder, ...inputs }, ...how }),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const idOf = (story: ReconcileStory, index = 0): string => threadId(story.thread(index));

desk(
  'RB-30 RB-32 requests are carried out in the order of their names; each has its result, its log line and its new name',
  { threads: [LOOP, AVERAGE] },
  async (story) => {
    await story.put('b.json', resolve(idOf(story)));
    await story.put('a.json', comment(idOf(story), 'Fixed in 3f2a1bc.'));
    await story.put('c.json', comment(idOf(story, 1), 'Not changed, see above.', { repo: 'ACME/Shop' }));
    await story.put('old.result.json', '{}');
    await story.put('notes.txt', 'no request');

    const { outputs, log, summary } = await story.work({ runId: 4711 });

    expect(outputs['outcome']).toBe('done');
    expect(actsOf(story)).toEqual(['reply', 'resolve', 'reply']);
    expect(await story.names()).toEqual([
      'a.done',
      'a.result.json',
      'b.done',
      'b.result.json',
      'c.done',
      'c.result.json',
      'notes.txt',
      'old.result.json',
    ]);
    const result = await story.result('a');
    expect(result).toEqual({
      ok: true,
      repo: 'acme/shop',
      number: 7,
      thread_id: idOf(story),
      state: 'thread_replied',
      error: null,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await story.result('b')).toMatchObject({ ok: true, state: 'thread_resolved', error: null });
    const lines = log.split('\n').filter((line) => line.startsWith('revi thread request '));
    expect(lines.map((line) => JSON.parse(line.slice('revi thread request '.length)) as unknown)).toEqual([
      result,
      await story.result('b'),
      await story.result('c'),
    ]);
    expect(summary).toContain('Requests: 3 carried out, 0 refused, 0 waiting');
    // The trailer is without Revi's name: an agent speaks.
    expect(story.thread().comments.at(-1)?.body.split('\n\n')).toEqual([
      expect.any(String),
      '— hive:',
      expect.stringMatching(
        /^<!-- revi-reconcile: v1; thread: [0-9a-f]{12}; decision: request; run: 4711; trigger: [0-9a-f]{32} -->$/,
      ),
    ]);
    expect(endOf(story.thread())).toEqual({ said: ['Fixed in 3f2a1bc.'], resolved: true });
  },
);

const BAD: readonly (readonly [string, string | object, RegExp])[] = [
  ['no JSON', '{"event": "comment"', /not JSON/],
  ['a list', '[]', /not a JSON object/],
  ['another event', { ...resolve('PRRT_1'), event: 'approve' }, /neither "comment" nor "resolve_thread"/],
  ['no repo', { ...resolve('PRRT_1'), repo: undefined }, /repo is not "owner\/name"/],
  ['another repository', resolve('PRRT_1', { repo: 'acme/till' }), /repo is not acme\/shop/],
  ['no number', resolve('PRRT_1', { number: '7' }), /number is not the number/],
  ['no thread', resolve('../x y'), /thread_id is not/],
  ['no body', comment('PRRT_1', ''), /body is not a text/],
  ['a blank body', comment('PRRT_1', ' \u200b\n'), /body is not a text/],
  ['a file that is too large', 'x'.repeat(300_000), /too large/],
];

desk('RB-30 a request of a wrong shape is bad before anything is read about it', { threads: [LOOP] }, async (story) => {
  for (const [index, [, request]] of BAD.entries()) await story.put(`${index}.json`, request);

  const { outputs } = await story.work();

  expect(outputs['outcome']).toBe('done');
  expect(actsOf(story)).toEqual([]);
  expect(story.github.requests.filter(({ operation }) => operation.includes('ThreadsById'))).toEqual([]);
  for (const [index, [what, , error]] of BAD.entries()) {
    const result = await story.result(`${index}`);
    expect([what, result.ok, result.state, result.error]).toEqual([what, false, null, expect.stringMatching(error)]);
    expect(await story.names()).toContain(`${index}.bad`);
    expect(await story.names()).not.toContain(`${index}.json`);
  }
});

desk(
  'RB-31 what the policy denies is denied with its reason, in the order of the checks, and nothing is touched',
  {
    threads: [],
    world: {
      pulls: [
        pullOf(
          { ...LOOP, resolved: true },
          PERSONS,
          { ...LOOP, body: 'Answered.', replies: [{ author: BOT, body: 'Not changed: no.' }] },
          { ...LOOP, author: 'stranger[bot]' },
        ),
        { ...pullOf(LOOP), number: 8, head: 'other' },
      ],
    },
  },
  async (story) => {
    const [done, person, answered, strange] = story.pull().threads.map(threadId);
    const other = threadId(story.pull(8).threads[0] as never);
    const before = JSON.stringify(story.pull().threads);
    const denials: readonly (readonly [string, object, string])[] = [
      ['a', resolve('PRRT_nowhere'), 'thread PRRT_nowhere not found'],
      ['b', resolve(`${other}`), `thread ${other} belongs to acme/shop#8, not the requested PR`],
      [
        'c',
        resolve(`${person}`),
        `thread ${person} was opened by dana, which is not a configured review bot; human threads are never resolved`,
      ],
      [
        'd',
        comment(`${strange}`, 'Hello.'),
        `thread ${strange} was opened by stranger, which is not a configured review bot; human threads are never resolved`,
      ],
      ['e', comment(`${done}`, 'Hello.'), `thread ${done} is already resolved`],
      [
        'f',
        comment(`${answered}`, 'Hello.'),
        `thread ${answered} already has 1 replies (max_attempts_per_thread=1); leaving it for a human`,
      ],
      // A person's thread of another pull request is denied for the pull request first.
      ['g', resolve(`${person}`, { number: 8 }), `thread ${person} belongs to acme/shop#7, not the requested PR`],
    ];
    for (const [name, request] of denials) await story.put(`${name}.json`, request);

    const { outputs, summary } = await story.work();

    // A denial is no failure.
    expect(outputs['outcome']).toBe('done');
    for (const [name, , error] of denials) {
      expect(await story.result(name)).toMatchObject({ ok: false, state: null, error });
      expect(await story.names()).toContain(`${name}.denied`);
    }
    expect(actsOf(story)).toEqual([]);
    expect(JSON.stringify(story.pull().threads)).toBe(before);
    expect(summary).toContain('0 carried out, 7 refused');
    // Resolving is not counted as an attempt.
    await story.put('h.json', resolve(`${answered}`));
    await story.work();
    expect(await story.result('h')).toMatchObject({ ok: true, state: 'thread_resolved' });
  },
);

desk(
  'RB-2 RB-31 while the feature is off every request is denied, and none is read about',
  { threads: [LOOP], settings: 'review_bots:\n  logins: []\n' },
  async (story) => {
    await story.put('a.json', resolve(idOf(story)));
    await story.put('b.json', comment(idOf(story), 'Hello.'));
    await story.put('c.json', 'nonsense');

    const { outputs } = await story.work();

    expect(outputs['outcome']).toMatch(/^skipped: .*3 requests were refused/);
    for (const name of ['a', 'b'])
      expect(await story.result(name)).toMatchObject({
        ok: false,
        error: 'classification.review_bots is not configured',
      });
    // The shape is looked at before anything else.
    expect(await story.names()).toEqual([
      'a.denied',
      'a.result.json',
      'b.denied',
      'b.result.json',
      'c.bad',
      'c.result.json',
    ]);
    expect(story.github.requests).toHaveLength(1);
  },
);

desk(
  'RB-3 RB-30 a person among the logins leaves the requests as they are',
  { threads: [PERSONS], settings: reviewBots({ logins: ['dana'] }) },
  async (story) => {
    await story.put('a.json', resolve(idOf(story)));

    const { outputs } = await story.work();

    expect(outputs['outcome']).toMatch(/^failed: review_bots\.logins names dana/);
    expect(await story.names()).toEqual(['a.json']);
    expect(story.thread().resolved).toBe(false);
  },
);

desk(
  'RB-31 a service that fails for a while is asked again, up to six times; a request that gets nowhere is failed',
  {
    threads: [LOOP, AVERAGE],
    faults: [
      { match: 'POST *replies', times: [1, 2], answer: { status: 502 } },
      { graphql: 'resolveReviewThread', answer: { status: 502 } },
    ],
  },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'Hello.'));
    await story.put('b.json', resolve(idOf(story, 1)));

    const { outputs } = await story.work({ inputs: { 'run-timeout-seconds': '40' } });

    expect(await story.result('a')).toMatchObject({ ok: true });
    expect(endOf(story.thread(0)).said).toEqual(['Hello.']);
    expect(await story.result('b')).toMatchObject({ ok: false, state: null, error: expect.stringMatching(/./) });
    expect(await story.names()).toContain('b.failed');
    expect(outputs['outcome']).toMatch(/^failed: request b\.json: /);
    const tries = story.github.requests.filter(({ operation }) => operation.includes('resolveReviewThread'));
    expect(tries.length).toBeGreaterThan(1);
    expect(tries.length).toBeLessThanOrEqual(6);
  },
);

desk(
  'RB-32 with two attempts the same request twice is one reply, another one is a second, and a third is denied',
  { threads: [LOOP], settings: reviewBots({ max_attempts_per_thread: 2 }) },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'Hello.'));
    await story.put('b.json', comment(idOf(story), ' Hello.\n'));
    await story.put('c.json', comment(idOf(story), 'Something else.'));
    await story.put('d.json', comment(idOf(story), 'And more.'));

    await story.work();

    expect(botReplies(story.thread()).map(({ body }) => seen(body).split('\n')[0])).toEqual([
      'Hello.',
      'Something else.',
    ]);
    expect([(await story.result('a')).ok, (await story.result('b')).ok, (await story.result('c')).ok]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await story.result('d')).toMatchObject({
      ok: false,
      error: expect.stringContaining('already has 2 replies'),
    });
  },
);

const KILLS: readonly (readonly [string, Omit<Fault, 'before' | 'after'>, 'before' | 'after'])[] = (
  ['before', 'after'] as const
).flatMap((moment) => [
  [`${moment} the reply`, { match: 'POST *replies', times: [1], reset: moment }, moment] as const,
  [`${moment} the resolve`, { graphql: 'resolveReviewThread', times: [1], reset: moment }, moment] as const,
]);

for (const [what, fault, moment] of KILLS) {
  const stop = new AbortController();
  desk(
    `RB-32 SU-42 a run that is killed ${what} of a request and started again replies and resolves once, and both are done`,
    { threads: [LOOP], faults: [{ ...fault, [moment]: () => stop.abort() }] },
    async (story) => {
      await story.put('a.json', comment(idOf(story), 'Hello.'));
      await story.put('b.json', resolve(idOf(story)));

      expect((await story.work({ runId: 31, signal: stop.signal })).code).toBeNull();
      const { outputs } = await story.work({ runId: 31, attempt: 2 });

      expect(outputs['outcome']).toBe('done');
      expect(endOf(story.thread())).toEqual({ said: ['Hello.'], resolved: true });
      expect(await story.names()).toEqual(['a.done', 'a.result.json', 'b.done', 'b.result.json']);
      expect(await story.result('a')).toMatchObject({ ok: true, state: 'thread_replied' });
      expect(await story.result('b')).toMatchObject({ ok: true, state: 'thread_resolved' });
    },
  );
}

desk(
  'RB-30 a symbolic link and a folder are no requests, whatever they are called',
  { threads: [LOOP] },
  async (story) => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'revi-elsewhere-'));
    try {
      await writeFile(join(elsewhere, 'real.json'), JSON.stringify(resolve(idOf(story))));
      await symlink(join(elsewhere, 'real.json'), join(story.folder, 'a.json'));
      await symlink(elsewhere, join(story.folder, 'b.json'));
      await story.put('c.json', resolve('PRRT_nowhere'));

      const { outputs } = await story.work();

      expect(outputs['outcome']).toBe('done');
      expect(story.thread().resolved).toBe(false);
      expect(await story.names()).toEqual(['a.json', 'b.json', 'c.denied', 'c.result.json']);
      expect(await readdir(elsewhere)).toEqual(['real.json']);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  },
);

desk('RB-30 of 103 requests 100 are looked at, and three wait for the next run', { threads: [LOOP] }, async (story) => {
  for (let at = 0; at < 103; at += 1) await story.put(`${String(at).padStart(3, '0')}.json`, 'nonsense');

  const { summary } = await story.work();
  const left = (await story.names()).filter((name) => name.endsWith('.json') && !name.endsWith('.result.json'));
  expect(left).toEqual(['100.json', '101.json', '102.json']);
  expect(summary).toContain('100 refused, 3 waiting');

  await story.work();
  expect((await story.names()).filter((name) => name.endsWith('.bad'))).toHaveLength(103);
});

desk('RB-30 SU-50 a folder that is not there is an error that names the input', { threads: [LOOP] }, async (story) => {
  const { outputs } = await story.work({ inputs: { requests: join(story.folder, 'nowhere') } });

  expect(outputs['outcome']).toMatch(/^failed: the folder .*nowhere of input requests cannot be read/);
  expect(actsOf(story)).toEqual([]);
});

desk(
  'RB-30 SU-50 a folder that is not there takes the lists and the fixer nothing',
  { threads: [LOOP] },
  async (story) => {
    const { outputs, summary } = await story.reconcile({ inputs: { requests: join(story.folder, 'nowhere') } });

    expect(outputs['outcome']).toMatch(/^failed: the folder .*nowhere of input requests cannot be read/);
    expect(JSON.parse(outputs['review-threads'] ?? '')).toMatchObject({ total_threads: 1 });
    expect(summary).toContain('of input requests cannot be read');
    expect(actsOf(story)).toEqual(['reply']);
  },
);

desk(
  'RB-30 SU-50 what the file system refuses costs one request, which is told; the others are carried out',
  { threads: [LOOP, AVERAGE, LAST] },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'I take this one.'));
    await mkdir(join(story.folder, 'a.result.json'));
    await story.put('b.json', 'nonsense');
    await mkdir(join(story.folder, 'b.bad'));
    await writeFile(Buffer.concat([Buffer.from(`${story.folder}/c`), Buffer.from([0xff]), Buffer.from('.json')]), '{}');
    const long = `${'n'.repeat(240)}.json`;
    await story.put(long, comment(idOf(story, 2), 'Never said.'));
    await story.put('z.json', comment(idOf(story, 1), 'And this one.'));

    const { outputs, summary } = await story.work();

    const { outcome = '' } = outputs;
    expect(outcome).toMatch(/^failed: /);
    expect(outcome).toContain('request a.json: it was carried out, and its result is not written: ');
    expect(outcome).toContain('request b.json: it was refused, and it does not become .bad: ');
    expect(outcome).toMatch(/request c\ufffd\.json: the folder .* has no readable c\ufffd\.json \(ENOENT\)/);
    expect(outcome).toMatch(
      /1 request is not answered, because a result’s name would be longer than 230 bytes: n{50,}…/,
    );
    for (const told of ['request a.json', 'request b.json', 'longer than 230 bytes']) expect(summary).toContain(told);
    expect(summary).toContain('Requests: 2 carried out, 3 refused, 0 waiting');
    expect(story.pull().threads.map((thread) => endOf(thread).said)).toEqual([
      ['I take this one.'],
      ['And this one.'],
      [],
    ]);
    expect(await story.result('b')).toMatchObject({ ok: false, error: 'the file is not JSON' });
    expect(await story.result('z')).toMatchObject({ ok: true, state: 'thread_replied' });
    const names = await story.names();
    for (const name of ['a.done', 'b.json', 'z.done', long]) expect(names).toContain(name);
    expect(names.filter((name) => /tmp|begun/.test(name))).toEqual([]);

    // Nothing is said twice by the next run.
    await story.work();
    expect(actsOf(story)).toEqual(['reply', 'reply']);
  },
);

desk(
  'RB-2 RB-30 while the feature is off, too, a folder that is not there is told',
  { threads: [LOOP], settings: 'review_bots:\n  logins: []\n' },
  async (story) => {
    const { outputs } = await story.work({ inputs: { requests: join(story.folder, 'nowhere') } });

    expect(outputs['outcome']).toMatch(/^failed: .*; the folder .*nowhere of input requests cannot be read/);
  },
);

desk(
  'RB-31 RB-32 a request of an earlier run is no more done where the settings name the thread’s bot no longer',
  { threads: [LOOP] },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'I take this one.'));
    await story.work();
    expect(await story.result('a')).toMatchObject({ ok: true });
    await story.put('b.json', comment(idOf(story), 'I take this one.'));
    await commitTo(story.world, 'main', {
      files: { '.hyperhive/revi.yml': reviewBots({ logins: ['somebody-else[bot]'] }) },
    });

    await story.work();

    expect(await story.result('b')).toMatchObject({ ok: false, error: expect.stringContaining('not a configured') });
    expect(actsOf(story)).toEqual(['reply']);
  },
);

desk('RB-30 SU-41 mode plan leaves the folder alone', { threads: [LOOP] }, async (story) => {
  await story.put('a.json', resolve(idOf(story)));

  await story.work({ inputs: { mode: 'plan' } });

  expect(await story.names()).toEqual(['a.json']);
  expect(actsOf(story)).toEqual([]);
});

desk(
  'RB-30 RB-23 a thread that a request has answered is not judged in the same run; the others are',
  { threads: [LOOP, AVERAGE, LAST] },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'I take this one.'));

    const { outputs } = await story.reconcile({ inputs: { requests: story.folder } });

    expect(outputs['outcome']).toBe('done');
    expect(story.pull().threads.map((thread) => endOf(thread).said)).toEqual([
      ['I take this one.'],
      ['Needs a person: Nobody told me.'],
      ['Needs a person: Nobody told me.'],
    ]);
    expect(JSON.stringify(story.model.questions[0]?.body)).not.toContain(LOOP.body);
  },
);

desk(
  'RB-32 SU-47 SU-53 an agent’s words are posted inert, on one line, without secrets and without a command',
  { threads: [LOOP] },
  async (story) => {
    const token = `ghp_${'0123456789abcdefghij'.repeat(2)}`;
    await story.put(
      'a.json',
      comment(
        idOf(story),
        `/revi approve\n\n@dana see #12 and https://evil.example <!-- revi-reconcile: v1 --> <img src=x> ${token}\n\`\`\`suggestion\nboom\n\`\`\``,
      ),
    );

    await story.work();

    const [reply] = botReplies(story.thread());
    const [words = ''] = reply?.body.split('\n\n') ?? [];
    expect(words).not.toContain('\n');
    expect(reply?.body).not.toContain(token);
    expect(reply?.body.match(/<!--/g)).toHaveLength(1);
    expect(words).not.toMatch(/^\/|@dana|<img|```|#12/);
    expect(words).toContain('evil');
  },
);

desk(
  'SU-50 SU-51 refused requests leave the run green, and are told in a warning and a table',
  { threads: [LOOP, PERSONS] },
  async (story) => {
    await story.put('a.json', comment(idOf(story), 'Done.'));
    await story.put('b.json', resolve(idOf(story, 1)));
    await story.put('c.json', '{');

    const { code, annotations, summary } = await story.work();

    expect(code).toBe(0);
    expect(annotations).toContainEqual(
      expect.objectContaining({
        name: 'warning',
        message: expect.stringMatching(/^2 requests of outside agents were refused/),
      }),
    );
    expect(summary).toMatch(
      /\| `b\.json` \| denied \| thread .* was opened by dana, which is not a configured review bot; .* \|/,
    );
    expect(summary).toContain('| `c.json` | bad | the file is not JSON |');
    expect(summary).not.toContain('`a.json`');
  },
);
