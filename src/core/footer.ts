import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Account, sameAccount } from './account.ts';
import type { Post } from './pull-request.ts';

/** One hidden line as it reads: `<!-- revi-classify: v1; head: 3f2a… -->`. */
export type HiddenLine = {
  /** The line itself, without white space at its end: what a `revi-mac` signs. */
  readonly line: string;
  /** The key that begins with `revi-`, wherever it stands; in a metadata block's other lines the first key. */
  readonly name: string;
  /** `v1`, `v2`: a bare token, or the end of the name's own value (RR-61's `<name> v1`). */
  readonly version: string | null;
  /** Every pair, the name's own and unknown ones too. Values stay as they stand: see `encodeValue`. */
  readonly values: ReadonlyMap<string, string>;
};

/** The hidden lines at one end of a body. */
export type HiddenBlock = {
  /** All whole lines that are one closed HTML comment, in the body's order. */
  readonly lines: readonly string[];
  /** Those that hold pairs; damaged ones are left out (SU-12). */
  readonly parsed: readonly HiddenLine[];
};

const NAME = /^revi-[a-z]+$/;
const VERSION = /^v[0-9]+$/;
const KEY = /^[a-z][a-z0-9_-]*$/;
const PLAIN = /^[A-Za-z0-9._/:+-]+$/;

/**
 * A value in SU-12's alphabet: itself if it is in it, else base64url. Encoding twice changes nothing, so a reader
 * compares by encoding what it knows, never by decoding what it reads: `values.get('base-ref') === encodeValue(branch)`.
 */
export function encodeValue(value: string): string {
  return PLAIN.test(value) ? value : Buffer.from(value).toString('base64url');
}

/** What `encodeValue` was given, for display only: a plain value that happens to be the base64url of another one decodes too. */
export function decodeValue(encoded: string): string {
  const text = Buffer.from(encoded, 'base64url').toString();
  const wasEncoded = !PLAIN.test(text) && Buffer.from(text).toString('base64url') === encoded;
  return wasEncoded ? text : encoded;
}

/**
 * One hidden line: `<!-- name: version; key: value; … -->`, pairs in the given order, values encoded. Throws on what a
 * line cannot hold (an empty value, a key twice or of other characters): that is our bug, never somebody's text.
 */
export function formatFooter(name: string, version: string, pairs: readonly (readonly [string, string])[]): string {
  if (!NAME.test(name)) throw new Error(`a footer cannot have the name ${JSON.stringify(name)}`);
  if (!VERSION.test(version)) throw new Error(`footer ${name} cannot have the version ${JSON.stringify(version)}`);
  const keys = new Set([name]);
  const parts = pairs.map(([key, value]) => {
    if (!KEY.test(key) || NAME.test(key) || keys.has(key)) {
      throw new Error(`footer ${name} cannot hold the key ${JSON.stringify(key)}`);
    }
    if (value === '') throw new Error(`footer ${name} cannot hold an empty value for '${key}'`);
    keys.add(key);
    return `; ${key}: ${encodeValue(value)}`;
  });
  return `<!-- ${name}: ${version}${parts.join('')} -->`;
}

/** The run of hidden whole lines at the end of a body (SU-11). Blank lines between them and CRLF do not end it. */
export function parseFooters(body: string): HiddenBlock {
  const all = body.split('\n').map((line) => line.trimEnd());
  const last = all.findLastIndex((line) => line !== '' && !isHidden(line));
  return blockOf(all.slice(last + 1).filter((line) => line !== ''));
}

/** The run of hidden whole lines from line 1 of a body (SU-11); a blank line ends it. */
export function parseMetadata(body: string): HiddenBlock {
  const all = body.split('\n').map((line) => line.trimEnd());
  const end = all.findIndex((line) => !isHidden(line));
  return blockOf(end < 0 ? all : all.slice(0, end));
}

/** Whether a line is one HTML comment, closed once and at its end. */
function isHidden(line: string): boolean {
  return line.length >= 7 && line.startsWith('<!--') && line.indexOf('-->', 4) === line.length - 3;
}

function blockOf(lines: readonly string[]): HiddenBlock {
  return { lines, parsed: lines.map(parseHiddenLine).filter((line) => line !== null) };
}

/** The pairs of a hidden line; null for a damaged one: a key twice, a piece that is neither pair nor version, no pair. */
function parseHiddenLine(line: string): HiddenLine | null {
  const values = new Map<string, string>();
  let version: string | null = null;
  for (const part of line.slice(4, -3).split(';')) {
    const piece = part.trim();
    const colon = piece.indexOf(':');
    if (colon < 0 && VERSION.test(piece) && version === null) {
      version = piece;
      continue;
    }
    const key = piece.slice(0, Math.max(colon, 0)).trim();
    const value = piece.slice(colon + 1).trim();
    if (!KEY.test(key) || value === '' || values.has(key)) return null;
    values.set(key, value);
  }
  const keys = [...values.keys()];
  const name = keys.find((key) => NAME.test(key)) ?? keys[0];
  if (name === undefined) return null;
  version ??= /(?:^|\s)(v[0-9]+)$/.exec(values.get(name) ?? '')?.[1] ?? null;
  return { line, name, version, values };
}

