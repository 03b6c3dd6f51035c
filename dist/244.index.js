export const id = 244;
export const ids = [244];
export const modules = {

/***/ 5411:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  tO: () => (/* binding */ findInvisible),
  B$: () => (/* binding */ formatCodePoint),
  m9: () => (/* binding */ mayHoldInvisible),
  jQ: () => (/* binding */ showInvisible)
});

;// CONCATENATED MODULE: ./build/src/core/character-names.js
const CONTROLS = [
    'NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|ALERT|BACKSPACE',
    'CHARACTER TABULATION|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN|DATA LINK ESCAPE',
    'DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE|DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE',
    'SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|END OF MEDIUM|SUBSTITUTE|ESCAPE|INFORMATION SEPARATOR FOUR',
    'INFORMATION SEPARATOR THREE|INFORMATION SEPARATOR TWO|INFORMATION SEPARATOR ONE',
]
    .join('|')
    .split('|');
/** From U+007F. */
const LATER_CONTROLS = [
    'DELETE|PADDING CHARACTER|HIGH OCTET PRESET|BREAK PERMITTED HERE|NO BREAK HERE|INDEX|NEXT LINE',
    'START OF SELECTED AREA|END OF SELECTED AREA|CHARACTER TABULATION SET|CHARACTER TABULATION WITH JUSTIFICATION',
    'LINE TABULATION SET|PARTIAL LINE FORWARD|PARTIAL LINE BACKWARD|REVERSE LINE FEED|SINGLE SHIFT TWO',
    'SINGLE SHIFT THREE|DEVICE CONTROL STRING|PRIVATE USE ONE|PRIVATE USE TWO|SET TRANSMIT STATE|CANCEL CHARACTER',
    'MESSAGE WAITING|START OF GUARDED AREA|END OF GUARDED AREA|START OF STRING|SINGLE GRAPHIC CHARACTER INTRODUCER',
    'SINGLE CHARACTER INTRODUCER|CONTROL SEQUENCE INTRODUCER|STRING TERMINATOR|OPERATING SYSTEM COMMAND',
    'PRIVACY MESSAGE|APPLICATION PROGRAM COMMAND',
]
    .join('|')
    .split('|');
