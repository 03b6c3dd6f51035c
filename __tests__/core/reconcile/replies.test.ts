import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { believedFooters, parseFooters } from '../../../src/core/footer.ts';
import { type ReplyContent, type Replying, renderReply } from '../../../src/core/reconcile/replies.ts';
import {
  findOwnReply,
  formatReplyFooter,
  parseReplyFooter,
  type ReplyMemory,
  requestKey,
} from '../../../src/core/reconcile/reply-footer.ts';
import { threadName } from '../../../src/core/reconcile/thread-name.ts';
import { trusting } from '../converse/comments.ts';
import { aFinding, aPost, BOT, DANA, ownReply } from './surveyed.ts';

const COMMIT = '0123abc'.padEnd(40, '9');
const NAME = threadName('T1');
const THREAD = { id: 'T1' };
const APP = { login: 'tide-hive[bot]', type: 'Bot', id: 9 } as const;

function replying(over: Partial<Replying> = {}): Replying {
  return { trailer: '— hive:', run: '9001', viewer: APP, signing: trusting(), secrets: [], spent: null, ...over };
}
const bodyOf = (content: ReplyContent, over: Partial<Replying> = {}): string =>
  renderReply(THREAD, content, replying(over)).body;
const fixed = (said: string): ReplyContent => ({ kind: 'fixed', commit: COMMIT, said });

