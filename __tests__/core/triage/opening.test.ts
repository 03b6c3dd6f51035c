import { describe, expect, test } from '@jest/globals';
import type { ParseDocument } from '../../../src/core/document.ts';
import type { PullRequest, PullRequestContext } from '../../../src/core/pull-request.ts';
import { decideTriageOpening } from '../../../src/core/triage/opening.ts';
import type { TriageRequest } from '../../../src/core/triage/start.ts';
import { aContext, BOT, PERSON } from './examples.ts';

/** JSON is all that these settings need. */
const parse: ParseDocument = (file, text) => ({ file, value: JSON.parse(text), lineOf: () => 1, problems: [] });
const event: TriageRequest = {
  kind: 'triage',
  number: 31,
  key: 'run:77',
  asked: 'by-event',
  comment: null,
  withoutSecrets: null,
};
const command: TriageRequest = {
  ...event,
  key: 'ic:9',
  asked: 'by-command',
  comment: { id: 9, body: '/revi triage', author: PERSON, createdAt: '2026-11-30T10:00:00Z' },
};

const open = (
  start: TriageRequest,
  pullRequest: Partial<PullRequest> = {},
  over: Partial<PullRequestContext> & { readonly settings?: unknown } = {},
) => {
  const { settings, ...rest } = over;
  const path = '.hyperhive/revi.json';
  const files =
    settings === undefined
      ? new Map<string, never>()
      : new Map([[path, { path, text: JSON.stringify(settings), oid: 'd'.repeat(40) }]]);
  const context = aContext(pullRequest, { files, ...rest });
  const trust = { viewer: context.viewer, secrets: [], repositoryId: 5, number: 31 };
  return decideTriageOpening(start, { context, trust }, parse);
};
const skipFor = (reason: RegExp) => ({ kind: 'skip', reason: expect.stringMatching(reason) });

describe('TR-1 what is left alone', () => {
  test.each<[string, Partial<PullRequest>, Partial<PullRequestContext>, RegExp]>([
    ['a draft', { draft: true }, {}, /draft/],
    ['a bot’s', { author: { login: 'renovate[bot]', type: 'Bot', id: 3 } }, {}, /bot renovate/],
    ['the posting account’s own', {}, { viewer: PERSON }, /posting account/],
    ['one that is triaged', {}, { labels: ['bug', 'Triaged'] }, /label Triaged/],
    ['one with a rank', {}, { labels: ['REVIEW:P3'] }, /label REVIEW:P3/],
  ])('%s, unless somebody asks', (_what, pullRequest, over, reason) => {
    expect(open(event, pullRequest, over)).toEqual(skipFor(reason));
    expect(open(command, pullRequest, over)).toMatchObject({ kind: 'ready' });
    expect(open({ ...event, asked: 'by-dispatch' }, pullRequest, over)).toMatchObject({ kind: 'ready' });
  });

  test.each<[string, Partial<PullRequest>, RegExp]>([
    ['a closed one', { state: 'closed' }, /is closed$/],
    ['a merged one', { state: 'merged' }, /closed \(merged\)/],
    ['a locked one', { locked: true }, /locked/],
  ])('%s, whoever asks', (_what, pullRequest, reason) => {
    expect(open(command, pullRequest)).toEqual(skipFor(reason));
  });

  test('a rank that the settings do not name is a stranger’s label', () => {
    const settings = { triage: { ranks: [{ name: 'go', description: 'Take it.' }] } };
    expect(open(event, {}, { settings, labels: ['review:p1'] })).toMatchObject({ kind: 'ready' });
    expect(open(event, {}, { settings, labels: ['GO'] })).toEqual(skipFor(/label GO/));
  });
});

describe('settings', () => {
  test('SU-54 turned off, nothing is ranked, whoever asks', () => {
    expect(open(command, {}, { settings: { disabled: ['triage'] } })).toEqual(
      skipFor(/triage is disabled in \.hyperhive\/revi\.json of main/),
    );
    expect(open(command, {}, { settings: { disabled: ['converse'] } })).toMatchObject({ kind: 'ready' });
  });

  test('SU-56 errors end the run, also in another action’s section', () => {
    const found = open(command, {}, { settings: { converse: { max_replies_per_thread: 'many' } } });
    expect(found).toMatchObject({ kind: 'failed', problems: [{ file: '.hyperhive/revi.json' }] });
  });
});

test('SU-13 a posting account that is also a person’s may command, but not by its own posts', () => {
  const own = (body: string): TriageRequest => ({
    ...command,
    comment: { id: 9, body, author: PERSON, createdAt: '2026-11-30T10:00:00Z' },
  });
  expect(open(own('/revi triage'), {}, { viewer: PERSON })).toMatchObject({ kind: 'ready' });
  const footer = '/revi triage\n\n<!-- revi-notice: v1; trigger: ic:1 -->';
  expect(open(own(footer), {}, { viewer: PERSON })).toEqual(skipFor(/bot’s own/));
  expect(open(own(footer), {}, { viewer: BOT })).toMatchObject({ kind: 'ready' });
});