const NAMES = new Map([
    [0x00ad, 'SOFT HYPHEN'],
    [0x034f, 'COMBINING GRAPHEME JOINER'],
    [0x061c, 'ARABIC LETTER MARK'],
    [0x115f, 'HANGUL CHOSEONG FILLER'],
    [0x1160, 'HANGUL JUNGSEONG FILLER'],
    [0x17b4, 'KHMER VOWEL INHERENT AQ'],
    [0x17b5, 'KHMER VOWEL INHERENT AA'],
    [0x180b, 'MONGOLIAN FREE VARIATION SELECTOR ONE'],
    [0x180c, 'MONGOLIAN FREE VARIATION SELECTOR TWO'],
    [0x180d, 'MONGOLIAN FREE VARIATION SELECTOR THREE'],
    [0x180e, 'MONGOLIAN VOWEL SEPARATOR'],
    [0x180f, 'MONGOLIAN FREE VARIATION SELECTOR FOUR'],
    [0x200b, 'ZERO WIDTH SPACE'],
    [0x200c, 'ZERO WIDTH NON-JOINER'],
    [0x200d, 'ZERO WIDTH JOINER'],
    [0x200e, 'LEFT-TO-RIGHT MARK'],
    [0x200f, 'RIGHT-TO-LEFT MARK'],
    [0x2028, 'LINE SEPARATOR'],
    [0x2029, 'PARAGRAPH SEPARATOR'],
    [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
    [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
    [0x202c, 'POP DIRECTIONAL FORMATTING'],
    [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
    [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
    [0x2060, 'WORD JOINER'],
    [0x2061, 'FUNCTION APPLICATION'],
    [0x2062, 'INVISIBLE TIMES'],
    [0x2063, 'INVISIBLE SEPARATOR'],
    [0x2064, 'INVISIBLE PLUS'],
    [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
    [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
    [0x2068, 'FIRST STRONG ISOLATE'],
    [0x2069, 'POP DIRECTIONAL ISOLATE'],
    [0x206a, 'INHIBIT SYMMETRIC SWAPPING'],
    [0x206b, 'ACTIVATE SYMMETRIC SWAPPING'],
    [0x206c, 'INHIBIT ARABIC FORM SHAPING'],
    [0x206d, 'ACTIVATE ARABIC FORM SHAPING'],
    [0x206e, 'NATIONAL DIGIT SHAPES'],
    [0x206f, 'NOMINAL DIGIT SHAPES'],
    [0x3164, 'HANGUL FILLER'],
    [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
    [0xffa0, 'HALFWIDTH HANGUL FILLER'],
    [0xfff9, 'INTERLINEAR ANNOTATION ANCHOR'],
    [0xfffa, 'INTERLINEAR ANNOTATION SEPARATOR'],
    [0xfffb, 'INTERLINEAR ANNOTATION TERMINATOR'],
    [0x1bca0, 'SHORTHAND FORMAT LETTER OVERLAP'],
    [0x1bca1, 'SHORTHAND FORMAT CONTINUING OVERLAP'],
    [0x1bca2, 'SHORTHAND FORMAT DOWN STEP'],
    [0x1bca3, 'SHORTHAND FORMAT UP STEP'],
    [0x1d173, 'MUSICAL SYMBOL BEGIN BEAM'],
    [0x1d174, 'MUSICAL SYMBOL END BEAM'],
    [0x1d175, 'MUSICAL SYMBOL BEGIN TIE'],
    [0x1d176, 'MUSICAL SYMBOL END TIE'],
    [0x1d177, 'MUSICAL SYMBOL BEGIN SLUR'],
    [0x1d178, 'MUSICAL SYMBOL END SLUR'],
    [0x1d179, 'MUSICAL SYMBOL BEGIN PHRASE'],
    [0x1d17a, 'MUSICAL SYMBOL END PHRASE'],
    [0xe0001, 'LANGUAGE TAG'],
    [0xe0020, 'TAG SPACE'],
    [0xe007f, 'CANCEL TAG'],
]);
const DIGITS = 'ZERO|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE'.split('|');
/** ASCII punctuation, in order, as the names of tags have it. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const PUNCTUATION_NAMES = [
    'EXCLAMATION MARK|QUOTATION MARK|NUMBER SIGN|DOLLAR SIGN|PERCENT SIGN|AMPERSAND|APOSTROPHE|LEFT PARENTHESIS',
    'RIGHT PARENTHESIS|ASTERISK|PLUS SIGN|COMMA|HYPHEN-MINUS|FULL STOP|SOLIDUS|COLON|SEMICOLON|LESS-THAN SIGN',
    'EQUALS SIGN|GREATER-THAN SIGN|QUESTION MARK|COMMERCIAL AT|LEFT SQUARE BRACKET|REVERSE SOLIDUS',
    'RIGHT SQUARE BRACKET|CIRCUMFLEX ACCENT|LOW LINE|GRAVE ACCENT|LEFT CURLY BRACKET|VERTICAL LINE',
    'RIGHT CURLY BRACKET|TILDE',
]
    .join('|')
    .split('|');
/**
 * The name of an invisible character in Unicode's words, such as `RIGHT-TO-LEFT OVERRIDE`; a control has its formal
 * alias, a code point without a name its label (`surrogate-D83D`, `reserved-2065`).
 */
function characterName(codePoint) {
    const named = NAMES.get(codePoint) ?? CONTROLS[codePoint] ?? LATER_CONTROLS[codePoint - 0x7f];
    if (named !== undefined)
        return named;
    if (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
        return `VARIATION SELECTOR-${codePoint - 0xfe00 + 1}`;
    if (codePoint >= 0xe0100 && codePoint <= 0xe01ef)
        return `VARIATION SELECTOR-${codePoint - 0xe0100 + 17}`;
    if (codePoint > 0xe0020 && codePoint < 0xe007f)
        return `TAG ${asciiName(codePoint - 0xe0000)}`;
    const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
    return codePoint >= 0xd800 && codePoint <= 0xdfff ? `surrogate-${hex}` : `reserved-${hex}`;
}
function asciiName(code) {
    const char = String.fromCharCode(code);
    if (/[a-z]/.test(char))
        return `LATIN SMALL LETTER ${char.toUpperCase()}`;
    if (/[A-Z]/.test(char))
        return `LATIN CAPITAL LETTER ${char}`;
    return /[0-9]/.test(char) ? `DIGIT ${DIGITS[Number(char)]}` : (PUNCTUATION_NAMES[PUNCTUATION.indexOf(char)] ?? char);
}

;// CONCATENATED MODULE: ./build/src/core/invisible.js

// Units that may begin an invisible character; for all other text this is the only look at it.
const MAYBE = 
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
// biome-ignore lint/suspicious/noMisleadingCharacterClass: single units are meant
/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\r(?!\n|$)/;
/**
 * Every character that has no glyph of its own: Unicode's default ignorable ones (zero-width, bidirectional controls,
 * tags, variation selectors, fillers, the soft hyphen), controls other than tab and newline, line and paragraph
 * separators, annotation marks, lone surrogates. A carriage return that ends a line is ordinary. The flags of England,
 * Scotland and Wales (🏴 and tags, the only subdivisions that Unicode recommends) come first, so that their tags are not
 * found one by one; any other letters in tags may hide a text.
 */
const SUSPECT = /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\r(?!\n|$)|(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]/gu;
/** Whether a closer look at the text is worth its while; false for nearly all text, and cheap. */
function mayHoldInvisible(text) {
    return MAYBE.test(text);
}
/** The text with each invisible character as `<U+XXXX>` (SU-24). With `fileStart` a byte-order mark at its start stays. */
function showInvisible(text, { fileStart = false } = {}) {
    if (!mayHoldInvisible(text))
        return text;
    return text.replace(SUSPECT, (found, index) => isOrdinary(text, { found, index, fileStart }) ? found : `<${formatCodePoint(found.codePointAt(0) ?? 0)}>`);
}
/** The invisible characters of a text, in order, by the same rules as `showInvisible`. */
function findInvisible(text, { fileStart = false } = {}) {
    if (!mayHoldInvisible(text))
        return [];
    const all = [];
    for (const { 0: found, index } of text.matchAll(SUSPECT)) {
        if (isOrdinary(text, { found, index, fileStart }))
            continue;
        const codePoint = found.codePointAt(0) ?? 0;
        all.push({ index, codePoint, name: characterName(codePoint), kind: kindOf(codePoint) });
    }
    return all;
}
/** `U+202E`: upper-case hex, at least four digits. */
function formatCodePoint(codePoint) {
    return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
function kindOf(codePoint) {
    if (codePoint >= 0xe0000 && codePoint <= 0xe007f)
        return 'tag';
    if ((codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069))
        return 'bidi';
    return codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x061c ? 'mark' : 'other';
}
// An invisible neighbour may itself be shown as `<U+XXXX>`; then there is nothing to join.
const LETTER_OR_MARK = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u;
const JOINING = /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Phag}\p{scx=Mani}\p{scx=Phlp}\p{scx=Rohg}\p{scx=Sogd}\p{scx=Adlm}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Sund}\p{scx=Brah}\p{scx=Cakm}\p{scx=Gran}\p{scx=Newa}\p{scx=Tirh}\p{scx=Modi}\p{scx=Kthi}\p{scx=Limb}\p{scx=Mtei}\p{scx=Lana}\p{scx=Saur}]/u;
/** Signs that kill a vowel; behind one a joiner asks for a certain form of the letter, also at a word's end. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
function needsJoiner(char) {
    return LETTER_OR_MARK.test(char) && JOINING.test(char);
}
/** Whether a suspect is part of well-formed text: an emoji sequence, or a script that needs it (SU-24). */
function isOrdinary(text, at) {
    const { found, index, fileStart } = at;
    if (found.length > 2)
        return true;
    const before = charBefore(text, index);
    const after = charAt(text, index + found.length);
    switch (found) {
        case '\ufeff':
            return fileStart && index === 0;
        case '\u200d':
            if (joinsEmoji(text, index))
                return true;
            return VIRAMA.test(before) || (needsJoiner(before) && needsJoiner(after));
        case '\u200c':
            return VIRAMA.test(before) || (needsJoiner(before) && needsJoiner(after));
        case '\ufe0e':
        case '\ufe0f':
            // A digit is the start of a keycap only with U+20E3; alone it would carry hidden bits.
            if (/[0-9#*]/.test(before))
                return found === '\ufe0f' && after === '\u20e3';
            return /\p{Extended_Pictographic}/u.test(before);
        case '\u034f':
            return LETTER_OR_MARK.test(before) && LETTER_OR_MARK.test(after) && /\p{M}/u.test(after);
        case '\u180b':
        case '\u180c':
        case '\u180d':
        case '\u180f':
            return /(?=\p{L})\p{Script=Mongolian}/u.test(before);
        case '\u180e':
            return [before, after].every((char) => /(?=\p{L})\p{Script=Mongolian}/u.test(char));
        case '\ufe00':
            return /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}]/u.test(before) && before > '\x7f';
        case '\ufe01':
        case '\ufe02':
            return /\p{Script=Han}/u.test(before);
    }
    return /[\u{e0100}-\u{e01ef}]/u.test(found) && /\p{Script=Han}/u.test(before);
}
/** UTS #51: emoji, each with a presentation selector or a skin tone if it likes, joined by U+200D. */
function joinsEmoji(text, index) {
    let before = charBefore(text, index);
    if (before === '\ufe0f')
        before = charBefore(text, index - 1);
    return (/[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(before) &&
        /\p{Extended_Pictographic}/u.test(charAt(text, index + 1)));
}
/** The character that ends before `index`; '' at the start. */
function charBefore(text, index) {
    const low = text.charCodeAt(index - 1);
    const pair = low >= 0xdc00 && low <= 0xdfff && index >= 2 ? text.slice(index - 2, index) : '';
    return pair !== '' && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(Math.max(0, index - 1), index);
}
function charAt(text, index) {
    const code = text.codePointAt(index);
    return code === undefined ? '' : String.fromCodePoint(code);
}


/***/ }),

/***/ 4244:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  a2: () => (/* reexport */ DiffError),
  xS: () => (/* binding */ countChanges),
  G4: () => (/* binding */ hunkLines),
  FR: () => (/* binding */ parseDiff),
  iz: () => (/* binding */ parsePatch)
});

;// CONCATENATED MODULE: ./build/src/core/diff-cursor.js
/** The text is not a unified diff as git writes it; the message names the line of the input. */
class DiffError extends Error {
    name = 'DiffError';
}
/** Whether `prefix` stands at the cursor. */
function standsAt(cursor, prefix) {
    return cursor.text.startsWith(prefix, cursor.at);
}
/** The rest of the cursor's line without its `\n`; the cursor moves behind it. */
function takeLine(cursor) {
    const end = endOfLine(cursor.text, cursor.at);
    const line = cursor.text.slice(cursor.at, end);
    cursor.at = Math.min(end + 1, cursor.text.length);
    return line;
}
/** Where the line that holds `start` ends, without its `\n`. */
function endOfLine(text, start) {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
}
/** An error that names the line; the line's own text is a stranger's and stays out of the message. */
function unreadable(cursor, at, expected) {
    let line = 1;
    for (let end = cursor.text.indexOf('\n'); end >= 0 && end < at; end = cursor.text.indexOf('\n', end + 1))
        line++;
    return new DiffError(`The ${cursor.what} cannot be read at line ${line}: expected ${expected}.`);
}

// EXTERNAL MODULE: ./build/src/core/quoted-path.js
var quoted_path = __webpack_require__(305);
;// CONCATENATED MODULE: ./build/src/core/take-hunk.js

const PLUS = 43;
const MINUS = 45;
const SPACE = 32;
const NEWLINE = 10;
const BACKSLASH = 92;
/**
 * Takes one hunk from its `@@` line on, strictly by its counts: a changed line that looks like a header is a line. What
 * it adds and deletes is added to `tally`. Throws a `DiffError`.
 */
function takeHunk(cursor, tally) {
    const begin = cursor.at;
    const head = takeLine(cursor);
    const match = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@(?= |$)/.exec(head);
    if (match === null)
        throw unreadable(cursor, begin, 'a hunk header such as "@@ -1,2 +1,2 @@"');
    const [ranges = '', oldStart, oldLines = '1', newStart, newLines = '1'] = match;
    const counts = { oldLines: Number(oldLines), newLines: Number(newLines) };
    if (counts.oldLines + counts.newLines === 0)
        throw unreadable(cursor, begin, 'a hunk with at least one line');
    return {
        oldStart: Number(oldStart),
        newStart: Number(newStart),
        ...counts,
        section: head.slice(ranges.length + 1),
        text: takeBody(cursor, counts, tally),
    };
}
function takeBody(cursor, counts, tally) {
    const { text } = cursor;
    const begin = cursor.at;
    let old = counts.oldLines;
    let fresh = counts.newLines;
    let at = begin;
    let end = begin;
    // A marker for a missing final newline belongs to the line above it, so it is also taken behind the last one.
    while (old > 0 || fresh > 0 || (at < text.length && text.charCodeAt(at) === BACKSLASH)) {
        if (at >= text.length)
            throw unreadable(cursor, at, `${old} old and ${fresh} new lines more of the hunk`);
        switch (text.charCodeAt(at)) {
            case PLUS:
                fresh--;
                tally.additions++;
                break;
            case MINUS:
                old--;
                tally.deletions++;
                break;
            case SPACE:
            // An empty context line, as `diff.suppressBlankEmpty` writes it.
            case NEWLINE:
                old--;
                fresh--;
                break;
            case BACKSLASH:
                if (at === begin)
                    throw unreadable(cursor, at, 'a line before the marker for a missing final newline');
                break;
            default:
                throw unreadable(cursor, at, 'a line of the hunk, which begins with a blank, "+", "-" or "\\"');
        }
        if (old < 0 || fresh < 0)
            throw unreadable(cursor, at, "no more lines than the hunk's header counts");
        end = endOfLine(text, at);
        at = end + 1;
    }
    cursor.at = Math.min(at, text.length);
    return text.slice(begin, end);
}

;// CONCATENATED MODULE: ./build/src/core/parse-diff.js




/**
 * The files of git's unified diff as GitHub serves it (SU-21). Hunk bodies are taken strictly by their counts, so a
 * changed line that looks like a header stays a line; only `\n` ends a line. A type change, which git writes as a
 * deletion and an addition of one path, is one file. Throws a `DiffError` for anything else.
 */
function parseDiff(text) {
    const cursor = { what: 'diff', text, at: 0 };
    const files = [];
    while (cursor.at < text.length) {
        const file = parseFile(cursor);
        const last = files.at(-1);
        if (last !== undefined && isTypeChange(last, file))
            files[files.length - 1] = joinTypeChange(last, file);
        else
            files.push(file);
    }
    return files;
}
/** The hunks of one `patch` in GitHub's paged file list, which begins at `@@`. Throws a `DiffError`. */
function parsePatch(patch) {
    const cursor = { what: 'patch', text: patch, at: 0 };
    const hunks = [];
    while (cursor.at < patch.length)
        hunks.push(takeHunk(cursor, { additions: 0, deletions: 0 }));
    return hunks;
}
/** The lines of a hunk with their numbers, in order. */
function* hunkLines(hunk) {
    const { text } = hunk;
    let oldLine = hunk.oldStart;
    let newLine = hunk.newStart;
    for (let start = 0; start <= text.length;) {
        const end = endOfLine(text, start);
        const line = text.slice(start + 1, end);
        switch (text[start]) {
            case '+':
                yield { kind: 'added', text: line, oldLine: null, newLine: newLine++ };
                break;
            case '-':
                yield { kind: 'deleted', text: line, oldLine: oldLine++, newLine: null };
                break;
            case '\\':
                yield { kind: 'no-newline', text: line, oldLine: null, newLine: null };
                break;
            default:
                yield { kind: 'context', text: line, oldLine: oldLine++, newLine: newLine++ };
        }
        start = end + 1;
    }
}
/** How many lines these hunks add and delete. */
function countChanges(hunks) {
    let additions = 0;
    let deletions = 0;
    for (const { text } of hunks) {
        for (let start = 0; start <= text.length; start = endOfLine(text, start) + 1) {
            const first = text[start];
            if (first === '+')
                additions++;
            else if (first === '-')
                deletions++;
        }
    }
    return { additions, deletions };
}
function parseFile(cursor) {
    const begin = cursor.at;
    const first = takeLine(cursor);
    if (!first.startsWith('diff --git '))
        throw unreadable(cursor, begin, 'a line that begins with "diff --git"');
    const header = { oldMode: null, newMode: null, status: 'modified', from: null, to: null, binary: false };
    while (cursor.at < cursor.text.length && !standsAt(cursor, 'diff --git ') && !standsAt(cursor, '@@ ')) {
        readHeaderLine(cursor, header);
    }
    const hunks = [];
    const tally = { additions: 0, deletions: 0 };
    while (standsAt(cursor, '@@ '))
        hunks.push(takeHunk(cursor, tally));
    const shared = header.from === null || header.to === null ? pathOfGitLine(first.slice('diff --git '.length)) : null;
    const from = header.from ?? shared;
    const path = header.status === 'deleted' ? from : (header.to ?? shared);
    if (path === null || path === '')
        throw unreadable(cursor, begin, "the file's path");
    const { oldMode, newMode, status } = header;
    return {
        path,
        previousPath: status === 'renamed' || status === 'copied' ? from : null,
        status,
        oldMode,
        newMode,
        binary: header.binary,
        submodule: isSubmodule(oldMode) || isSubmodule(newMode),
        ...tally,
        hunks,
        unreadable: null,
    };
}
const HEADER_LINE = /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|---|\+\+\+|index) (.*)$/s;
function readHeaderLine(cursor, header) {
    const begin = cursor.at;
    const line = takeLine(cursor);
    const [, keyword, value = ''] = HEADER_LINE.exec(line) ?? [];
    const path = () => {
        const read = readPath(value);
        if (read === null)
            throw unreadable(cursor, begin, 'a path');
        return read;
    };
    const mode = () => {
        if (!/^[0-7]{6}$/.test(value))
            throw unreadable(cursor, begin, 'a mode of six octal digits');
        return value;
    };
    switch (keyword) {
        case 'old mode':
            header.oldMode = mode();
            return;
        case 'new mode':
            header.newMode = mode();
            return;
        case 'new file mode':
            header.newMode = mode();
            header.status = 'added';
            return;
        case 'deleted file mode':
            header.oldMode = mode();
            header.status = 'deleted';
            return;
        case 'rename from':
        case 'copy from':
            header.from = path();
            header.status = keyword === 'rename from' ? 'renamed' : 'copied';
            return;
        case 'rename to':
        case 'copy to':
            header.to = path();
            return;
        case '---':
            header.from ??= sidePath(path(), 'a/');
            return;
        case '+++':
            header.to ??= sidePath(path(), 'b/');
            return;
        case 'index': {
            const kept = / ([0-7]{6})$/.exec(value)?.[1];
            if (kept !== undefined)
                header.oldMode = header.newMode = kept;
            return;
        }
    }
    if (line.startsWith('Binary files ') && line.endsWith(' differ'))
        header.binary = true;
    else if (line === 'GIT binary patch') {
        header.binary = true;
        skipBinaryPatch(cursor);
    }
    else if (!/^(?:dis)?similarity index \d{1,3}%$/.test(line)) {
        throw unreadable(cursor, begin, 'a line of a file header or a hunk');
    }
}
// Its lines are base 85, which has no blank, so the next header cannot be part of it.
function skipBinaryPatch(cursor) {
    const next = cursor.text.indexOf('\ndiff --git ', cursor.at - 1);
    cursor.at = next < 0 ? cursor.text.length : next + 1;
}
/** A path as a header line has it; git adds a tab behind a name with a blank, and quotes a name that holds a tab. */
function readPath(text) {
    if (!text.startsWith('"'))
        return text.endsWith('\t') ? text.slice(0, -1) : text;
    const quoted = (0,quoted_path/* unquotePath */.Pf)(text, 0);
    if (quoted === null)
        return null;
    const behind = text.slice(quoted.end);
    return behind === '' || behind === '\t' ? quoted.path : null;
}
function sidePath(path, prefix) {
    return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
/**
 * The one path of `a/path b/path`. Names with blanks are told apart by both halves being the same; where they differ,
 * rename, copy or `---` and `+++` lines name them, and this answers null.
 */
function pathOfGitLine(names) {
    if (names.startsWith('"')) {
        const first = (0,quoted_path/* unquotePath */.Pf)(names, 0);
        const second = first === null ? null : (0,quoted_path/* unquotePath */.Pf)(names, first.end + 1);
        if (first === null || second === null || second.end !== names.length)
            return null;
        const path = sidePath(first.path, 'a/');
        return path !== null && path === sidePath(second.path, 'b/') ? path : null;
    }
    const half = (names.length - 1) / 2;
    if (!Number.isInteger(half) || names[half] !== ' ')
        return null;
    const path = sidePath(names.slice(0, half), 'a/');
    return path !== null && path === sidePath(names.slice(half + 1), 'b/') ? path : null;
}
function isTypeChange(deleted, added) {
    return (deleted.status === 'deleted' &&
        added.status === 'added' &&
        deleted.path === added.path &&
        kindOfMode(deleted.oldMode) !== kindOfMode(added.newMode));
}
function joinTypeChange(deleted, added) {
    return {
        ...added,
        status: 'type-changed',
        oldMode: deleted.oldMode,
        binary: deleted.binary || added.binary,
        submodule: deleted.submodule || added.submodule,
        deletions: deleted.deletions,
        hunks: [...deleted.hunks, ...added.hunks],
    };
}
/** The first three digits: regular file 100, symbolic link 120, submodule 160. */
function kindOfMode(mode) {
    return mode === null ? null : mode.slice(0, 3);
}
function isSubmodule(mode) {
    return kindOfMode(mode) === '160';
}


/***/ }),

/***/ 305:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Pf: () => (/* binding */ unquotePath),
/* harmony export */   WG: () => (/* binding */ quotePath),
/* harmony export */   ex: () => (/* binding */ visiblePath)
/* harmony export */ });
/* harmony import */ var _invisible_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5411);

