import { describe, expect, test } from '@jest/globals';
import { codePoints } from '../../../src/core/length.ts';
import { answerSchema, judgementOf } from '../../../src/core/triage/answer.ts';
import { strangeNames } from '../../../src/core/triage/plan.ts';
import { askForRanking, overheadOf } from '../../../src/core/triage/prompt.ts';
import { compileSchema } from '../../../src/core/validate.ts';
import { triageSettings } from './examples.ts';

const triage = triageSettings();
const check = compileSchema(answerSchema(triage));
const answer = { rationale: 'Small.', rank: 'review:p1', type: 'feat', areas: [] as string[] };
const read = (over: Partial<typeof answer>, pathAreas: readonly string[] = [], secrets: readonly string[] = []) =>
  judgementOf({ ...answer, ...over }, triage, { pathAreas, secrets });

describe('the shape of an answer', () => {
  test('TR-3 takes the ranks and types of the settings, and any names of areas', () => {
    expect(check({ ...answer, areas: ['anything'] }).ok).toBe(true);
  });

  test.each([
    ['an unknown rank', { rank: 'p1' }],
    ['a rank of the defaults that the settings replace', { rank: 'review:p9' }],
    ['an unknown type', { type: 'feature' }],
    ['no rationale', { rationale: undefined }],
    ['areas that are no list', { areas: 'web' }],
    ['one more key', { verdict: 'approve' }],
  ])('TR-3 refuses %s', (_what, over) => {
    expect(check(JSON.parse(JSON.stringify({ ...answer, ...over }))).ok).toBe(false);
  });
});

describe('the judgement', () => {
  test('TR-3 drops unknown areas, adds those whose paths match, in the settings’ order and spelling', () => {
    expect(read({ areas: ['HANDBOOK', 'harbour', 'triaged', 'Timetable '] }, ['web']).areas).toEqual([
      'timetable',
      'web',
      'handbook',
    ]);
  });

  test('SU-49 cuts a rationale of more than 1,000 code points after trimming it', () => {
    const long = read({ rationale: `  ${'🚢'.repeat(1_001)}  ` }).rationale;
    expect(codePoints(long)).toBe(1_000);
    expect(long.endsWith('🚢…')).toBe(true);
    expect(read({ rationale: ` ${'🚢'.repeat(1_000)} ` }).rationale).toBe('🚢'.repeat(1_000));
  });

  test('SU-47 redacts secrets before the cut', () => {
    const secret = 'hunter2-hunter2';
    const rationale = `${'x'.repeat(995)}${secret}`;
    expect(read({ rationale }, [], [secret]).rationale).not.toContain('hunt');
  });
});

describe('the question', () => {
  const batch = askForRanking(triage, { shared: '{"title":"x"}', language: 'German' });

  test('SU-35 holds the names of the settings after the untrusted block, and no text of the pull request elsewhere', () => {
    expect(batch.shared).toBe('{"title":"x"}');
    const [question, ...others] = batch.questions;
    expect(others).toEqual([]);
    for (const name of ['review:p3', 'Unlikely to be taken.', 'docs', 'handbook', 'Texts for people.'])
      expect(question?.task).toContain(name);
  });

  test('SU-55 asks for the rationale in the language, and says nothing of English', () => {
    expect(batch.system).toContain('in German');
    expect(askForRanking(triage, { shared: '{}', language: 'English' }).system).not.toContain('English');
  });

  test('SU-23 counts every word of ours against the room', () => {
    const own = Buffer.byteLength(batch.system + (batch.questions[0]?.task ?? '') + JSON.stringify(batch.schema));
    expect(overheadOf(triage, 'German')).toBeGreaterThan(own);
  });
});

describe('a plan’s judgement', () => {
  test('SU-41 is strange where the settings no longer name it', () => {
    const judgement = { ...answer, areas: ['web'] };
    expect(strangeNames(judgement, triage)).toEqual([]);
    expect(strangeNames({ ...judgement, rank: 'go', areas: ['web', 'bug'] }, triage)).toEqual([
      'its rank go is not in the settings of the default branch',
      'its area bug is not in the settings of the default branch',
    ]);
    expect(strangeNames({ ...judgement, type: 'bug' }, triage)).toHaveLength(1);
  });
});
