import { describe, expect, test } from '@jest/globals';
import examples from '@octokit/webhooks-examples/api.github.com/index.json' with { type: 'json' };
import fc from 'fast-check';
import { UserError } from '../../src/core/errors.ts';
import { parseEvent } from '../../src/core/parse-event.ts';

type Json = { readonly [key: string]: unknown };

const USED = [
  'pull_request',
  'issue_comment',
  'pull_request_review_comment',
  'pull_request_review',
  'workflow_dispatch',
  'workflow_run',
];

/** GitHub's own examples of the used events, as `[event and action, event, payload]`. */
const GITHUBS: readonly (readonly [string, string, Json])[] = examples
  .filter(({ name }) => USED.includes(name))
  .flatMap(({ name, examples: payloads }) =>
    payloads.map((payload: Json, index) => [`${name} ${payload['action'] ?? ''} #${index}`, name, payload] as const),
  );

const SHA = '3f2a9c1b4d5e6f708192a3b4c5d6e7f8091a2b3c';
const mia = { login: 'mia', id: 11, type: 'User', node_id: 'x' };
const aPullRequest = (overrides: Json = {}): Json => ({
  number: 7,
  state: 'open',
  draft: true,
  user: mia,
  updated_at: '2026-11-30T20:45:00Z',
  head: { sha: SHA, ref: 'feature', repo: { id: 5 } },
  base: { ref: 'main', sha: SHA, repo: { id: 5 } },
  ...overrides,
});
const ACCOUNT = { login: 'mia', id: 11, type: 'User' };
const PARSED = {
  number: 7,
  state: 'open',
  draft: true,
  author: ACCOUNT,
  updatedAt: '2026-11-30T20:45:00Z',
  head: SHA,
  baseRef: 'main',
  base: SHA,
  fork: false,
};

/** What `parseEvent` makes of the pull request in a payload of `synchronize`. */
function parsed(pullRequest: Json): unknown {
  const trigger = parseEvent('pull_request', { action: 'synchronize', pull_request: pullRequest, sender: mia });
  return trigger.kind === 'pull-request' ? trigger.pullRequest : null;
}

