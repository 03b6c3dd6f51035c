import { expect, test } from '@jest/globals';
import { openContract } from '../../src/embedded/contract.ts';
import {
  type Event,
  issueCommentEvent,
  pullRequestEvent,
  reviewCommentEvent,
  reviewEvent,
} from '../../src/embedded/events.ts';
import { say } from '../../src/embedded/happenings.ts';
import { dispatchEvent, scheduleEvent, workflowRunEvent } from '../../src/embedded/workflow-events.ts';
import { served } from './client.ts';

test("every payload fits GitHub's published schema of its event", async () => {
  await served(
    {
      teams: ['reviewers'],
      pull: {
        number: 7,
        body: 'Says hello.',
        labels: ['bug'],
        requestedReviewers: ['kofi'],
        requestedTeams: ['reviewers'],
        reviews: [{ author: 'kofi', state: 'APPROVED', body: 'Fine.' }],
        threads: [
          { author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1, replies: [{ author: 'mia', body: 'So.' }] },
        ],
      },
    },
    async ({ world, github }) => {
      const source = { world, urls: github.urls };
      const pull = world.pulls.get(7);
      const [review] = pull?.reviews ?? [];
      const [thread] = pull?.threads ?? [];
      if (!review || !thread) throw new Error('the world has no review or thread');
      const oldBase = { ref: 'old', sha: '0'.repeat(40) };
      const events: Record<string, Event> = {
        'pull-request-review-requested': await pullRequestEvent(source, 7, {
          action: 'review_requested',
          reviewer: 'kofi',
          sender: 'mia',
        }),
        'pull-request-review-request-removed': await pullRequestEvent(source, 7, {
          action: 'review_request_removed',
          reviewer: '@reviewers',
          sender: 'mia',
        }),
        'pull-request-synchronize': await pullRequestEvent(source, 7, {
          action: 'synchronize',
          before: '0'.repeat(40),
          sender: 'mia',
        }),
        'pull-request-edited': await pullRequestEvent(source, 7, { action: 'edited', oldBase, sender: 'mia' }),
        'pull-request-opened': await pullRequestEvent(source, 7, { action: 'opened', sender: 'mia' }),
        'issue-comment-created': issueCommentEvent(source, 7, say(world, 7, { author: 'mia', body: '/revi classify' })),
        'pull-request-review-comment-created': await reviewCommentEvent(source, 7, thread),
        'pull-request-review-submitted': reviewEvent(source, 7, review),
        'workflow-dispatch': dispatchEvent(source, 'mia', { 'pull-request': '7' }),
        'workflow-run-completed': workflowRunEvent(source, 7),
      };
      const contract = openContract();

      for (const [name, event] of Object.entries(events))
        expect([name, contract.webhook(name, event.payload)]).toEqual([name, []]);
    },
  );
});

test("a team's request names the team and no reviewer", async () => {
  await served({ teams: ['reviewers'] }, async ({ world, github }) => {
    const source = { world, urls: github.urls };

    const { payload } = await pullRequestEvent(source, 7, {
      action: 'review_requested',
      reviewer: '@reviewers',
      sender: 'mia',
    });

    expect(openContract().webhook('pull-request-review-requested', payload)).toEqual([]);
    expect(payload).toMatchObject({ requested_team: { slug: 'reviewers' } });
    expect(payload).not.toHaveProperty('requested_reviewer');
  });
});

test("a fork's run lists no pull requests, and a schedule tells its line", async () => {
  await served({ pull: { fork: 'lena' } }, async ({ world, github }) => {
    const source = { world, urls: github.urls };

    expect(workflowRunEvent(source, 7).payload).toMatchObject({ workflow_run: { pull_requests: [] } });
    expect(scheduleEvent(source, '7 * * * *').payload).toMatchObject({ schedule: '7 * * * *' });
  });
});
