/** Zero-width space: breaks what GitHub would link or refer to, and shows nothing. */
const BREAK = '\u200b';

/** Unicode's white space and line separators, among them U+0085, which `\s` leaves out. */
const WHITE_SPACE = /[\s\u0085]+/g;

/** Controls, lone surrogates, non-characters, and the bidirectional overrides that would reorder a row's other cells. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that show nothing; joiners and presentation selectors belong to ordinary words and emoji. */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A stranger's or a model's words as one line of GitHub-flavoured Markdown that only shows them, in a paragraph as in a
 * table's cell (CL-33, SU-47). At most five UTF-16 units stand for one, so that ten longest rows fit a body (SU-44).
 */
export function inline(text: string): string {
  return oneLine(text).replace(REFERENCE, breakUp).replace(MARKUP, escapeMark).replace(LINE_START, defuseStart);
}

/**
 * What GitHub links in the text that is left once Markdown is read, where no backslash helps: mentions, references,
 * SHAs of at least seven digits, addresses, emoji. The autolinker takes a zero-width space for a letter of a host, so
 * addresses break before their slashes and dots.
 */
const REFERENCE = /[@#!]|:(?=\/\/)|www(?=\.)|GH-(?=[0-9])|[0-9a-f]{6}(?=[0-9a-f])|:(?=[a-z0-9_+-]+:)/gi;

function breakUp(found: string): string {
  return found + BREAK;
}

/** `<`, `>` and `&` become entities, so that not even a reader of the raw body finds a tag, a comment or its end. */
const MARKUP = /[\\`*_~|[\]#$<>&]/g;

function escapeMark(mark: string): string {
  switch (mark) {
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '&':
      return '&amp;';
    case '$':
      // GitHub finds formulas both before and after backslashes are read; a dollar that ends in U+200B opens none.
      return `\\$${BREAK}`;
    default:
      return `\\${mark}`;
  }
}

/** Lists, rules, underlines of headings and tables, and commands, each only where a line begins. */
const LINE_START = /^(?:[-+=:]|[0-9]+[.)]|\/)/;

function defuseStart(start: string): string {
  return start === '/' ? `${BREAK}/` : `${start.slice(0, -1)}\\${start.slice(-1)}`;
}

/**
 * A path, branch or other name as a code span, in a paragraph as in a table's cell. One that a span cannot hold
 * everywhere (a backtick, a pipe, markup of comments, invisible characters, which show as `<U+XXXX>`) comes as `inline`.
 */
export function inlineCode(name: string): string {
  const shown = name.replace(INVISIBLE, codeOf);
  const flat = oneLine(shown);
  return flat === shown && /^[^`|<>]+$/.test(flat) ? `\`${flat}\`` : inline(shown);
}

function codeOf(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * A text as one line of a log or an annotation: without invisible characters, and never a workflow command, which the
 * runner finds as `::` where a line begins and as `##[` anywhere.
 */
export function plainLine(text: string): string {
  const line = text.replace(WHITE_SPACE, ' ').replace(INVISIBLE, '').trim();
  return line.replace(/^::/, ': :').replace(/##(?=\[)/g, '## ');
}

/** White space of any kind as single blanks, none at the ends; what cannot be shown as U+FFFD. */
function oneLine(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim().replace(UNSHOWABLE, '\ufffd');
}
