import { expect, test } from '@jest/globals';
import type { Event } from '../../src/embedded/events.ts';
import { requestReview } from '../../src/embedded/happenings.ts';
import type { RunResult } from '../../src/embedded/runner.ts';
import { TOKEN } from '../../src/embedded/world.ts';
import { MODEL_KEY, type Stage, type StageDescription, staged } from '../support/runner.ts';

const RULES = `classifications:
  - name: greets
    description: The change greets somebody.
    polarity: positive
    threshold: 60
  - name: no-secret
    description: The change holds a password.
    polarity: negative
    threshold: 80
`;

const STAGE: StageDescription = {
  world: {
    files: { '.hyperhive/review-classifier.yml': RULES },
    collaborators: { 'review-classifier': 'read' },
    permissions: { contents: 'read', 'pull-requests': 'write', statuses: 'write' },
  },
  model: {
    answers: {
      'The change greets somebody.': { verdict: 'match', certainty: 92, reason: 'hello.txt says hello.' },
      'The change holds a password.': { verdict: 'not-applicable', certainty: 95, reason: 'There are only greetings.' },
    },
    otherwise: { verdict: 'no-match', certainty: 97, reason: 'Nobody is addressed.' },
  },
};

/** The nodes that the bundle has to run on: this one, and that of the Actions runner (SU-1). */
function nodes(): readonly string[] {
  const node24 = process.env['NODE24'];
  if (node24 === undefined || node24 === '')
    throw new Error('NODE24 is not set: it is the path of a Node 24, which scripts/test.mjs finds; run `npm test`');
  return [process.execPath, node24];
}

type Scenario = {
  readonly stage?: StageDescription;
  readonly inputs?: { readonly [name: string]: string };
  readonly event?: (stage: Stage) => Promise<Event>;
};

const requested = async (stage: Stage): Promise<Event> => {
  requestReview(stage.world, 7, 'review-classifier');
  return stage.event({ action: 'review_requested', reviewer: 'review-classifier' });
};

/** Runs the bundle on every node and gives what it did, which must be the same on each. */
async function transcript({ stage = STAGE, inputs = {}, event = requested }: Scenario): Promise<string> {
  const told: string[] = [];
  for (const node of nodes())
    await staged(stage, async (given) => {
      const result = await given.run({ node, event: await event(given), inputs: { 'max-parallel': '1', ...inputs } });
      expect(given.github.problems).toEqual([]);
      told.push(await tell(given, result));
    });
  expect(told[1]).toBe(told[0]);
  return told[0] ?? '';
}

async function tell(
  { world, github, model, pull }: Stage,
  { code, log, outputs, annotations }: RunResult,
): Promise<string> {
  const rules = (await world.git.run(['rev-parse', 'main:.hyperhive/review-classifier.yml'])).toString('utf8').trim();
  const names: readonly (readonly [string, string])[] = [
    [pull().head, '<head>'],
    [pull().head.slice(0, 7), '<head7>'],
    [world.branches.get('main') ?? '', '<base>'],
    [rules, '<rules>'],
    [github.url, '<github>'],
    [model.url, '<model>'],
    [TOKEN, '<token>'],
    [MODEL_KEY, '<key>'],
  ];
  const plain = (text: string): string => {
    const named = names.reduce((all, [value, name]) => all.replaceAll(value, name), text);
    return named
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/"(started|finished)_unix":\d+/g, '"$1_unix":<time>')
      .replace(/((?:-tokens|cost-usd)"?[:=] ?"?)[\d.]+/g, '$1<n>')
      .replace(/cost: [\d.]+/g, 'cost: <n>')
      .replace(/pullrequestreview-\d+/g, 'pullrequestreview-<id>')
      .replace(/reviews\/\d+/g, 'reviews/<id>')
      .replace(/(::add-mask::)(?!<)\S+/g, '$1<lent token>');
  };
  const section = (title: string, lines: readonly string[]): readonly string[] => [`--- ${title} ---`, ...lines];
  const lines = [
    ...section('EXIT CODE', [String(code)]),
    ...section('LOG', log.trimEnd().split('\n')),
    ...section(
      'ANNOTATIONS',
      annotations.map(({ name, message }) => `${name}: ${message}`),
    ),
    ...section(
      'OUTPUTS',
      // To a workflow an output that is empty and one that is not set are the same.
      Object.entries(outputs)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    ),
    ...section(
      'REQUESTS',
      github.requests.map(({ method, path, operation, status }) =>
        [method, path, ...(path === '/graphql' ? [operation.split(' ')[0]] : []), status].join(' '),
      ),
    ),
    ...section(
      'MODEL',
      model.questions.map(({ key, credential, status }) => `${key ?? 'tamper check'} (${credential}) ${status}`),
    ),
    ...section(
      'REVIEWS',
      pull().reviews.flatMap(({ state, body }) => [state, body]),
    ),
    ...section(
      'STATUSES',
      world.repository.statuses.map(({ state, context, description }) => `${context}: ${state} ${description}`),
    ),
  ];
  return plain(lines.join('\n'));
}

