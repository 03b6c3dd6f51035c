import { formatClassifyFooter, hashReason } from '../classify-footer.ts';
import { formatFooter, type Signing, signFooter } from '../footer.ts';
import type { RunIdentity } from '../run-identity.ts';
import { spentOf } from '../spent.ts';
import type { ClassifyFacts } from './facts.ts';
import type { Verdict } from './verdict.ts';

/** The hidden lines of a review (CL-34): its footer, and with a secret the signature. */
export function classifyFooterLines(
  facts: ClassifyFacts,
  verdict: Verdict,
  options: { readonly run: RunIdentity; readonly signing: Signing; readonly failed: boolean },
): readonly string[] {
  const { run, signing, failed } = options;
  const line = formatClassifyFooter({
    head: facts.position.head,
    base: facts.position.base,
    baseRef: facts.position.baseRef,
    rules: facts.rulesBlob === '' ? null : facts.rulesBlob,
    run: run.id,
    attempt: run.attempt,
    key: facts.request.key,
    verdict: verdict.kind,
    reason: verdict.kind === 'no-verdict' ? hashReason(verdict.reason) : null,
    outcome: failed ? 'failed' : verdict.kind === 'no-verdict' ? 'no-verdict' : 'done',
    trigger: facts.trigger,
    requester: facts.request.requester,
    startedAt: facts.startedAt,
    finishedAt: facts.finishedAt,
    spent: spentOf(facts),
  });
  return signFooter([line], signing);
}

/** The hidden lines of any other post (SU-12). */
export function noticeFooterLines(trigger: string, signing: Signing): readonly string[] {
  return signFooter([formatFooter('revi-notice', 'v1', [['trigger', trigger]])], signing);
}
