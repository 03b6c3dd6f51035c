/** How many bounds were missed so far. */
export let missed = 0;

/** One line: what, measured, the most it may be; `unit` is for reading only. */
export function report(what, measured, bound, unit = '') {
  print(measured <= bound, what, measured, bound, unit);
}

/** The same for what has to be the bound or more. */
export function reportLeast(what, measured, bound, unit) {
  print(measured >= bound, what, measured, bound, unit);
}

/** A line beside the numbers, with no bound. */
export function note(text) {
  console.log(`      (${text})`);
}

function print(ok, what, measured, bound, unit) {
  if (!ok) missed += 1;
  const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1));
  console.log(`${ok ? 'ok  ' : 'MISS'}  ${what.padEnd(74)} ${shown(measured)} / ${shown(bound)} ${unit}`.trimEnd());
}
