import { describe, expect, test } from '@jest/globals';
import { ACTION_NAMES } from '../../src/core/action-name.ts';
import { parseCommand } from '../../src/core/command.ts';
import type { EventPullRequest, Trigger } from '../../src/core/event.ts';
import { route } from '../../src/core/route.ts';
import { filesBelow, readTables, readText, readWorkflow, usedAction } from './repository.ts';

type Line = {
  readonly event: string;
  readonly activity: string;
  readonly what: string;
  readonly starts: readonly string[];
};

const lines = readTables(readText('docs/events.md'), ['event', 'activity', 'what', 'starts']).map(
  ([event = '', activity = '', what = '', starts = '']): Line => ({
    event: uncode(event),
    activity: uncode(activity),
    what: uncode(what),
    starts: starts === 'nothing' ? [] : starts.split(', ').map(uncode),
  }),
);

describe('docs/events.md', () => {
  test('SU-6 its table has a line for every event that the suite knows, and for others', () => {
    expect([...new Set(lines.map(({ event }) => event))]).toEqual([
      'pull_request',
      'workflow_run',
      'issue_comment',
      'pull_request_review_comment',
      'pull_request_review',
      'schedule',
      'workflow_dispatch',
      'push',
      'pull_request_target',
    ]);
    expect([...new Set(lines.flatMap(({ starts }) => starts))].sort()).toEqual([...ACTION_NAMES].sort());
  });

  test.each(lines)('SU-6 CO-2 the router starts what it says: $event $activity $what', (line) => {
    const routed = route(triggerOf(line), {
      actions: ACTION_NAMES,
      action: 'reconcile-bot-threads',
      reviewOnPush: line.what === 'with review-on-push',
      command: parseCommand,
    });
    expect(routed.kind === 'run' ? routed.actions : []).toEqual(line.starts);
  });

  test('SU-6 every event and activity that an example of the root subscribes to starts something', () => {
    const starting = new Set(
      lines.filter(({ starts }) => starts.length > 0).map(({ event, activity }) => `${event} ${activity}`),
    );
    const subscribed = filesBelow('examples/workflows', '.yml').flatMap((file) => {
      const { on, jobs } = readWorkflow(file);
      if (!Object.values(jobs).some(({ steps }) => steps.some((step) => usedAction(step) === 'auto'))) return [];
      return Object.entries(on).flatMap(([event, options]) =>
        ((options as { types?: readonly string[] } | null)?.types ?? ['']).map((activity) => `${event} ${activity}`),
      );
    });
    expect(subscribed.length).toBeGreaterThan(10);
    expect(subscribed.filter((name) => !starting.has(name))).toEqual([]);
  });
});

function uncode(cell: string): string {
  return (/^`` (.*) ``$/.exec(cell)?.[1] ?? cell.replace(/^`([^`]*)`/, '$1')).replace(/ `([^`]*)`$/, ' $1');
}

function triggerOf({ event, activity, what }: Line): Trigger {
  const person = { login: 'dana', type: 'User', id: 1 } as const;
  const pullRequest: EventPullRequest = {
    number: 1,
    state: 'open',
    draft: false,
    author: person,
    updatedAt: '2026-11-30T10:00:00Z',
    head: 'a'.repeat(40),
    baseRef: 'main',
    base: 'b'.repeat(40),
    fork: false,
  };
  const comment = { id: 9, body: what, author: person, createdAt: '2026-11-30T10:00:00Z' };
  switch (event) {
    case 'pull_request':
      return {
        kind: 'pull-request',
        action: activity,
        pullRequest,
        sender: person,
        reviewer: null,
        baseChanged: activity === 'edited',
      };
    case 'issue_comment':
      return { kind: 'comment', action: activity, number: 1, onPullRequest: true, state: 'open', comment };
    case 'pull_request_review_comment':
      return { kind: 'thread-comment', action: activity, pullRequest, comment, inReplyTo: 3 };
    case 'pull_request_review':
      return { kind: 'review', action: activity, pullRequest, author: person };
    case 'workflow_run':
      return {
        kind: 'workflow-run',
        action: activity,
        startedBy: 'pull_request',
        headRepository: { owner: 'dana', name: 'fork' },
        headBranch: 'feature',
        headSha: 'a'.repeat(40),
      };
    case 'workflow_dispatch':
      return { kind: 'dispatch', sender: person, pullRequest: '1' };
    case 'schedule':
      return { kind: 'schedule' };
    default:
      return { kind: 'other', name: event, action: activity };
  }
}