/** What a signature is bound to: a secret's holder, a repository and a pull request. */
export type Signing = {
  /** Of input `marker-secret`: the first signs, all verify; none turns signatures off (SU-11). */
  readonly secrets: readonly string[];
  readonly repositoryId: number;
  /** The pull request's. */
  readonly number: number;
};

/** A footer's lines as they are written: `lines`, and with a secret the `revi-mac` line last (SU-11). */
export function signFooter(lines: readonly string[], signing: Signing): readonly string[] {
  return signLines('footer', lines, signing);
}

/** A metadata block's lines as they are written: `lines`, and with a secret the `revi-mac` line last (SU-11). */
export function signMetadata(lines: readonly string[], signing: Signing): readonly string[] {
  return signLines('metadata', lines, signing);
}

/** The signature of a plan's text, base64url; null without a secret (SU-41). */
export function signText(text: string, signing: Signing): string | null {
  const [secret] = signing.secrets;
  return secret === undefined ? null : mac('plan', text, secret, signing).toString('base64url');
}

/** Whether one of the secrets signed this plan's text for this pull request; without a secret nothing is signed. */
export function verifyText(text: string, signature: string, signing: Signing): boolean {
  return verify('plan', text, signature, signing);
}

export type Trust = Signing & {
  /** The account whose token this is (SU-10). */
  readonly viewer: Account;
};

/** Hidden lines that count, or why they do not. Both are empty for a body that is not ours or has no lines of ours. */
export type Belief = {
  readonly footers: readonly HiddenLine[];
  /** `edited by <login>`, `unsigned` or `wrongly signed`: the lines are ignored and the summary names the post. */
  readonly problem: string | null;
};

type Body = Pick<Post, 'author' | 'editor' | 'body'>;

/** The footers of a post as far as SU-11 believes them: the bot wrote it, nobody else edited it, and it is signed. */
export function believedFooters(post: Body, trust: Trust): Belief {
  const { parsed, lines } = parseFooters(post.body);
  const ours = parsed.filter((line) => NAME.test(line.name));
  return believe('footer', { post, ours, lines }, trust);
}

/** The lines of a post's metadata block as far as SU-11 believes them, by the rules of `believedFooters`. */
export function believedMetadata(post: Body, trust: Trust): Belief {
  const { parsed, lines } = parseMetadata(post.body);
  const ours = parsed.some((line) => NAME.test(line.name)) ? parsed : [];
  return believe('metadata', { post, ours, lines }, trust);
}

type Domain = 'footer' | 'metadata' | 'plan';
type Found = { readonly post: Body; readonly ours: readonly HiddenLine[]; readonly lines: readonly string[] };

function believe(domain: 'footer' | 'metadata', { post, ours, lines }: Found, trust: Trust): Belief {
  const footers = ours.filter((line) => line.name !== MAC);
  if (footers.length === 0 || !sameAccount(post.author, trust.viewer)) return { footers: [], problem: null };
  if (post.editor !== null && !sameAccount(post.editor, trust.viewer)) {
    return { footers: [], problem: `edited by ${post.editor.login}` };
  }
  if (trust.secrets.length === 0) return { footers, problem: null };
  const signature = MAC_LINE.exec(lines.at(-1) ?? '')?.[1];
  if (signature === undefined) return { footers: [], problem: 'unsigned' };
  const right = verify(domain, lines.slice(0, -1).join('\n'), signature, trust);
  return right ? { footers, problem: null } : { footers: [], problem: 'wrongly signed' };
}

const MAC = 'revi-mac';
const MAC_LINE = /^<!-- revi-mac: ([A-Za-z0-9_-]+) -->$/;

function signLines(domain: Domain, lines: readonly string[], signing: Signing): readonly string[] {
  for (const line of lines) {
    if (!isHidden(line) || /[\r\n]/.test(line)) throw new Error(`not one hidden line: ${JSON.stringify(line)}`);
  }
  const [secret] = signing.secrets;
  if (secret === undefined) return lines;
  return [...lines, `<!-- ${MAC}: ${mac(domain, lines.join('\n'), secret, signing).toString('base64url')} -->`];
}

function verify(domain: Domain, text: string, signature: string, signing: Signing): boolean {
  const given = Buffer.from(signature, 'base64url');
  return signing.secrets.some((secret) => {
    const right = mac(domain, text, secret, signing);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** The domain keeps a footer from being replayed as metadata or as a plan, the ids from another pull request. */
function mac(domain: Domain, text: string, secret: string, { repositoryId, number }: Signing): Buffer {
  return createHmac('sha256', secret).update(`${domain}\n${repositoryId}\n${number}\n${text}`).digest();
}