const ESCAPES = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };
/**
 * Reads a path that git put in quotes, from the quote at `start`: C escapes and octal bytes, decoded as UTF-8. `end` is
 * the place behind the closing quote. Null where it is not such a path.
 */
function unquotePath(text, start) {
    if (text[start] !== '"')
        return null;
    const bytes = [];
    let at = start + 1;
    while (at < text.length) {
        const char = text[at];
        if (char === '"')
            return { path: decode(bytes), end: at + 1 };
        if (char === '\n')
            return null;
        if (char !== '\\') {
            const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
            bytes.push(...new TextEncoder().encode(point));
            at += point.length;
            continue;
        }
        const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4));
        const byte = octal === null ? ESCAPES[text[at + 1] ?? ''] : Number.parseInt(octal[0], 8);
        if (byte === undefined)
            return null;
        bytes.push(byte);
        at += octal === null ? 2 : 4;
    }
    return null;
}
// A path may begin with a byte-order mark, which TextDecoder would swallow.
function decode(bytes) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
const SHORT = {
    '\u0007': '\\a',
    '\b': '\\b',
    '\t': '\\t',
    '\n': '\\n',
    '\v': '\\v',
    '\f': '\\f',
    '\r': '\\r',
    '"': '\\"',
    '\\': '\\\\',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git quotes
const NEEDS_QUOTES = /[\u0000-\u001f"\\\u007f]/;
/**
 * A path on one line, quoted as git does with `core.quotePath=false`: only control characters, `"` and `\` are escaped,
 * letters of any script stay readable. `prefix` (such as `a/`) goes inside the quotes.
 */
function quotePath(path, prefix = '') {
    if (!NEEDS_QUOTES.test(path))
        return `${prefix}${path}`;
    let quoted = '';
    for (const char of path) {
        quoted += NEEDS_QUOTES.test(char) ? (SHORT[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`) : char;
    }
    return `"${prefix}${quoted}"`;
}
/** A path as one line that a person or a model can read whole: quoted where git would, hidden characters shown (SU-24). */
function visiblePath(path) {
    return (0,_invisible_js__WEBPACK_IMPORTED_MODULE_0__/* .showInvisible */ .jQ)(quotePath(path));
}


/***/ })

};
