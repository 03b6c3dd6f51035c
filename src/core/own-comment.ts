import { type Account, sameAccount } from './account.ts';
import { parseFooters } from './footer.ts';

/** A posting account of type User may also be a person's: only a comment with a footer of ours is the bot's (SU-13). */
export function isOwnComment(
  comment: { readonly author: Account | null; readonly body: string },
  viewer: Account,
): boolean {
  return (
    sameAccount(comment.author, viewer) && parseFooters(comment.body).parsed.some(({ name }) => /^revi-/.test(name))
  );
}
