import { tmpdir } from 'node:os';
import { UserError } from '../core/errors.ts';
import type { RunIdentity } from '../core/run-identity.ts';

/** What the Actions runner tells in its variables. */
export type Environment = {
  readonly run: RunIdentity;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly serverUrl: string;
  readonly eventPath: string | null;
  readonly summaryFile: string | null;
  /** For files that later steps of the job read. */
  readonly temporaryFolder: string;
};

/** Reads the runner's variables; addresses come from there, so that Enterprise Server works (SU-3). Throws a `UserError`. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const required = (name: string): string => {
    const value = env[name]?.trim() ?? '';
    if (value === '') throw new UserError(`${name} is not set; Revi runs in GitHub Actions, which sets it`);
    return value;
  };
  const address = (name: string, otherwise: string): string => (env[name]?.trim() || otherwise).replace(/\/+$/, '');
  const [owner = '', name = ''] = required('GITHUB_REPOSITORY').split('/');
  const apiUrl = address('GITHUB_API_URL', 'https://api.github.com');
  return {
    run: {
      id: required('GITHUB_RUN_ID'),
      attempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1') || 1,
      event: required('GITHUB_EVENT_NAME'),
      repository: { owner, name, id: Number(required('GITHUB_REPOSITORY_ID')) },
    },
    apiUrl,
    graphqlUrl: address('GITHUB_GRAPHQL_URL', `${apiUrl}/graphql`),
    serverUrl: address('GITHUB_SERVER_URL', 'https://github.com'),
    eventPath: env['GITHUB_EVENT_PATH']?.trim() || null,
    summaryFile: env['GITHUB_STEP_SUMMARY']?.trim() || null,
    temporaryFolder: env['RUNNER_TEMP']?.trim() || tmpdir(),
  };
}
