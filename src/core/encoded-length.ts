import { Buffer } from 'node:buffer';

/**
 * UTF-8 bytes of `text` once it is a JSON string, without the quotes: what a prompt's room is measured in, because a
 * token is a number of bytes, not of characters (SU-23).
 */
export function encodedLength(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
