import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runAction } from '../../src/embedded/runner.ts';
import type { WorldDescription } from '../../src/embedded/world.ts';
import { MODEL_KEY, staged } from '../support/runner.ts';

const MANIFEST = `
inputs:
  plain: {}
  greeting: {default: hello}
  github-token: {default: "\${{ github.token }}"}
  pull-request: {default: "\${{ inputs.pull-request }}"}
runs: {using: node24, main: index.js}
`;

/** Runs a script as an action of its own. */
async function runScript(script: string, inputs: Record<string, string> = {}, manifest = MANIFEST) {
  const action = mkdtempSync(join(tmpdir(), 'revi-action-'));
  writeFileSync(join(action, 'action.yml'), manifest);
  writeFileSync(join(action, 'index.js'), script);
  writeFileSync(join(action, 'package.json'), '{"type": "commonjs"}');
  try {
    return await runAction({
      action,
      inputs,
      event: { name: 'workflow_dispatch', payload: { inputs: { 'pull-request': '12' }, sender: { login: 'mia' } } },
      token: 'ghs_token',
      repository: { owner: 'acme', name: 'shop', id: 5 },
      github: { apiUrl: 'http://a', graphqlUrl: 'http://a/graphql', serverUrl: 'http://a' },
    });
  } finally {
    rmSync(action, { recursive: true });
  }
}

test("an action gets its inputs with their defaults, and nothing of this process's environment", async () => {
  const { log } = await runScript('console.log(JSON.stringify(process.env))', { plain: 'given' });
  const environment = JSON.parse(log) as Record<string, string>;

  expect(environment).toMatchObject({
    INPUT_PLAIN: 'given',
    INPUT_GREETING: 'hello',
    'INPUT_GITHUB-TOKEN': 'ghs_token',
    'INPUT_PULL-REQUEST': '12',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_ACTOR: 'mia',
  });
  const foreign = Object.keys(environment).filter((name) => !/^(GITHUB|RUNNER|INPUT)_|^(PATH|HOME|CI)$/.test(name));
  expect(foreign.filter((name) => name in process.env && name !== '__CF_USER_TEXT_ENCODING')).toEqual([]);
});

test('outputs, summary, annotations, masks and the exit code are read as the runner reads them', async () => {
  const result = await runScript(`
    const fs = require('fs');
    fs.appendFileSync(process.env.GITHUB_OUTPUT, 'plain=a=b\\nlong<<END\\none\\ntwo\\nEND\\nempty<<E\\n\\nE\\n');
    fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, '# Done');
    console.log('::add-mask::secret');
    console.log('::error file=a%3Ab.yml,line=3::one%0Atwo 100%25');
    console.log('::debug::quiet');
    process.exitCode = 3;
  `);

  expect(result).toMatchObject({
    code: 3,
    outputs: { plain: 'a=b', long: 'one\ntwo', empty: '' },
    summary: '# Done',
    masks: ['secret'],
    annotations: [{ name: 'error', properties: { file: 'a:b.yml', line: '3' }, message: 'one\ntwo 100%' }],
  });
});

test('an input that action.yml does not have, and an expression that is not known, are errors', async () => {
  await expect(runScript('', { misspelt: 'x' })).rejects.toThrow('has no input misspelt');
  const manifest = MANIFEST.replace('github.token', 'secrets.X');
  await expect(runScript('', {}, manifest)).rejects.toThrow(/does not know .* secrets\.X/);
});

const world: WorldDescription = {
  files: {
    '.hyperhive/review-classifier.yml':
      'classifications:\n  - {name: greets, description: The change greets., polarity: positive, threshold: 60}\n',
  },
  collaborators: { 'review-classifier': 'read' },
  pull: { requestedReviewers: ['review-classifier'] },
};
const model = {
  answers: { 'The change greets.': { verdict: 'match', certainty: 90, reason: 'It says hello.' } },
  otherwise: { verdict: 'no-match', certainty: 95, reason: 'Nobody is addressed.' },
};
const request = { action: 'review_requested', reviewer: 'review-classifier' } as const;

test('the built classify runs on a stage and posts its review', async () => {
  await staged({ world, model }, async ({ github, run, event, pull }) => {
    const result = await run({ event: await event(request) });

    expect(result).toMatchObject({
      code: 0,
      outputs: { outcome: 'done', verdict: 'approve' },
      masks: expect.arrayContaining([MODEL_KEY]),
    });
    expect(pull().reviews).toMatchObject([{ state: 'APPROVED', commit: pull().head }]);
    expect(pull().requestedReviewers).toEqual([]);
    expect(github.problems).toEqual([]);
  });
}, 30_000);

test('SU-30 without a key the identity token of the job is exchanged for one', async () => {
  await staged({ world, model, identity: true }, async ({ model: standIn, run, event }) => {
    const inputs = { 'federation-rule-id': 'fdrl_1', 'organization-id': 'org', 'service-account-id': 'svac_1' };

    const result = await run({ event: await event(request), inputs });

    expect(result.outputs['outcome']).toBe('done');
    expect(standIn.exchanges).toMatchObject([{ federation_rule_id: 'fdrl_1' }]);
    expect(new Set(standIn.questions.map(({ credential }) => credential))).toEqual(new Set(['lent']));
  });
}, 30_000);

test('SU-42 a run that is killed after its review landed is finished by the next attempt', async () => {
  const stop = new AbortController();
  const faults = [{ match: 'POST */reviews', times: [1], after: () => stop.abort(), reset: 'after' as const }];
  await staged({ world, model, faults }, async ({ run, event, pull }) => {
    const happening = await event(request);
    const killed = await run({ event: happening, signal: stop.signal });
    expect(killed.code).toBeNull();
    expect(pull().requestedReviewers).toHaveLength(1);

    const second = await run({ event: happening, attempt: 2 });

    expect(second.code).toBe(0);
    expect(pull().reviews).toHaveLength(1);
    expect(pull().requestedReviewers).toEqual([]);
  });
}, 30_000);
