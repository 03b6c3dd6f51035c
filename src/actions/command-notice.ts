import type { Account } from '../core/account.ts';
import { commandNotice, findNotice, NOTICE_PARTS, type UndoneCommand } from '../core/command-notice.ts';
import { ForgeError } from '../core/errors.ts';
import type { Trust } from '../core/footer.ts';
import type { CommonInputs } from '../core/inputs.ts';
import { isOwnComment } from '../core/own-comment.ts';
import { refusalSentence } from '../core/refusal-sentence.ts';
import { ROLES } from '../core/roles.ts';
import type { ActionPorts } from './ports.ts';

/** What became of a notice: its address, if one stands, and why none does although it should. */
export type Noticed = { readonly url: string | null; readonly failure: string | null };

const SILENT: Noticed = { url: null, failure: null };

/**
 * Says once, below a command of a person with a developer's role, why nothing of it is done although it was understood
 * (SU-50, SU-56). That role is asked for because the floor of the settings is not known; it admits to nothing else.
 */
export async function noticeCommand(
  command: UndoneCommand & { readonly author: Account | null; readonly body: string },
  /** Inert Markdown without a full stop. */
  why: string,
  {
    trust,
    inputs,
    ports,
  }: { readonly trust: Trust; readonly inputs: Pick<CommonInputs, 'mode'>; readonly ports: ActionPorts },
): Promise<Noticed> {
  const { author, body, number } = command;
  if (inputs.mode === 'plan' || author === null || author.type === 'Bot') return SILENT;
  if (isOwnComment({ author, body }, trust.viewer)) return SILENT;
  const { forge } = ports;
  try {
    if ((await forge.readRank(author.login)) < ROLES.developer) return SILENT;
    const { pullRequest, comments, incomplete } = await forge.readContext(number, NOTICE_PARTS);
    if (pullRequest.state !== 'open' || pullRequest.locked) return SILENT;
    // Whether it stands already cannot be told (SU-20).
    if (incomplete.some((what) => what.includes('comment')))
      return { url: null, failure: 'nobody was told, because the comments could not be read whole' };
    const earlier = findNotice(comments, command, trust);
    if (earlier !== null) return { url: earlier.url, failure: null };
    const effect = commandNotice(command, why, { pullRequestUrl: pullRequest.url, signing: trust });
    const applied = await forge.apply(number, effect);
    switch (applied.kind) {
      case 'done':
        return { url: applied.url, failure: null };
      case 'refused':
        return { url: null, failure: refusalSentence(applied.refusal, 'post the comment') };
      case 'failed':
        return { url: null, failure: applied.message };
    }
  } catch (error) {
    if (error instanceof ForgeError) return { url: null, failure: error.message };
    throw error;
  }
}
