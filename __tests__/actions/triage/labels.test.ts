import { expect } from '@jest/globals';
import { dispatchEvent } from '../../../src/embedded/workflow-events.ts';
import { ADD_LABELS, ASKED_TO_RANK, CREATE_LABEL, REMOVE_LABEL, SETTINGS, scene, shownTo, writesOf } from '../story.ts';
import { labelsOf, opened, RANKED, ranking } from './ranking.ts';

scene(
  'TR-1 TR-3 TR-4 TR-5 an opened pull request is ranked, and its labels are created with colour and description',
  RANKED,
  async (story) => {
    const { outputs, summary } = await story.run({ event: await opened(story) });

    expect(outputs).toMatchObject({
      outcome: 'done',
      rank: 'review:p1',
      type: 'feat',
      areas: '[]',
      rationale: 'It greets.',
      'head-sha': story.pull().head,
    });
    expect(summary).toContain('It greets.');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
    const made = new Map(
      story.world.repository.labels.map(({ name, color, description }) => [name, { color, description }]),
    );
    expect(made.get('review:p1')?.description).toBe('Useful: needs a real review soon.');
    for (const name of ['feat', 'review:p1', 'triaged']) {
      const { color = 'ededed', description } = made.get(name) ?? {};
      expect(color).toMatch(/^[0-9a-f]{6}$/);
      expect(color).not.toBe('ededed');
      expect(description).toMatch(/\w/);
    }
    expect(writesOf(story.github)).toEqual([CREATE_LABEL, CREATE_LABEL, CREATE_LABEL, ADD_LABELS]);
  },
);

scene(
  'TR-4 labels that exist are neither created nor changed, and one request puts all of them on',
  {
    ...RANKED,
    world: {
      labels: [
        { name: 'Triaged', color: '123456', description: 'Ours.' },
        { name: 'Review:P1', color: '654321' },
        { name: 'feat', color: 'abcdef' },
      ],
    },
  },
  async (story) => {
    const before = JSON.stringify(story.world.repository.labels);

    await story.run({ event: await opened(story) });

    // GitHub compares labels without case; the repository's own spelling stays.
    expect(labelsOf(story)).toEqual(['Review:P1', 'Triaged', 'feat']);
    expect(JSON.stringify(story.world.repository.labels)).toBe(before);
    expect(writesOf(story.github)).toEqual([ADD_LABELS]);
    expect(story.github.requests.length).toBeLessThanOrEqual(5);
  },
);

scene(
  'TR-4 CO-2 /revi triage replaces older labels of the settings, in any case, and touches no other one',
  {
    ...RANKED,
    settings:
      'triage:\n  areas:\n    - {name: api, description: The interface.}\n    - {name: docs site, description: The site.}\n',
    answers: { [ASKED_TO_RANK]: ranking({ rank: 'review:p0', type: 'fix', areas: ['docs site'] }) },
    world: { pull: { labels: ['triaged', 'REVIEW:P2', 'Feat', 'API', 'good first issue', 'review:px', 'p2'] } },
  },
  async (story) => {
    const { event } = story.said('/revi triage', 'dana');

    const { outputs, summary } = await story.run({ event });

    expect(outputs).toMatchObject({ outcome: 'done', rank: 'review:p0', type: 'fix', areas: '["docs site"]' });
    expect(labelsOf(story)).toEqual([
      'docs site',
      'fix',
      'good first issue',
      'p2',
      'review:p0',
      'review:px',
      'triaged',
    ]);
    expect(writesOf(story.github)).toEqual([
      CREATE_LABEL,
      CREATE_LABEL,
      CREATE_LABEL,
      ADD_LABELS,
      REMOVE_LABEL,
      REMOVE_LABEL,
      REMOVE_LABEL,
    ]);
    expect(summary).toContain('taken off:');
  },
);

scene('TR-4 a second /revi triage with the same answer changes nothing', RANKED, async (story) => {
  await story.run({ event: story.said('/revi triage').event });
  const writes = writesOf(story.github).length;

  const { outputs, summary } = await story.run({ event: story.said('/revi triage').event });

  expect(outputs['outcome']).toBe('done');
  expect(summary).toContain('nothing was changed');
  expect(writesOf(story.github)).toHaveLength(writes);
});

const FIFTY = `🦜${'x'.repeat(48)}é`;

scene(
  'TR-2 TR-4 names with emoji, blanks, case and 50 characters are labels, each with a description of at most 100',
  {
    ...RANKED,
    settings: JSON.stringify({
      triage: {
        ranks: [
          { name: '🚀 Take It', description: `Now. ${'🚀'.repeat(150)}` },
          { name: 'später', description: 'Later.' },
        ],
        types: ['Fix/🐛', 'feat'],
        areas: [{ name: FIFTY, description: 'Fifty characters.' }],
      },
    }),
    answers: { [ASKED_TO_RANK]: ranking({ rank: '🚀 Take It', type: 'Fix/🐛', areas: [FIFTY.toUpperCase()] }) },
    world: { labels: [{ name: 'FIX/🐛' }] },
  },
  async (story) => {
    const { outputs } = await story.run({ event: await opened(story) });

    expect(outputs).toMatchObject({
      outcome: 'done',
      rank: '🚀 Take It',
      type: 'Fix/🐛',
      areas: JSON.stringify([FIFTY]),
    });
    expect(labelsOf(story)).toEqual(['FIX/🐛', FIFTY, 'triaged', '🚀 Take It'].sort());
    for (const { description } of story.world.repository.labels)
      expect([...(description ?? '')].length).toBeLessThanOrEqual(100);

    const again = await story.run({ event: await opened(story) });
    expect(again.outputs['outcome']).toMatch(/^skipped: .*label/);
  },
);

