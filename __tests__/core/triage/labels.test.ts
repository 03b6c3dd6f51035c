import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codePoints } from '../../../src/core/length.ts';
import {
  decideLabels,
  type LabelEffect,
  labelKey,
  type Ranking,
  rankedLabel,
  type StandingLabels,
} from '../../../src/core/triage/labels.ts';
import { triageSettings } from './examples.ts';

const triage = triageSettings();
const ranking: Ranking = { rank: 'review:p1', type: 'feat', areas: ['timetable', 'handbook'] };
const none: StandingLabels = { onPullRequest: [], inRepository: [] };
const first = { replaceOlder: false, unavailable: new Set<string>() };
const again = { replaceOlder: true, unavailable: new Set<string>() };
const ALL = ['triaged', 'review:p1', 'feat', 'timetable', 'handbook'];

/** What stands after effects, by GitHub's rules: names compare without case, what is there keeps its spelling. */
function carriedOut(standing: StandingLabels, effects: readonly LabelEffect[]): StandingLabels {
  let { onPullRequest, inRepository } = standing;
  const add = (list: readonly string[], name: string): readonly string[] =>
    list.some((one) => labelKey(one) === labelKey(name)) ? list : [...list, name];
  for (const effect of effects) {
    if (effect.kind === 'create-label') inRepository = add(inRepository, effect.name);
    else if (effect.kind === 'add-labels') for (const name of effect.names) onPullRequest = add(onPullRequest, name);
    else onPullRequest = onPullRequest.filter((name) => labelKey(name) !== labelKey(effect.name));
  }
  return { onPullRequest, inRepository };
}

const namesIn = (effect: LabelEffect): readonly string[] =>
  effect.kind === 'add-labels' ? effect.names : [effect.name];

describe('which labels are set', () => {
  test('TR-4 creates what is missing, then puts all on in one request', () => {
    const effects = decideLabels(ranking, triage, none, first);
    expect(effects.map(({ kind }) => kind)).toEqual([...ALL.map(() => 'create-label'), 'add-labels']);
    expect(effects.at(-1)).toEqual({ kind: 'add-labels', names: ALL });
  });

  test('TR-4 gives new labels a colour of their kind and their meaning', () => {
    const created = decideLabels(ranking, triage, none, first).filter((effect) => effect.kind === 'create-label');
    expect(created.map(({ name, description }) => [name, description])).toEqual([
      ['triaged', 'Revi has given this pull request its rank.'],
      ['review:p1', 'Needs a real review soon.'],
      ['feat', 'Type of change: feat.'],
      ['timetable', 'When boats leave.'],
      ['handbook', 'Texts for people.'],
    ]);
    expect(created.every(({ color }) => /^[0-9a-f]{6}$/.test(color) && color !== 'ededed')).toBe(true);
    expect(new Set(created.map(({ color }) => color)).size).toBe(4);
  });

  test('TR-4 colours ranks from the best to the worst, however many there are', () => {
    const colorOf = (rank: string, ranks: readonly string[]): string | undefined => {
      const own = triageSettings({ ranks: ranks.map((name) => ({ name, description: name })) });
      const effects = decideLabels({ ...ranking, rank, areas: [] }, own, none, first);
      return effects.filter((effect) => effect.kind === 'create-label').find(({ name }) => name === rank)?.color;
    };
    expect(colorOf('go', ['go', 'wait'])).toBe(colorOf('review:p0', ['review:p0', 'b', 'c', 'd']));
    expect(colorOf('wait', ['go', 'wait'])).toBe(colorOf('review:p3', ['a', 'b', 'c', 'review:p3']));
    expect(colorOf('only', ['only'])).toBe(colorOf('go', ['go', 'wait']));
  });

  test('TR-4 compares without case, and keeps the repository’s spelling', () => {
    const standing = {
      onPullRequest: ['FEAT'],
      inRepository: ['Triaged', 'Review:P1', 'FEAT', 'Timetable', 'HANDBOOK'],
    };
    expect(decideLabels(ranking, triage, standing, again)).toEqual([
      { kind: 'add-labels', names: ['Triaged', 'Review:P1', 'Timetable', 'HANDBOOK'] },
    ]);
  });

  test('TR-4 replaces older ranks, types and areas on a re-triage, and touches no other label', () => {
    const onPullRequest = ['triaged', 'Review:P2', 'fix', 'web', 'bug', 'good first issue', 'review:p9'];
    const standing = { onPullRequest, inRepository: [...onPullRequest, ...ALL] };
    expect(decideLabels(ranking, triage, standing, again)).toEqual([
      { kind: 'add-labels', names: ['review:p1', 'feat', 'timetable', 'handbook'] },
      { kind: 'remove-label', name: 'Review:P2' },
      { kind: 'remove-label', name: 'fix' },
      { kind: 'remove-label', name: 'web' },
    ]);
  });

  test('TR-4 takes off nothing on a first triage: those labels are people’s', () => {
    const standing = { onPullRequest: ['fix', 'web'], inRepository: ['fix', 'web', ...ALL] };
    expect(decideLabels(ranking, triage, standing, first)).toEqual([{ kind: 'add-labels', names: ALL }]);
  });

  test('TR-4 changes nothing when all are there', () => {
    expect(decideLabels(ranking, triage, { onPullRequest: ALL, inRepository: ALL }, again)).toEqual([]);
  });

  test('TR-4 leaves out what cannot be created, and sets the rest', () => {
    const effects = decideLabels(ranking, triage, none, { ...first, unavailable: new Set(['timetable']) });
    expect(effects.flatMap(namesIn)).not.toContain('timetable');
    expect(effects.at(-1)).toEqual({ kind: 'add-labels', names: ['triaged', 'review:p1', 'feat', 'handbook'] });
  });

  test('TR-4 SU-42 a rank that cannot be created leaves the older one, and nothing that says that it is ranked', () => {
    const onPullRequest = ['review:p2', 'fix', 'web'];
    const standing = { onPullRequest, inRepository: [...onPullRequest, 'feat', 'triaged', 'timetable', 'handbook'] };
    const effects = decideLabels(ranking, triage, standing, { ...again, unavailable: new Set(['review:p1']) });

    expect(effects).toEqual([
      { kind: 'add-labels', names: ['feat', 'timetable', 'handbook'] },
      { kind: 'remove-label', name: 'fix' },
      { kind: 'remove-label', name: 'web' },
    ]);
    expect(decideLabels(ranking, triage, carriedOut(standing, effects), again)).toEqual([
      { kind: 'create-label', name: 'review:p1', color: expect.any(String), description: expect.any(String) },
      { kind: 'add-labels', names: ['triaged', 'review:p1'] },
      { kind: 'remove-label', name: 'review:p2' },
    ]);
  });

  test('TR-4 a type that cannot be created leaves the older one', () => {
    const onPullRequest = ['triaged', 'review:p2', 'fix'];
    const standing = { onPullRequest, inRepository: [...onPullRequest, ...ALL] };
    const effects = decideLabels(ranking, triage, standing, { ...again, unavailable: new Set(['feat']) });

    expect(effects.flatMap(namesIn)).not.toContain('fix');
    expect(effects).toContainEqual({ kind: 'remove-label', name: 'review:p2' });
  });

  test('SU-49 cuts a description to 100 code points, on one line', () => {
    const description = `⛴️ first line\n${'🚢'.repeat(200)}`;
    const own = triageSettings({ areas: [{ name: 'boats', description, paths: [] }] });
    const effects = decideLabels({ ...ranking, areas: ['boats'] }, own, none, first);
    const made = effects.find((effect) => effect.kind === 'create-label' && effect.name === 'boats');
    expect(made).toMatchObject({ description: expect.stringMatching(/^⛴️ first line 🚢+…$/u) });
    expect(made?.kind === 'create-label' && codePoints(made.description)).toBe(100);
  });

  test('TR-1 finds the label that says that a pull request is ranked', () => {
    expect(rankedLabel(['bug', 'TRIAGED'], triage)).toBe('TRIAGED');
    expect(rankedLabel(['Review:p3'], triage)).toBe('Review:p3');
    expect(rankedLabel(['feat', 'web', 'review:p9'], triage)).toBeNull();
  });
});