test('SU-1 SU-50 CL-35 a requested review: log, outputs, requests and review', async () => {
  expect(await transcript({ inputs: { 'status-context': 'revi/classify' } })).toMatchInlineSnapshot(`
"--- EXIT CODE ---
0
--- LOG ---
::add-mask::<token>
::add-mask::<key>
1/2 rules answered
2/2 rules answered
revi classify finished {"id":"9000000001-1","trigger":"review","repo":"acme/shop","pr":7,"requester":"mia","head_sha":"<head>","started_unix":<time>,"finished_unix":<time>,"outcome":"approved","detail":"","rows":[{"name":"greets","polarity":"positive","verdict":"match","certainty":92,"threshold":60,"counted":true,"failed":false,"reason":"hello.txt says hello.","error":null},{"name":"no-secret","polarity":"negative","verdict":"not-applicable","certainty":95,"threshold":80,"counted":false,"failed":false,"reason":"There are only greetings.","error":null}],"overall":"approve","review_url":"<github>/acme/shop/pull/7#pullrequestreview-<id>","usage":{"input-tokens":"<n>","cache-write-tokens":"<n>","cache-read-tokens":"<n>","output-tokens":"<n>","cost-usd":"<n>"}}
--- ANNOTATIONS ---
--- OUTPUTS ---
cache-read-tokens=<n>
cache-write-tokens=<n>
cost-usd=<n>
counted=1
failed=0
head-sha=<head>
input-tokens=<n>
outcome=done
output-tokens=<n>
results=[{"name":"greets","polarity":"positive","verdict":"match","certainty":92,"threshold":60,"counted":true,"failed":false,"reason":"hello.txt says hello.","error":null},{"name":"no-secret","polarity":"negative","verdict":"not-applicable","certainty":95,"threshold":80,"counted":false,"failed":false,"reason":"There are only greetings.","error":null}]
review-url=<github>/acme/shop/pull/7#pullrequestreview-<id>
verdict=approve
--- REQUESTS ---
POST /graphql PullRequestContext 200
GET /repos/acme/shop/compare/<base>...<head> 200
POST /graphql Position 200
POST /graphql Position 200
POST /repos/acme/shop/pulls/7/reviews 200
POST /graphql Position 200
DELETE /repos/acme/shop/pulls/7/requested_reviewers 200
POST /repos/acme/shop/statuses/<head> 201
--- MODEL ---
The change greets somebody. (bearer) 200
The change holds a password. (bearer) 200
tamper check (bearer) 200
--- REVIEWS ---
APPROVED
| classification | polarity | verdict | certainty | threshold | counted | reason |
|---|---|---|--:|--:|---|---|
| greets | positive | match | 92 | 60 | yes ✅ | hello.txt says hello. |
| no-secret | negative | not applicable | 95 | 80 | no | There are only greetings. |

Overall: approve.

<!-- revi-classify: v1; head: <head>; base: <base>; base-ref: main; rules: <rules>; run: 9000000001; attempt: 1; key: rr:review-classifier:<time>; verdict: approve; outcome: done; trigger: review; requester: mia; started-at: <time>; finished-at: <time>; cost: <n> -->
--- STATUSES ---
revi/classify: success Overall: approve."
`);
}, 120_000);

test('SU-1 SU-50 CL-10 an event that starts nothing makes no request', async () => {
  const event = (stage: Stage): Promise<Event> => stage.event({ action: 'opened' });
  expect(await transcript({ event, inputs: { 'anthropic-api-key': '' } })).toMatchInlineSnapshot(`
"--- EXIT CODE ---
0
--- LOG ---
::add-mask::<token>
::notice::skipped: pull_request opened starts no classification
--- ANNOTATIONS ---
notice: skipped: pull_request opened starts no classification
--- OUTPUTS ---
outcome=skipped: pull_request opened starts no classification
--- REQUESTS ---
--- MODEL ---
--- REVIEWS ---
--- STATUSES ---"
`);
}, 120_000);