describe('parseEvent', () => {
  test.each(GITHUBS)('CL-10 reads GitHub’s example of %s', (_title, name, payload) => {
    const kinds: Record<string, string> = {
      pull_request: 'pull-request',
      issue_comment: 'comment',
      pull_request_review_comment: 'thread-comment',
      pull_request_review: 'review',
      workflow_dispatch: 'dispatch',
      workflow_run: 'workflow-run',
    };
    const trigger = parseEvent(name, payload);
    expect(trigger.kind).toBe(kinds[name]);
    if (trigger.kind !== 'dispatch' && trigger.kind !== 'schedule') expect(trigger.action).toBe(payload['action']);
    if ('pullRequest' in trigger && typeof trigger.pullRequest === 'object') {
      const source = payload['pull_request'] as { number: number; head: { sha: string } };
      expect(trigger.pullRequest).toMatchObject({ number: source.number, head: source.head.sha });
    }
  });

  test('CL-10 reads examples of every used event that GitHub gives examples of', () => {
    expect([...new Set(GITHUBS.map(([, name]) => name))].sort()).toEqual([...USED].sort());
  });

  test('CL-10 reads a request for a user, for a team, and for an account that is gone', () => {
    const event = { action: 'review_requested', pull_request: aPullRequest(), sender: mia };
    const reviewerOf = (more: Json) => {
      const trigger = parseEvent('pull_request', { ...event, ...more });
      return trigger.kind === 'pull-request' ? trigger.reviewer : undefined;
    };
    const user = { login: 'Review-Classifier', id: 3, type: 'User' };
    expect(reviewerOf({ requested_reviewer: user })).toEqual({ kind: 'user', name: 'Review-Classifier' });
    expect(reviewerOf({ requested_team: { slug: 'core', name: 'Core Team' } })).toEqual({ kind: 'team', name: 'core' });
    expect(reviewerOf({ requested_reviewer: null })).toBeNull();
    expect(reviewerOf({ requested_reviewer: user, action: 'assigned' })).toBeNull();
  });

  test.each([
    ['edited', { base: { ref: { from: 'old' }, sha: { from: 'x' } } }, true],
    ['edited', { title: { from: 'old' } }, false],
    ['edited', undefined, false],
    ['synchronize', { base: {} }, false],
  ])('CL-11 tells of %s with changes %j whether the base changed', (action, changes, baseChanged) => {
    expect(parseEvent('pull_request', { action, changes, pull_request: aPullRequest(), sender: null })).toEqual({
      kind: 'pull-request',
      action,
      pullRequest: PARSED,
      sender: null,
      reviewer: null,
      baseChanged,
    });
  });

  test.each([
    ['the same repository', { id: 5 }, false],
    ['another repository', { id: 6 }, true],
    ['a repository that is gone', null, true],
  ])('SU-17 takes a head in %s as it is', (_what, repo, fork) => {
    expect(parsed(aPullRequest({ head: { sha: SHA, repo } }))).toEqual({ ...PARSED, fork });
  });

  test.each([
    ['Bot', 'Bot'],
    ['User', 'User'],
    ['Organization', 'User'],
    ['Mannequin', 'User'],
  ])('SU-13 takes an account of type %s for a %s', (type, expected) => {
    expect(parsed(aPullRequest({ user: { ...mia, type } }))).toEqual({
      ...PARSED,
      author: { ...ACCOUNT, type: expected },
    });
  });

  test('CO-10 reads a comment on a pull request and on an issue', () => {
    const comment = { id: 12, body: '/revi', user: mia, created_at: '2026-11-30T20:45:00Z' };
    const read = (issue: Json, more: Json = {}) =>
      parseEvent('issue_comment', {
        action: 'created',
        issue: { number: 7, state: 'open', ...issue },
        comment: { ...comment, ...more },
      });
    const expected = {
      kind: 'comment',
      action: 'created',
      number: 7,
      onPullRequest: true,
      state: 'open',
      comment: { id: 12, body: '/revi', author: ACCOUNT, createdAt: '2026-11-30T20:45:00Z' },
    };
    expect(read({ pull_request: { url: 'x' } })).toEqual(expected);
    expect(read({})).toEqual({ ...expected, onPullRequest: false });
    expect(read({ pull_request: {}, state: 'closed' }, { user: null, body: null })).toEqual({
      ...expected,
      state: 'closed',
      comment: { ...expected.comment, author: null, body: '' },
    });
  });

  test('CO-10 tells a reply in a thread from the comment that opens it', () => {
    const comment = { id: 12, body: 'why?', user: mia, created_at: '2026-11-30T20:45:00Z' };
    const read = (more: Json) =>
      parseEvent('pull_request_review_comment', {
        action: 'created',
        pull_request: aPullRequest({ draft: undefined }),
        comment: { ...comment, ...more },
      });
    expect(read({ in_reply_to_id: 10 })).toMatchObject({ inReplyTo: 10, pullRequest: { ...PARSED, draft: false } });
    expect(read({})).toMatchObject({ inReplyTo: null, comment: { id: 12, body: 'why?' } });
  });

  test('SU-6 reads who submitted a review', () => {
    const event = { action: 'submitted', pull_request: aPullRequest(), review: { user: { ...mia, type: 'Bot' } } };
    expect(parseEvent('pull_request_review', event)).toEqual({
      kind: 'review',
      action: 'submitted',
      pullRequest: PARSED,
      author: { ...ACCOUNT, type: 'Bot' },
    });
  });

  test.each([
    [{ 'pull-request': 12 }, '12'],
    [{ 'pull-request': ' 12 ' }, '12'],
    [{ 'pull-request': '' }, ''],
    [{}, ''],
    [null, ''],
  ])('CL-10 reads the inputs %j of a dispatch', (inputs, pullRequest) => {
    expect(parseEvent('workflow_dispatch', { inputs, sender: mia })).toEqual({
      kind: 'dispatch',
      sender: ACCOUNT,
      pullRequest,
    });
  });

  test('SU-16 reads the run that a workflow_run follows, and none of its claims', () => {
    const run = {
      event: 'pull_request',
      head_repository: { name: 'shop', owner: { login: 'omar' } },
      head_branch: 'feature',
      head_sha: SHA,
      pull_requests: [{ number: 99 }],
    };
    const expected = {
      kind: 'workflow-run',
      action: 'completed',
      startedBy: 'pull_request',
      headRepository: { owner: 'omar', name: 'shop' },
      headBranch: 'feature',
      headSha: SHA,
    };
    expect(parseEvent('workflow_run', { action: 'completed', workflow_run: run })).toEqual(expected);
    expect(
      parseEvent('workflow_run', {
        action: 'completed',
        workflow_run: { ...run, head_repository: null, head_branch: null },
      }),
    ).toEqual({ ...expected, headRepository: null, headBranch: null });
  });

  test('CL-11 reads a schedule, whatever its payload', () => {
    expect(parseEvent('schedule', { schedule: '0 * * * *' })).toEqual({ kind: 'schedule' });
    expect(parseEvent('schedule', null)).toEqual({ kind: 'schedule' });
  });

  test.each([
    ['pull_request_target', { action: 'opened', pull_request: aPullRequest() }, 'opened'],
    ['push', { ref: 'refs/heads/main' }, ''],
    ['', null, ''],
    ['toString', { action: 7 }, ''],
  ])('SU-6 knows no action for %j', (name, payload, action) => {
    expect(parseEvent(name, payload)).toEqual({ kind: 'other', name, action });
  });

  test.each([
    [aPullRequest({ number: '7' }), "'pull_request.number'", 'found a string'],
    [aPullRequest({ head: { repo: null } }), "'pull_request.head.sha'", 'found nothing'],
    [aPullRequest({ head: { sha: 'main', repo: null } }), "'pull_request.head.sha'", '40 hex digits'],
    [aPullRequest({ updated_at: 1764535500 }), "'pull_request.updated_at'", 'found a number'],
    [aPullRequest({ user: { login: 'mia', type: 'User' } }), "'pull_request.user.id'", 'found nothing'],
    [aPullRequest({ base: [] }), "'pull_request.base'", 'found a list'],
    [aPullRequest({ state: 'merged' }), "'pull_request.state'", "'open' or 'closed'"],
  ])('SU-52 names event and field of a garbled payload (%#)', (pullRequest, field, detail) => {
    const parse = () => parsed(pullRequest);
    expect(parse).toThrow(UserError);
    expect(parse).toThrow("'pull_request'");
    expect(parse).toThrow(field);
    expect(parse).toThrow(detail);
  });

  test('SU-52 refuses a payload that is no object', () => {
    for (const payload of [null, [], 'x', undefined]) {
      expect(() => parseEvent('issue_comment', payload)).toThrow(
        /event 'issue_comment' is not usable: expected an object/,
      );
    }
  });

  test('SU-52 fails on no mutated payload other than by a UserError', () => {
    const value = fc.oneof(
      fc.constantFrom(null, undefined, '', 'x', 0, -1, 1.5, true, [], {}, { id: 1 }, Number.NaN, SHA, 'Bot'),
      fc.jsonValue(),
    );
    const mutations = fc.array(fc.tuple(fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }), value), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.constantFrom(...GITHUBS), mutations, ([, name, payload], changes) => {
        const mutated = changes.reduce<unknown>(
          (root, [path, replacement]) => replaceAt(root, path, replacement),
          payload,
        );
        try {
          parseEvent(name, mutated);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** A copy of `root` with the value at a path of field indices replaced. */
function replaceAt(root: unknown, [index, ...rest]: readonly number[], replacement: unknown): unknown {
  if (index === undefined || typeof root !== 'object' || root === null || Array.isArray(root)) return replacement;
  const entries = Object.entries(root);
  const at = index % Math.max(entries.length, 1);
  return Object.fromEntries(
    entries.map(([key, value], place) => [key, place === at ? replaceAt(value, rest, replacement) : value]),
  );
}
