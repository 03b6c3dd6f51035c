import { accountOfLogin, normalLogin, sameAccount } from '../../core/account.ts';
import type { ChangedFile } from '../../core/diff.ts';
import type { Trust } from '../../core/footer.ts';
import type { ReReviewInputs } from '../../core/inputs.ts';
import type { Position, PullRequestContext } from '../../core/pull-request.ts';
import { baseTextOf } from '../../core/re-review/base-text.ts';
import type { Source } from '../../core/re-review/check-findings.ts';
import { reReviewContextParts } from '../../core/re-review/opening.ts';
import { accountsToRank, maintainerTest } from '../../core/re-review/pings.ts';
import type { Rank } from '../../core/roles.ts';
import type { Settings } from '../../core/settings.ts';
import { symbolsOf } from '../../core/symbols/symbols.ts';
import type { Forge } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';

/** What a run has read of the pull request, and whose posts it believes. */
export type ReReviewSnapshot = { readonly context: PullRequestContext; readonly trust: Trust };

/** The first reading: one request (SU-20). A plan is for the account that will post (SU-41). */
export async function readSnapshot(
  number: number,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<ReReviewSnapshot> {
  const context = await ports.forge.readContext(number, reReviewContextParts(inputs));
  const viewer = inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : context.viewer;
  const trust = { viewer, secrets: inputs.markerSecrets, repositoryId: ports.run.repository.id, number };
  return { context, trust };
}

/** Reads the roles that weigh words in the bot's threads, and gives the test for maintainers (RR-32). */
export async function readMaintainers(
  { context, trust }: ReReviewSnapshot,
  settings: Settings,
  forge: Forge,
): Promise<ReturnType<typeof maintainerTest>> {
  const people = accountsToRank(context, settings, (account) => sameAccount(account, trust.viewer));
  const ranks = new Map<string, Rank>();
  for (const { login } of people) ranks.set(normalLogin(login), await forge.readRank(login));
  return maintainerTest(settings, ranks);
}

/** The sources of files at one commit, read when they are first wanted; symbols and all. */
export class Sources {
  readonly #forge: Forge;
  readonly #commit: string;
  readonly #known = new Map<string, Source | null>();

  constructor(forge: Forge, commit: string) {
    this.#forge = forge;
    this.#commit = commit;
  }

  /** Reads those of `paths` that are not known yet, in one go. */
  async read(paths: Iterable<string>): Promise<void> {
    const wanted = this.#unknown(paths);
    if (wanted.length > 0) await this.#keep(wanted, await this.#forge.readTexts(this.#commit, wanted));
  }

  /** Reads as `read` does, and tells where pull request `number` stands after that. */
  async readLast(number: number, paths: Iterable<string>): Promise<Position> {
    const wanted = this.#unknown(paths);
    const { texts, position } = await this.#forge.readTextsAndPosition(number, { commit: this.#commit, paths: wanted });
    await this.#keep(wanted, texts);
    return position;
  }

  #unknown(paths: Iterable<string>): readonly string[] {
    return [...new Set(paths)].filter((path) => !this.#known.has(path));
  }

  async #keep(wanted: readonly string[], texts: ReadonlyMap<string, string | null>): Promise<void> {
    for (const path of wanted) {
      const text = texts.get(path) ?? null;
      this.#known.set(path, text === null ? null : { text, symbols: await symbolsOf(path, text) });
    }
  }

  get(path: string): Source | null {
    return this.#known.get(path) ?? null;
  }

  /** All that were read and are there. */
  present(): ReadonlyMap<string, Source> {
    return new Map([...this.#known].flatMap(([path, source]) => (source === null ? [] : [[path, source] as const])));
  }
}

/** The sources of changed files on both sides of the change; the base's are made from the head's (RR-21). */
export async function baseSources(files: readonly ChangedFile[], head: Sources): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>();
  for (const file of files) {
    const known = head.get(file.path);
    if (known === null && file.status !== 'deleted') continue;
    const text = baseTextOf(file, known?.text ?? null);
    const path = file.previousPath ?? file.path;
    if (text !== null) sources.set(path, { text, symbols: await symbolsOf(path, text) });
  }
  return sources;
}