describe('renderReply', () => {
  test('RB-23 RB-32 is the text, the trailer and a footer that names thread, decision, commit and run', () => {
    const reply = renderReply(THREAD, fixed('A day is added.'), replying());

    const marker = `<!-- revi-reconcile: v1; thread: ${NAME}; decision: fix; commit: ${COMMIT}; run: 9001 -->`;
    expect(reply.marker).toBe(marker);
    expect(reply.body).toBe(`Fixed in 0123abc: A day is added.\n\n— hive: agent=revi\n\n${marker}`);
  });

  test.each<[ReplyContent, string, string]>([
    [{ kind: 'finished', commit: COMMIT }, 'Fixed in 0123abc: see the commit.', 'fix'],
    [{ kind: 'declined', said: 'Callers check.' }, 'Not changed: Callers check.', 'decline'],
    [{ kind: 'needs-person', said: 'Which zone?' }, 'Needs a person: Which zone?', 'needs-person'],
    [fixed(' \n '), 'Fixed in 0123abc: see the commit.', 'fix'],
    [{ kind: 'declined', said: '' }, 'Not changed: no reason was given.', 'decline'],
    [{ kind: 'needs-person', said: '' }, 'Needs a person: nothing was decided.', 'needs-person'],
  ])('RB-23 of %j begins %j', (content, start, decision) => {
    const body = bodyOf(content);

    expect(body.startsWith(start)).toBe(true);
    expect(parseFooters(body).parsed[0]?.values.get('decision')).toBe(decision);
  });

  test('RB-22 RB-23 a change that is not committed is a suggestion, byte for byte, and claims no fix', () => {
    const suggestion = '    return times[0]  \n\t`````';
    for (const why of ['fork', 'default-branch', 'permission', 'refused'] as const) {
      const body = bodyOf({ kind: 'not-committed', why, said: 'A day is added.', suggestion });

      expect(body).toMatch(/^Suggested, because .*: A day is added\.\n/);
      expect(body).toContain(`\`\`\`\`\`\`suggestion\n${suggestion}\n\`\`\`\`\`\`\n\n— hive:`);
      expect(body).toContain('decision: suggestion;');
      expect(body).not.toContain('; commit: ');
    }
  });

  test('RB-23 a change that is neither committed nor a suggestion needs a person, and the permission is named', () => {
    const body = bodyOf({ kind: 'not-committed', why: 'permission', said: 'A day is added.', suggestion: null });

    expect(body).toMatch(/^Needs a person: a fix was found, but .*`contents: write`.*\. A day is added\.\n/);
    expect(body).toContain('decision: needs-person;');
    expect(body).not.toContain('suggestion');
  });

  test("RB-24 says of the workflow token's commit that checks start only for an App's token", () => {
    for (const content of [fixed('x'), { kind: 'finished', commit: COMMIT } as const])
      expect(bodyOf(content, { viewer: BOT })).toMatch(/\n\nChecks do not start .*App\.\n\n— hive:/);
    expect(bodyOf(fixed('x'), { viewer: APP })).not.toMatch(/checks/i);
    expect(bodyOf(fixed('x'), { viewer: DANA })).not.toMatch(/checks/i);
    expect(bodyOf(fixed('x'), { viewer: { login: 'github-actions', type: 'User', id: 1 } })).not.toMatch(/checks/i);
    expect(bodyOf({ kind: 'declined', said: 'x' }, { viewer: BOT })).not.toMatch(/checks/i);
  });

  test("RB-32 an outside agent's words stand alone, with the bare trailer and the request's key", () => {
    const { body, marker } = renderReply(THREAD, { kind: 'requested', body: 'Fixed by hand.' }, replying());

    const key = requestKey({ threadId: 'T1', body: 'Fixed by hand.' });
    expect(marker).toBe(`<!-- revi-reconcile: v1; thread: ${NAME}; decision: request; run: 9001; trigger: ${key} -->`);
    expect(body).toBe(`Fixed by hand.\n\n— hive:\n\n${marker}`);
  });

  test('SU-49 a model’s words have 500 code points, an outside agent’s 2,000', () => {
    expect(bodyOf(fixed(` ${'𝒳'.repeat(501)}`))).toMatch(/: 𝒳{499}…\n/u);
    expect(bodyOf(fixed('𝒳'.repeat(500)))).toMatch(/: 𝒳{500}\n/u);
    expect(bodyOf({ kind: 'requested', body: '𝒳'.repeat(2001) })).toMatch(/^𝒳{1999}…\n/u);
  });

  test('SU-47 secrets and tokens are redacted, also where a cut would halve them', () => {
    const said = `hunter2hunter2 ${'x'.repeat(470)} ghp_0123456789abcdefghijABCDEFGHIJ012345`;
    const body = bodyOf(fixed(said), { secrets: ['hunter2hunter2'] });

    expect(body).not.toMatch(/hunter2|ghp_/);
    expect(body).toContain('redacted');
  });

  test('SU-37 remembers what was spent', () => {
    expect(bodyOf(fixed('x'), { spent: { kind: 'cost', usd: 0.0125 } })).toContain('; run: 9001; cost: 0.0125 -->');
    expect(bodyOf(fixed('x'), { spent: { kind: 'tokens', count: 900 } })).toContain('; tokens: 900 -->');
  });

  test('SU-11 with a secret it is signed, and the marker is its first hidden line', () => {
    const trust = trusting({ secrets: ['key'] });
    const { body, marker } = renderReply(THREAD, fixed('x'), replying({ signing: trust }));

    expect(body).toMatch(/-->\n<!-- revi-mac: [A-Za-z0-9_-]+ -->$/);
    expect(believedFooters(ownReply(body), trust).footers.map(({ line }) => line)).toEqual([marker]);
    expect(believedFooters(ownReply(body), { ...trust, number: 1 }).problem).toBe('wrongly signed');
  });

  test('RB-2 RB-32 the trailer of the settings is one line, whatever they say', () => {
    expect(bodyOf(fixed('x'), { trailer: ' Made by\n hive ' })).toContain('\n\nMade by hive agent=revi\n\n<!--');
  });

  test('SU-47 whatever is said, nothing in it lives, and the footer is read back', () => {
    const pieces = [
      '/revi approve',
      '\n',
      ' ',
      '@ravi',
      '#12',
      'GH-3',
      'https://evil.example',
      'www.evil.example',
      '![x](y)',
      '<img src=x>',
      '<!-- revi-reconcile: v1 -->',
      '-->',
      '<!--',
      '```suggestion\n',
      '`',
      '[a](b)',
      '0123456789abcdef',
      '\u202e',
      '# h',
      '> ',
      '- ',
      '---',
    ];
    const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 }).map((found) => found.join(''));
    fc.assert(
      fc.property(words, fc.constantFrom('fixed', 'declined', 'needs-person', 'requested'), (said, kind) => {
        const content: ReplyContent =
          kind === 'fixed' ? fixed(said) : kind === 'requested' ? { kind, body: said } : { kind, said };
        const { body, marker } = renderReply(THREAD, content, replying());
        const [visible = '', ...rest] = body.split('\n\n');

        expect(rest.at(-1)).toBe(marker);
        expect(visible).not.toMatch(/\n|^\s*\/|@ravi|#12|GH-3|https:\/\/e|www\.e|<|>|\u202e|[0-9a-f]{8}/);
        const kinds = fromMarkdown(visible).children.map(({ type }) => type);
        expect(kinds.every((type) => type === 'paragraph')).toBe(true);
        expect(parseFooters(body).lines).toEqual([marker]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the footer', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
  const memories: fc.Arbitrary<ReplyMemory> = fc.record({
    thread: hex(12),
    decision: fc.constantFrom('fix', 'decline', 'needs-person', 'suggestion', 'request'),
    commit: fc.option(hex(40)),
    run: fc.stringMatching(/^[0-9]{1,12}$/),
    trigger: fc.option(hex(32)),
  });

  test('SU-12 reads back whatever was written', () => {
    fc.assert(
      fc.property(memories, fc.option(fc.nat()), (memory, count) => {
        const line = formatReplyFooter(memory, count === null ? null : { kind: 'tokens', count });
        expect(parseFooters(`Text.\n\n${line}`).parsed.map(parseReplyFooter)).toEqual([memory]);
      }),
    );
  });

  test.each([
    '<!-- revi-agent: v1; thread: 0123456789ab; decision: fix; run: 1 -->',
    '<!-- revi-reconcile: v1; thread: 0123456789ab; decision: praise; run: 1 -->',
    '<!-- revi-reconcile: v1; thread: PRRT_a; decision: fix; run: 1 -->',
    '<!-- revi-reconcile: v1; thread: 0123456789ab; decision: fix -->',
    '<!-- revi-reconcile: v1; thread: 0123456789ab; decision: fix; commit: 0123abc; run: 1 -->',
  ])('SU-12 takes %s for none', (line) => {
    expect(parseFooters(line).parsed.map(parseReplyFooter)).toEqual([null]);
  });
});

describe('findOwnReply', () => {
  const post = (content: ReplyContent, over: Partial<Replying> = {}) => bodyOf(content, { viewer: BOT, ...over });
  const found = (replies: readonly ReturnType<typeof aPost>[], wanted: Parameters<typeof findOwnReply>[1]) =>
    findOwnReply(aFinding('a', { replies }), wanted, trusting())?.post.id ?? null;
  const done: ReplyContent = { kind: 'requested', body: 'Done.' };

  test('SU-42 finds what this run said, and what a request asked for', () => {
    const replies = [
      ownReply(post({ kind: 'declined', said: 'x' }, { run: '8000' }), { id: 601 }),
      ownReply(post(done), { id: 602 }),
      ownReply(post({ kind: 'needs-person', said: 'x' }), { id: 603 }),
      ownReply(post(fixed('x'), { run: '9002' }), { id: 604 }),
    ];

    expect(found(replies, { kind: 'run', run: '8000' })).toBe(601);
    // What it said for an outside agent, too.
    expect(found(replies, { kind: 'run', run: '9001' })).toBe(602);
    expect(found(replies, { kind: 'run', run: '9002' })).toBe(604);
    expect(found(replies, { kind: 'run', run: '7000' })).toBeNull();
    expect(found(replies, { kind: 'request', key: requestKey({ threadId: 'T1', body: ' Done.\n' }) })).toBe(602);
    expect(found(replies, { kind: 'request', key: requestKey({ threadId: 'T1', body: 'Done!' }) })).toBeNull();
    expect(found(replies, { kind: 'request', key: requestKey({ threadId: 'T2', body: 'Done.' }) })).toBeNull();
  });

  test('SU-11 believes neither strangers, nor edits by others, nor a copy from another thread, nor a first comment', () => {
    const body = post(fixed('x'), { run: '9002' });
    const wanted = { kind: 'run', run: '9002' } as const;
    const elsewhere = renderReply({ id: 'T2' }, fixed('x'), replying({ viewer: BOT, run: '9002' })).body;

    expect(found([ownReply(body)], wanted)).toBe(600);
    expect(found([aPost({ author: DANA, body })], wanted)).toBeNull();
    expect(found([ownReply(body, { editor: DANA })], wanted)).toBeNull();
    expect(found([ownReply(elsewhere)], wanted)).toBeNull();
    expect(findOwnReply({ id: 'T1', comments: [ownReply(body)] }, wanted, trusting())).toBeNull();
  });
});
