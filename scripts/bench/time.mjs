import { spawnSync } from 'node:child_process';

/** Requests that wait for the one before: all but the reaction, which goes out beside the question. */
export function sequential(requests) {
  return requests.filter(({ path }) => !path.endsWith('/reactions')).length;
}

/** When the last of `count` questions ends: the first alone until it begins to answer, then `parallel` at a time. */
export function criticalPath(count, { first, total, parallel }) {
  const free = Array.from({ length: parallel }, (_, slot) => (slot === 0 ? total : first));
  for (let question = 1; question < count; question += 1) {
    free.sort((a, b) => a - b);
    free[0] += total;
  }
  return Math.max(...free);
}

/** Milliseconds that a run of node takes. */
export function wall(args) {
  const begun = process.hrtime.bigint();
  spawnSync(process.execPath, args);
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
