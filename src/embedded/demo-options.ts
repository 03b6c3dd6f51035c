import { parseArgs } from 'node:util';
import type { Script } from './demo-script.ts';
import { type DemoAction, isDemoAction, SCRIPTS } from './demo-scripts.ts';

export const HELP = `Runs a bundled action on a pull request of the embedded GitHub, and prints what it did.

  npm start                                   classify on a sample pull request with rules of its own
  npm start -- --action auto                  the whole suite on it: what one workflow does from its opening to its approval
  npm start -- --action re-review             three reviews in a row, with a push and with people who disagree between them
  npm start -- --action reconcile-bot-threads
                                              three findings of other review bots: one fixed, one declined, one left to a person
  npm start -- --git <clone> --base <revision> --head <revision> [--rules <file>]
                                              a pull request made of any local git repository, which is not changed

  --action <name>     what is run, and on which events:
                        classify   a review is requested (the default)
                        triage     the pull request is opened; /revi triage
                        converse   questions on the conversation and in a thread, /revi help, /revi approve
                        re-review  the pull request is opened; /revi after a push; /revi after people disagreed
                        reconcile-bot-threads  two other bots review; only on the sample, not with --git
                        auto       the root action, installed by one workflow: all of these, each once
  --git <clone>       folder of a local git repository
  --base <revision>   what the pull request is for (default: main)
  --head <revision>   what it brings (default: HEAD)
  --rules <file>      rules to use instead of those on the base
  --settings <file>   settings to use as .hyperhive/revi.yml, such as rules-examples/reviewers/security.yml
  --title <text>      title of the pull request (default: the first line of the head's message)
  --number <n>        its number (default: 12)
  --model <name>      model to ask: haiku, sonnet, opus or a full name
  --serve             keeps the embedded GitHub up afterwards, until Ctrl-C
  --port <n>          port of the embedded GitHub (default: any free one)
  --help

With ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or ANTHROPIC_BASE_URL in the environment that model is asked. Without them a
stand-in answers, which only looks for words and says so. What it finds in the sample as a reviewer, and what it answers to other
review bots there, was written beforehand; whether it fits the code it looks up in what it is shown.
`;

const OPTIONS = {
  action: { type: 'string' },
  git: { type: 'string' },
  base: { type: 'string' },
  head: { type: 'string' },
  rules: { type: 'string' },
  settings: { type: 'string' },
  title: { type: 'string' },
  number: { type: 'string' },
  model: { type: 'string' },
  port: { type: 'string' },
  serve: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export type DemoOptions = {
  readonly action: DemoAction;
  /** null: the sample. */
  readonly clone: { readonly path: string; readonly base: string; readonly head: string } | null;
  readonly rules: string | null;
  readonly settings: string | null;
  readonly title: string | null;
  readonly number: number | null;
  readonly model: string | null;
  readonly port: number;
  readonly serve: boolean;
  readonly help: boolean;
};

/** The command line was wrong; the message lists what is known. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Reads the command line, or throws an {@link OptionError}. */
export function parseDemoOptions(args: readonly string[]): DemoOptions {
  const known = Object.keys(OPTIONS).map((name) => `--${name}`);
  const wrong = (what: string) => new OptionError(`${what}. Known options: ${known.join(', ')}.`);
  const values = (() => {
    try {
      return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
    } catch (error) {
      // Node adds advice about positional arguments, which nobody here needs.
      throw wrong(error instanceof Error ? error.message.replace(/\. .*$/s, '').replace(/\.$/, '') : String(error));
    }
  })();
  const whole = (name: 'number' | 'port'): number | null => {
    const value = values[name];
    if (value === undefined) return null;
    const [least, most] = name === 'port' ? [0, 65_535] : [1, 999_999_999];
    if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most)
      throw wrong(`--${name} ${value} is no whole number that fits`);
    return Number(value);
  };
  if (values.git === undefined && (values.base !== undefined || values.head !== undefined))
    throw wrong('--base and --head need --git, which says in which repository they are');
  if (values.git?.trim() === '') throw wrong('--git is empty; it takes the folder of a local git repository');
  const { action = 'classify' } = values;
  if (!isDemoAction(action)) throw wrong(`--action ${action} is none of ${Object.keys(SCRIPTS).join(', ')}`);
  const { onlySample }: Script = SCRIPTS[action];
  if (values.git !== undefined && onlySample !== undefined)
    throw wrong(`--git is not for --action ${action}: ${onlySample}`);
  if (values.rules !== undefined && action !== 'classify' && action !== 'auto')
    throw wrong(`--rules is for classify, and --action ${action} does not run it`);
  return {
    action,
    clone:
      values.git === undefined ? null : { path: values.git, base: values.base ?? 'main', head: values.head ?? 'HEAD' },
    rules: values.rules ?? null,
    settings: values.settings ?? null,
    title: values.title ?? null,
    number: whole('number'),
    model: values.model ?? null,
    port: whole('port') ?? 0,
    serve: values.serve ?? false,
    help: values.help ?? false,
  };
}
