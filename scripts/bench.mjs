// `npm run bench`: prints what the issues bound, as `measured / bound`, and exits 1 where a bound is missed. Ratios are
// taken within one run, because the machines that run this differ and share their time.
// npm run bench -- reconcile   only the parts whose names begin so
import {
  measureCache,
  measureDist,
  measureLargeChange,
  measureOthers,
  measureSkip,
  measureVerdict,
  measureWallTime,
} from './bench/actions.mjs';
import { removeCompiled, root } from './bench/compiled.mjs';
import { measureFirstReview, measureLargeMemory, measureReReview } from './bench/re-review.mjs';
import { measureFixer, measureManyThreads, measureMonitor } from './bench/reconcile.mjs';
import { missed } from './bench/report.mjs';
import { measureSymbols } from './bench/symbols.mjs';

const PARTS = {
  'classify-verdict': measureVerdict,
  'others-requests': measureOthers,
  'classify-cache': async () => {
    for (const rules of [2, 5, 10]) await measureCache(rules);
  },
  'wall-time': measureWallTime,
  'classify-large': measureLargeChange,
  skip: measureSkip,
  're-review-first': measureFirstReview,
  're-review-again': measureReReview,
  're-review-large': measureLargeMemory,
  'reconcile-monitor': measureMonitor,
  'reconcile-fixer': measureFixer,
  'reconcile-large': measureManyThreads,
  symbols: measureSymbols,
  dist: measureDist,
};

const wanted = process.argv.slice(2);
const chosen = Object.entries(PARTS).filter(
  ([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
if (chosen.length === 0)
  throw new Error(`no part begins with ${wanted.join(' or ')}: ${Object.keys(PARTS).join(', ')}`);

console.log(`node ${process.version}, ${root}\n`);
for (const [, measure] of chosen) await measure();

removeCompiled();
console.log(missed === 0 ? '\nall bounds hold' : `\n${missed} bounds are missed`);
process.exitCode = missed === 0 ? 0 : 1;
