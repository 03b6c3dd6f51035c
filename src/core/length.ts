/** Length in characters as every limit but SU-44's counts them: Unicode code points (SU-49). */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += width(text, at)) count += 1;
  return count;
}

/** `text` in at most `max` code points; what was cut ends in `…`, which counts (SU-49). */
export function cut(text: string, max: number): string {
  // UTF-16 units are never fewer than code points, so most texts need no counting.
  if (text.length <= max) return text;
  let count = 0;
  let room = 0;
  for (let at = 0; at < text.length; at += width(text, at)) {
    if (count === max - 1) room = at;
    count += 1;
    if (count > max) return max < 1 ? '' : `${text.slice(0, room)}…`;
  }
  return text;
}

/** `text` in at most `max` UTF-16 units for SU-44's budget; what was cut ends in `…`, and no surrogate pair is split. */
export function cutUnits(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const end = max >= 2 && width(text, max - 2) === 2 ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** `text` in at most `max` bytes of UTF-8, for what the runner measures; what was cut ends in `…` (3 bytes), and no character is split. */
export function cutBytes(text: string, max: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= max) return text;
  let end = max - 3;
  if (end < 0) return '';
  // Bytes 10xxxxxx continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  // A text may begin with a byte-order mark, which TextDecoder would swallow.
  return `${new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end))}…`;
}

/** UTF-16 units of the code point at `at`: two for a surrogate pair, else one. */
function width(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
