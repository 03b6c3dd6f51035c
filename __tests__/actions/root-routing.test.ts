import { expect } from '@jest/globals';
import { type Event, issueCommentEvent, reviewEvent } from '../../src/embedded/events.ts';
import { addReview, requestReview } from '../../src/embedded/happenings.ts';
import { dispatchEvent, scheduleEvent, workflowRunEvent } from '../../src/embedded/workflow-events.ts';
import { ACTIONS, detailsOf, ROOT, sourceOf } from './root-stage.ts';
import { BOT, botComments, botReplies, type Story, scene } from './story.ts';

type Row = readonly [what: string, ran: string, event: (story: Story) => Event | Promise<Event>];

const STARTED: readonly Row[] = [
  ['opened', 'triage', (story) => story.event({ action: 'opened' })],
  ['reopened', 'triage', (story) => story.event({ action: 'reopened' })],
  ['ready_for_review', 'triage', (story) => story.event({ action: 'ready_for_review' })],
  [
    'review_requested',
    'classify',
    (story) => {
      requestReview(story.world, 7, 'review-classifier');
      return story.event({ action: 'review_requested', reviewer: 'review-classifier' });
    },
  ],
  ['synchronize', 'classify', (story) => story.event({ action: 'synchronize', before: 'a'.repeat(40) })],
  ['workflow_run', 'classify,triage', (story) => workflowRunEvent(sourceOf(story), 7)],
  ['/revi classify', 'classify', (story) => story.said('/revi classify').event],
  ['/revi triage', 'triage', (story) => story.said('/revi triage').event],
  ['/revi help', 'converse', (story) => story.said('/revi help').event],
  ['a question', 'converse', (story) => story.said('/revi why?').event],
  ['/revi approve', 'converse', (story) => story.said('/revi approve', 'kofi').event],
  ['a command that is only shown', 'converse', (story) => story.said('`/revi fix`').event],
  ['a reply in a thread', 'converse', async (story) => (await story.replied('Whom?')).event],
  ['a schedule', 'reconcile-bot-threads', (story) => scheduleEvent(sourceOf(story))],
  ['/revi fix', 'reconcile-bot-threads', (story) => story.said('/revi fix').event],
  ['/revi fix in a thread', 'reconcile-bot-threads', async (story) => (await story.replied('/revi fix')).event],
  [
    'a submitted review',
    'reconcile-bot-threads',
    (story) =>
      reviewEvent(sourceOf(story), 7, addReview(story.world, 7, { author: 'dana', state: 'COMMENTED', body: 'Hm.' })),
  ],
  ['/revi triage in a thread', 'triage', async (story) => (await story.replied('/revi triage')).event],
];

for (const [what, ran, event] of STARTED)
  scene(`SU-6 CO-3 ${what} starts ${ran}, and nothing else`, ROOT, async (story) => {
    const result = await story.run({ event: await event(story), inputs: { actions: ACTIONS } });

    expect(result.outputs).toMatchObject({ ran, outcome: expect.stringMatching(/^(done|skipped: )/) });
    expect(Object.keys(detailsOf(result)).join(',')).toBe(ran);
    // Nothing is answered twice: one action alone speaks.
    expect(botComments(story).length + botReplies(story.thread()).length).toBeLessThanOrEqual(1);
  });

const SKIPPED: readonly (readonly [string, RegExp, (story: Story) => Event | Promise<Event>])[] = [
  ['closed', /closed starts nothing/, (story) => story.event({ action: 'closed' })],
  ['converted_to_draft', /starts nothing/, (story) => story.event({ action: 'converted_to_draft' })],
  ['an edited title', /classify: /, (story) => story.event({ action: 'edited', oldTitle: 'Old' })],
  [
    'a request for somebody else',
    /classify: /,
    (story) => story.event({ action: 'review_requested', reviewer: 'dana' }),
  ],
  ['a comment without a command', /no command/, (story) => story.said('Nice.').event],
  [
    'an edited command',
    /edited is never a command/,
    (story) => issueCommentEvent(sourceOf(story), 7, story.said('/revi help').comment, 'edited'),
  ],
  ['a command of a bot', /is a bot/, (story) => story.said('/revi triage', 'helper[bot]').event],
  ['the bot’s own reply', /is a bot/, async (story) => (await story.replied('I am right.', BOT)).event],
  ['another event', /push starts nothing/, () => ({ name: 'push', payload: {} })],
];

for (const [what, reason, event] of SKIPPED)
  scene(`SU-6 CO-3 ${what} starts nothing: a notice with the reason, and no request`, ROOT, async (story) => {
    const { outputs, annotations } = await story.run({ event: await event(story), inputs: { actions: ACTIONS } });

    expect(outputs).toMatchObject({ ran: '', details: '{}', outcome: expect.stringMatching(/^skipped: /) });
    expect(outputs['outcome']).toMatch(reason);
    expect(annotations.map(({ name, message }) => [name, message])).toEqual([['notice', outputs['outcome']]]);
    expect(story.github.requests).toEqual([]);
    expect(story.model.questions).toEqual([]);
  });

scene(
  'SU-6 a dispatch means the action that is named, and reconcile-bot-threads where none is',
  ROOT,
  async (story) => {
    const event = dispatchEvent(sourceOf(story), 'mia', { 'pull-request': '7' });
    const none = await story.run({ event });
    expect(none.outputs).toMatchObject({
      ran: 'reconcile-bot-threads',
      outcome: expect.stringMatching(/^skipped: .*review_bots\.logins/),
    });

    const triage = await story.run({ event, inputs: { action: 'triage' } });
    expect(triage.outputs).toMatchObject({ ran: 'triage', outcome: 'done' });
    const converse = await story.run({ event, inputs: { action: 'converse' } });
    expect(converse.outputs).toMatchObject({
      ran: '',
      outcome: expect.stringMatching(/^skipped: converse: workflow_dispatch asks nothing/),
    });
  },
);

scene(
  'SU-6 an event for an action that may not run is skipped, and an unknown name is an error',
  ROOT,
  async (story) => {
    const { outputs } = await story.run({ event: story.said('/revi triage').event, inputs: { actions: 'converse' } });
    expect(outputs).toMatchObject({
      ran: '',
      outcome: expect.stringMatching(/^skipped: this event is for triage, and input actions does not name it/),
    });

    const wrong = await story.run({ event: story.said('/revi triage').event, inputs: { actions: 'triag' } });
    expect(wrong.outputs).toMatchObject({
      ran: '',
      details: '{}',
      outcome: expect.stringMatching(/^failed: input actions .*triag.*reconcile-bot-threads/),
    });
    expect(story.github.requests).toEqual([]);
  },
);