test('SU-1 SU-50 SU-52 inputs that are wrong fail before any request', async () => {
  const inputs = { mode: 'dry', 'max-cost-usd': 'plenty', 'tamper-check': 'maybe' };
  expect(await transcript({ inputs })).toMatchInlineSnapshot(`
"--- EXIT CODE ---
1
--- LOG ---
::add-mask::<token>
::add-mask::<key>
::error::failed: input mode is "dry"; allowed are run, plan, apply; input max-cost-usd is "plenty"; expected an amount in USD above 0, such as 0.25; input tamper-check is "maybe"; allowed are true, false
--- ANNOTATIONS ---
error: failed: input mode is "dry"; allowed are run, plan, apply; input max-cost-usd is "plenty"; expected an amount in USD above 0, such as 0.25; input tamper-check is "maybe"; allowed are true, false
--- OUTPUTS ---
outcome=failed: input mode is "dry"; allowed are run, plan, apply; input max-cost-usd is "plenty"; expected an amount in USD above 0, such as 0.25; input tamper-check is "maybe"; allowed are true, false
--- REQUESTS ---
--- MODEL ---
--- REVIEWS ---
--- STATUSES ---"
`);
}, 120_000);

test('SU-1 SU-30 SU-53 keyless: the identity token of the job is exchanged, and what it is exchanged for is masked', async () => {
  const inputs = { 'federation-rule-id': 'fdrl_1', 'organization-id': 'org-1', 'service-account-id': 'svac_1' };
  expect(await transcript({ stage: { ...STAGE, identity: true }, inputs })).toMatchInlineSnapshot(`
"--- EXIT CODE ---
0
--- LOG ---
::add-mask::<token>
::debug::ID token url is <github>/identity?api-version=2.0&audience=https%253A%252F%252Fapi.anthropic.com
::add-mask::<lent token>
::add-mask::<lent token>
::add-mask::<lent token>
1/2 rules answered
2/2 rules answered
revi classify finished {"id":"9000000001-1","trigger":"review","repo":"acme/shop","pr":7,"requester":"mia","head_sha":"<head>","started_unix":<time>,"finished_unix":<time>,"outcome":"approved","detail":"","rows":[{"name":"greets","polarity":"positive","verdict":"match","certainty":92,"threshold":60,"counted":true,"failed":false,"reason":"hello.txt says hello.","error":null},{"name":"no-secret","polarity":"negative","verdict":"not-applicable","certainty":95,"threshold":80,"counted":false,"failed":false,"reason":"There are only greetings.","error":null}],"overall":"approve","review_url":"<github>/acme/shop/pull/7#pullrequestreview-<id>","usage":{"input-tokens":"<n>","cache-write-tokens":"<n>","cache-read-tokens":"<n>","output-tokens":"<n>","cost-usd":"<n>"}}
--- ANNOTATIONS ---
--- OUTPUTS ---
cache-read-tokens=<n>
cache-write-tokens=<n>
cost-usd=<n>
counted=1
failed=0
head-sha=<head>
input-tokens=<n>
outcome=done
output-tokens=<n>
results=[{"name":"greets","polarity":"positive","verdict":"match","certainty":92,"threshold":60,"counted":true,"failed":false,"reason":"hello.txt says hello.","error":null},{"name":"no-secret","polarity":"negative","verdict":"not-applicable","certainty":95,"threshold":80,"counted":false,"failed":false,"reason":"There are only greetings.","error":null}]
review-url=<github>/acme/shop/pull/7#pullrequestreview-<id>
verdict=approve
--- REQUESTS ---
POST /graphql PullRequestContext 200
GET /repos/acme/shop/compare/<base>...<head> 200
POST /graphql Position 200
POST /graphql Position 200
POST /repos/acme/shop/pulls/7/reviews 200
POST /graphql Position 200
DELETE /repos/acme/shop/pulls/7/requested_reviewers 200
--- MODEL ---
The change greets somebody. (lent) 200
The change holds a password. (lent) 200
tamper check (lent) 200
--- REVIEWS ---
APPROVED
| classification | polarity | verdict | certainty | threshold | counted | reason |
|---|---|---|--:|--:|---|---|
| greets | positive | match | 92 | 60 | yes ✅ | hello.txt says hello. |
| no-secret | negative | not applicable | 95 | 80 | no | There are only greetings. |

Overall: approve.

<!-- revi-classify: v1; head: <head>; base: <base>; base-ref: main; rules: <rules>; run: 9000000001; attempt: 1; key: rr:review-classifier:<time>; verdict: approve; outcome: done; trigger: review; requester: mia; started-at: <time>; finished-at: <time>; cost: <n> -->
--- STATUSES ---"
`);
}, 120_000);