scene(
  'TR-2 SU-56 names that labels cannot have, or that stand twice, are errors on their lines and touch no label',
  {
    ...RANKED,
    settings: `triage:\n  ranks:\n    - {name: a, description: A.}\n    - {name: A, description: B.}\n  types: [${'x'.repeat(51)}]\n`,
  },
  async (story) => {
    const { code, outputs, annotations } = await story.run({ event: await opened(story) });

    expect([code, outputs['outcome']]).toEqual([
      1,
      expect.stringMatching(/^failed: the settings do not load \(\.hyperhive\/revi\.yml\)/),
    ]);
    const errors = annotations.filter(({ properties }) => properties['file'] === SETTINGS);
    expect(errors.map(({ properties }) => properties['line'])).toEqual(['4', '5']);
    expect(errors[0]?.message).toMatch(/"A" stands twice/);
    expect(writesOf(story.github)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'TR-3 an unknown area is dropped, and an area whose paths match is added by code',
  {
    ...RANKED,
    settings:
      'triage:\n  areas:\n    - {name: texts, description: Texts., paths: ["*.txt"]}\n    - {name: api, description: The interface., paths: ["api/**"]}\n',
    answers: { [ASKED_TO_RANK]: ranking({ areas: ['made up', 'API'] }) },
  },
  async (story) => {
    const { outputs } = await story.run({ event: await opened(story) });

    expect(outputs['areas']).toBe('["texts","api"]');
    expect(labelsOf(story)).toEqual(['api', 'feat', 'review:p1', 'texts', 'triaged']);
  },
);

scene(
  'TR-3 the model sees title, description, the issues that are closed, the files and the diff',
  {
    ...RANKED,
    world: {
      pull: {
        title: 'Greet \u202eall',
        body: 'Trust me.\n\nFixes #3',
        closes: [{ number: 3, title: 'Nobody greets', body: 'Sad.' }],
      },
    },
  },
  async (story) => {
    await story.run({ event: await opened(story) });

    const shown = shownTo(story.model.questions[0]);
    expect(shown).toMatchObject({
      title: 'Greet <U+202E>all',
      closes: [{ number: 3, title: 'Nobody greets', body: 'Sad.' }],
    });
    expect(String(shown['description'])).toContain('Trust me.');
    expect(JSON.stringify(shown['files'])).toContain('hello.txt');
    expect(shown['diff']).toContain('+hello');
  },
);

scene(
  'TR-4 SU-48 a label that cannot be created is named, and the rest are set',
  {
    ...RANKED,
    faults: [
      {
        match: 'POST */labels',
        times: [2],
        answer: {
          status: 422,
          body: { message: 'Validation Failed', errors: [{ resource: 'Label', code: 'invalid', field: 'name' }] },
        },
      },
    ],
  },
  async (story) => {
    const { code, outputs, summary } = await story.run({ event: await opened(story) });

    expect(code).toBe(1);
    expect(outputs['outcome']).toMatch(/^failed: .*create the label review:p1/);
    expect(summary.replaceAll('\\', '')).toContain('review:p1');
    expect(labelsOf(story)).toEqual(['feat']);

    // Nothing says that it is ranked, so a run that is started again makes up for it.
    const again = await story.run({ event: await opened(story), attempt: 2 });
    expect(again.outputs['outcome']).toBe('done');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);

scene(
  'TR-1 a dispatch ranks what has its labels already, by the number that it was given',
  { ...RANKED, world: { pull: { draft: true, labels: ['triaged', 'review:p3'] } } },
  async (story) => {
    const source = { world: story.world, urls: story.github.urls };
    const without = await story.run({ event: dispatchEvent(source, 'mia', {}) });
    expect(without.outputs['outcome']).toMatch(/^failed: .*pull-request/);

    const { outputs } = await story.run({ event: dispatchEvent(source, 'mia', { 'pull-request': '7' }) });

    expect(outputs['outcome']).toBe('done');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);

scene(
  'TR-4 SU-42 on a re-triage a rank that cannot be created leaves the older one, until it can',
  {
    ...RANKED,
    world: { pull: { labels: ['triaged', 'review:p3', 'fix'] } },
    faults: [{ match: 'POST */labels', times: [1], answer: { status: 422, body: { message: 'Validation Failed' } } }],
  },
  async (story) => {
    const { event } = story.said('/revi triage');

    const { outputs } = await story.run({ event });
    expect(outputs['outcome']).toMatch(/^failed: .*create the label review:p1/);
    expect(labelsOf(story)).toEqual(['feat', 'review:p3', 'triaged']);

    const again = await story.run({ event, attempt: 2 });
    expect(again.outputs['outcome']).toBe('done');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);

scene(
  'SU-47 SU-51 a key without its end in a path takes nothing else of the summary with it',
  {
    ...RANKED,
    world: { pull: { commits: [{ files: { [`a/-----BEGIN ${'PRIVATE KEY-----'}.ts`]: 'let a = 1; // \u202e\n' } }] } },
  },
  async (story) => {
    const { summary } = await story.run({ event: await opened(story) });

    expect(summary).toMatch(/\*\*Hidden characters:\*\*\n\n- a\/\\\[redacted\\\]/);
    expect(summary).toContain('GitHub requests |');
  },
);
