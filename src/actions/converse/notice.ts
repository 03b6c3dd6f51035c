import { findAnswer } from '../../core/converse/footers.ts';
import { closingParts, unreadWords } from '../../core/converse/opening.ts';
import { noticePost } from '../../core/converse/posts.ts';
import { readThread } from '../../core/converse/thread.ts';
import type { Report, RunOutcome } from '../../core/outcome.ts';
import { deliverNotice, postingOf } from './deliver.ts';
import type { Opened } from './open.ts';
import { outcomeOf, plainConverse, planned, reportOf, skippedConverse } from './report.ts';

/**
 * Says something in our own words, once for each trigger (CO-14): help, a hint, or why an approval is refused. It stands
 * in the thread only where that is the bot's already, because it would make a thread between people the bot's (CO-11).
 */
export async function notify(run: Opened, visible: string, meant: RunOutcome): Promise<Report> {
  const { task, inputs, ports, trust } = run;
  const latest = await ports.forge.readContext(task.number, closingParts(task, inputs));
  const { state, head, number } = latest.pullRequest;
  if (state !== 'open') return skippedConverse(`pull request ${number} was closed meanwhile`, { head });
  const unread = unreadWords(latest);
  if (unread !== null) return plainConverse({ kind: 'failed', reason: unread }, { 'head-sha': head });
  const posts = [...latest.comments, ...(latest.thread?.comments ?? [])];
  const earlier = findAnswer(posts, task.comment.id, trust);
  if (earlier !== null)
    return skippedConverse(`the comment was answered already: ${earlier.url}`, { head, url: earlier.url });
  const thread = readThread(latest.thread, task.comment.id, trust);
  const rootId = thread?.ours === true ? thread.rootId : null;
  const told = { body: visible, remarks: [], answers: [], model: null, coverage: null };
  if (inputs.mode === 'plan')
    return planned(
      run,
      { ...told, outcome: meant },
      {
        facts: { trigger: task.comment.id, reply: null, unanswered: null },
        effects: [noticePost(visible, { ...postingOf(run), rootId })],
      },
    );
  const delivered = await deliverNotice(run, visible, rootId);
  return reportOf(run, { ...told, outcome: outcomeOf(meant, delivered), delivered });
}
