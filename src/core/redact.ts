import { inline } from './untrusted.ts';

/** What stands where a secret stood. */
const MARK = '[redacted]';

/** Shorter known secrets are left alone: hiding every `abc` of a text would hide the text. */
const SHORTEST = 4;

/** A stretch of base64 shorter than this says too little about a secret, and would match ordinary words. */
const SHORTEST_BASE64 = 8;

/**
 * Shapes of tokens that are secret whoever they belong to. Each either starts only where a word starts or ends in its
 * greedy run, so that no text makes them go over the same characters again and again; none fits a word, SHA or UUID.
 */
const SHAPES: readonly RegExp[] = [
  // GitHub: classic, OAuth, user, server (newer ones hold a JWT, hence the dots) and refresh tokens; fine-grained.
  /gh[pousr]_[A-Za-z0-9_]{16,}(?:[.-][A-Za-z0-9_-]{8,})*/g,
  /github_pat_[A-Za-z0-9_]{20,}/g,
  // Anthropic, OpenAI and others with a kind after `sk-`; OpenAI's older keys have none, and only then no hyphen.
  /(?<![A-Za-z0-9])sk-(?:ant|proj|svcacct|admin|or|lf)-[A-Za-z0-9_-]{8,}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9]{20,}/g,
  // AWS access keys.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  // Google: API keys, OAuth access tokens, client secrets.
  /AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}/g,
  /GOCSPX-[A-Za-z0-9_-]{20,}/g,
  // Slack: tokens, app tokens, webhooks.
  /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])xapp-[0-9]-[A-Za-z0-9-]{10,}/g,
  /hooks\.slack\.com\/services\/[A-Za-z0-9_/-]{20,}/g,
  // Registries and forges: npm, PyPI, GitLab, Docker, crates.io, RubyGems.
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{40,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|agent)-[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])rubygems_[a-f0-9]{40,}/g,
  // Services: Stripe, SendGrid, Hugging Face, DigitalOcean, Databricks, Shopify, Groq, xAI.
  /(?<![A-Za-z0-9])[srp]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/]{24,}/g,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{40,}/g,
  /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g,
  /(?<![A-Za-z0-9])(?:gsk_|xai-)[A-Za-z0-9]{32,}/g,
  // JSON Web Tokens, signed or not.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  // Private keys. One without its end goes on to the end of the text: a cut reason must not show half a key.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
];

/** A stretch of a text, in UTF-16 units. */
export type Stretch = readonly [start: number, end: number];

/**
 * `text` without the run's own `secrets` (also their lines, and their JSON, URL, Markdown and base64 forms) and without anything
 * that is shaped like a token (SU-47, SU-53). Comes before `inline` and before any cut: both would hide a secret's shape.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return blot(text, secretsIn(text, secrets));
}

/** Characters that a reader does not see, but for those that part words. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/** Where `redact` finds something, in no order; stretches may overlap. */
export function secretsIn(text: string, secrets: readonly string[]): readonly Stretch[] {
  const forms = formsOf(secrets);
  const found = stretchesIn(text, forms);
  // What is hidden inside of a secret keeps a search from it, and no reader.
  const shown: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    shown.push(text.slice(at, index));
    for (; at < index; at += 1) places.push(at);
    at = index + hidden.length;
  }
  if (at === 0) return found;
  shown.push(text.slice(at));
  for (; at < text.length; at += 1) places.push(at);
  const seen = stretchesIn(shown.join(''), forms);
  return [...found, ...seen.map(([start, end]): Stretch => [places[start] ?? 0, (places[end - 1] ?? 0) + 1])];
}

function stretchesIn(text: string, forms: ReadonlySet<string>): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const form of forms) {
    // One step at a time: occurrences may overlap, and every character of each has to go.
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) found.push([at, at + form.length]);
  }
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) found.push([match.index, match.index + match[0].length]);
  }
  return found;
}

/** `text` with a mark in the place of each stretch. */
export function blot(text: string, stretches: readonly Stretch[]): string {
  let clean = '';
  let copied = 0;
  for (const [start, end] of [...stretches].sort((a, b) => a[0] - b[0])) {
    if (start >= copied) clean += `${text.slice(copied, start)}${MARK}`;
    copied = Math.max(copied, end);
  }
  return clean + text.slice(copied);
}

/** The forms that were made last: a run has one list of secrets, and thousands of texts. */
let known: { readonly secrets: readonly string[]; readonly forms: ReadonlySet<string> } = {
  secrets: [],
  forms: new Set(),
};

/** Every spelling under which a known secret may come back. */
function formsOf(secrets: readonly string[]): ReadonlySet<string> {
  const same = secrets.length === known.secrets.length && secrets.every((secret, at) => secret === known.secrets[at]);
  if (!same) known = { secrets: [...secrets], forms: makeForms(secrets) };
  return known.forms;
}

function makeForms(secrets: readonly string[]): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const part of [secret, secret.trim(), ...secret.split(/[\r\n]+/).map((line) => line.trim())]) {
      if (part.length < SHORTEST) continue;
      forms.add(part);
      forms.add(JSON.stringify(part).slice(1, -1));
      forms.add(encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
      // A second look at a finished body: there the secret stands escaped.
      forms.add(inline(part));
      for (const encoded of base64Forms(part)) forms.add(encoded);
    }
  }
  return forms;
}

/**
 * The characters of a base64 text that a secret inside it decides alone, for each of the three places at which it may
 * begin (`user:secret` of a basic authorization, a longer JSON), in both alphabets.
 */
function base64Forms(secret: string): readonly string[] {
  const forms: string[] = [];
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const encoded = bytes.toString('base64').replace(/=+$/, '');
    const whole = bytes.length % 3 === 0 ? encoded : encoded.slice(0, -1);
    const stable = whole.slice(Math.ceil((before * 8) / 6));
    if (stable.length < SHORTEST_BASE64) continue;
    forms.push(stable, stable.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

/** A copy of plain data in which every text is redacted: the one door for facts that are rendered, planned or logged (SU-47). */
export function redactAll<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return redact(value, secrets) as T;
  if (Array.isArray(value)) return value.map((entry) => redactAll(entry, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactAll(entry, secrets)])) as T;
}

/** So deep documents lie in strings of documents; what lies deeper is redacted as a text. Backslashes double at each level. */
const DEEPEST = 8;

/**
 * An output without secrets that still parses (SU-47, RB-12): in the text of a JSON object or array every string, key or
 * value, is redacted by itself, so that a key without its end takes no brackets with it; a string that is such a document
 * too is treated likewise. Numbers, order and blanks stay as they are written. Any other text is `redact`ed as one.
 */
export function redactDocument(text: string, secrets: readonly string[]): string {
  return redactAt(text, secrets, 0);
}

function redactAt(text: string, secrets: readonly string[], depth: number): string {
  if (depth > DEEPEST || !isDocument(text)) return redact(text, secrets);
  let clean = '';
  let copied = 0;
  // In a text that parses a quote either begins or ends a string, or stands in one behind a backslash.
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', copied)) {
    let end = start + 1;
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    end += 1;
    const written = text.slice(start, end);
    const value = JSON.parse(written) as string;
    const kept = redactAt(value, secrets, depth + 1);
    clean += text.slice(copied, start) + (kept === value ? written : JSON.stringify(kept));
    copied = end;
  }
  return clean + text.slice(copied);
}

function isDocument(text: string): boolean {
  if (!/^[ \t\n\r]*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
