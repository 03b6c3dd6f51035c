import { parseFooters } from '../../../src/core/footer.ts';
import type { Post, PullRequest, PullRequestContext } from '../../../src/core/pull-request.ts';
import type { Settings, TriageSettings } from '../../../src/core/settings.ts';

export const BOT = { login: 'github-actions[bot]', type: 'Bot', id: 41898282 } as const;
export const PERSON = { login: 'dana', type: 'User', id: 7 } as const;
export const HEAD = 'a'.repeat(40);

/** Settings as they are read, with four ranks, three types and three areas. */
export function triageSettings(over: Partial<TriageSettings> = {}): TriageSettings {
  return {
    ranks: [
      { name: 'review:p0', description: 'Take it now.' },
      { name: 'review:p1', description: 'Needs a real review soon.' },
      { name: 'review:p2', description: 'Needs work first.' },
      { name: 'review:p3', description: 'Unlikely to be taken.' },
    ],
    types: ['feat', 'fix', 'docs'],
    areas: [
      { name: 'timetable', description: 'When boats leave.', paths: [] },
      { name: 'web', description: 'The public page.', paths: ['web/**'] },
      { name: 'handbook', description: 'Texts for people.', paths: ['docs/**', '*.md'] },
    ],
    comment: false,
    ...over,
  };
}

export function settings(over: Partial<Settings> = {}): Settings {
  return {
    disabled: [],
    ignore: [],
    maintainers: null,
    reviewers: [],
    reviewBots: {
      logins: [],
      authors: [],
      trailer: '— hive:',
      minPriority: null,
      maxAttemptsPerThread: 1,
      resolveAfterFix: true,
      holdLabels: [],
      allowPaths: [],
      model: null,
      effort: null,
    },
    triage: triageSettings(),
    converse: {
      authorizedRepliers: [],
      minReplierRole: 'developer',
      maxRepliesPerThread: 20,
      model: null,
      effort: null,
    },
    ...over,
  };
}

export function aContext(
  pullRequest: Partial<PullRequest> = {},
  over: Partial<PullRequestContext> = {},
): PullRequestContext {
  return {
    viewer: BOT,
    repository: { owner: 'acme', name: 'ferry', id: 5, private: false, defaultBranch: 'main' },
    pullRequest: {
      number: 31,
      title: 'Add the winter timetable',
      body: 'All harbour masters have agreed.',
      state: 'open',
      draft: false,
      locked: false,
      url: 'https://github.com/acme/ferry/pull/31',
      author: PERSON,
      head: HEAD,
      base: 'b'.repeat(40),
      baseRef: 'main',
      headRef: 'winter',
      headRepository: { owner: 'acme', name: 'ferry' },
      fork: false,
      changedFiles: 1,
      additions: 1,
      deletions: 0,
      ...pullRequest,
    },
    commits: [],
    reviews: [],
    comments: [],
    reviewRequests: [],
    labels: [],
    repositoryLabels: [],
    linkedIssues: [],
    threads: [],
    thread: null,
    files: new Map(),
    folders: new Map(),
    status: null,
    incomplete: [],
    ...over,
  };
}

export function aPost(body: string, over: Partial<Post> = {}): Post {
  return {
    id: 1,
    nodeId: 'IC_1',
    author: BOT,
    editor: null,
    body,
    url: 'https://github.com/acme/ferry/pull/31#issuecomment-1',
    createdAt: '2026-11-30T10:00:00Z',
    ...over,
  };
}

/** The one hidden line at a body's end. */
export function onlyLine(body: string) {
  const [line, ...others] = parseFooters(body).parsed;
  if (line === undefined || others.length > 0) throw new Error(`not one hidden line: ${body}`);
  return line;
}