describe('whatever stands there', () => {
  const strangers = ['bug', 'review:p9', 'needs-human', 'Typo'];
  const spelled = fc
    .constantFrom(
      'triaged',
      ...triage.ranks.map(({ name }) => name),
      ...triage.types,
      ...triage.areas.map(({ name }) => name),
    )
    .chain((name) => fc.constantFrom(name, name.toUpperCase(), ` ${name}`.trim()));
  const labels = fc.uniqueArray(fc.oneof(spelled, fc.constantFrom(...strangers)), { selector: labelKey });
  const standings = fc.record({ onPullRequest: labels, others: labels }).map(({ onPullRequest, others }) => ({
    onPullRequest,
    inRepository: [
      ...onPullRequest,
      ...others.filter((name) => !onPullRequest.some((one) => labelKey(one) === labelKey(name))),
    ],
  }));
  const rankings = fc.record({
    rank: fc.constantFrom(...triage.ranks.map(({ name }) => name)),
    type: fc.constantFrom(...triage.types),
    areas: fc.subarray(triage.areas.map(({ name }) => name)),
  });

  test('SU-40 once the effects are carried out there is nothing left to do', () => {
    fc.assert(
      fc.property(standings, rankings, fc.boolean(), (standing, wanted, replaceOlder) => {
        const options = { replaceOlder, unavailable: new Set<string>() };
        const effects = decideLabels(wanted, triage, standing, options);
        expect(decideLabels(wanted, triage, carriedOut(standing, effects), options)).toEqual([]);
      }),
    );
  });

  test('SU-42 killed after any of them, the rest leads to the same labels', () => {
    fc.assert(
      fc.property(standings, rankings, fc.nat(10), (standing, wanted, kill) => {
        const effects = decideLabels(wanted, triage, standing, again);
        const killed = carriedOut(standing, effects.slice(0, kill));
        const end = carriedOut(killed, decideLabels(wanted, triage, killed, again));
        expect([...end.onPullRequest].sort()).toEqual([...carriedOut(standing, effects).onPullRequest].sort());
      }),
    );
  });

  test('TR-4 a stranger’s label is in no effect', () => {
    fc.assert(
      fc.property(standings, rankings, fc.boolean(), (standing, wanted, replaceOlder) => {
        const effects = decideLabels(wanted, triage, standing, { replaceOlder, unavailable: new Set() });
        expect(effects.flatMap(namesIn).filter((name) => strangers.includes(name))).toEqual([]);
      }),
    );
  });

  test('TR-4 one request puts labels on, and never one that is there', () => {
    fc.assert(
      fc.property(standings, rankings, (standing, wanted) => {
        const added = decideLabels(wanted, triage, standing, again).filter(({ kind }) => kind === 'add-labels');
        expect(added.length).toBeLessThanOrEqual(1);
        const worn = new Set(standing.onPullRequest.map(labelKey));
        expect(added.flatMap(namesIn).filter((name) => worn.has(labelKey(name)))).toEqual([]);
      }),
    );
  });
});
