export const id = 342;
export const ids = [342];
export const modules = {

/***/ 4958:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Y: () => (/* binding */ checkPermission)
/* harmony export */ });
/* harmony import */ var _core_roles_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(980);

/**
 * The one place where it is decided who may command the bot (SU-14). The subject is the comment's author, never who ran
 * the workflow. A permission that cannot be read throws: a check that cannot be made is a refusal, and never silent.
 */
async function checkPermission(forge, author, admission) {
    if (author === null)
        return { kind: 'refused', reason: 'the account that wrote the comment is gone' };
    if (author.type === 'Bot')
        return { kind: 'refused', reason: `${author.login} is a bot, and bots may not command` };
    // A listed login needs no request.
    if ((0,_core_roles_js__WEBPACK_IMPORTED_MODULE_0__/* .isListed */ .yy)(author.login, admission.listed))
        return { kind: 'admitted' };
    const rank = await forge.readRank(author.login);
    if ((0,_core_roles_js__WEBPACK_IMPORTED_MODULE_0__/* .isAdmitted */ .jO)(author.login, rank, admission))
        return { kind: 'admitted' };
    return {
        kind: 'refused',
        reason: `${author.login} may not command Revi here; it takes the role ${admission.floor} or higher`,
    };
}


/***/ }),

/***/ 7777:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S8: () => (/* binding */ makeModel),
/* harmony export */   SH: () => (/* binding */ NO_KEY),
/* harmony export */   T4: () => (/* binding */ hasModelKey)
/* harmony export */ });
/* harmony import */ var _core_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3026);

/** Whether the inputs give any way to the model. */
function hasModelKey(inputs) {
    return inputs.anthropicApiKey !== null || inputs.anthropicAuthToken !== null || inputs.federation !== null;
}
/** Why a run without a key fails, naming the inputs (SU-50). */
const NO_KEY = 'no key for the model: set input anthropic-api-key (or anthropic-auth-token, or federation-rule-id and organization-id)';
/** The model of a run, or why it cannot be asked as the inputs wish (SU-36, SU-37). */
async function makeModel(choice, inputs, ports) {
    try {
        const model = await ports.model(choice);
        if (inputs.maxCostUsdPerPullRequest === null || model.outputPrice !== null)
            return { model };
        return {
            reason: `the price of model ${model.name} is not known, so input max-cost-usd-per-pull-request cannot bound it; bound its runs with max-input-tokens`,
        };
    }
    catch (error) {
        if (error instanceof _core_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo || error instanceof _core_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ModelError */ .me)
            return { reason: error.message };
        throw error;
    }
}


/***/ }),

/***/ 4282:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Zf: () => (/* binding */ readPinnedChange),
/* harmony export */   eA: () => (/* binding */ MOVED),
/* harmony export */   tW: () => (/* binding */ readAtMostTwice)
/* harmony export */ });
/* harmony import */ var _core_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3026);
/* harmony import */ var _core_position_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3866);


/** Reads the change and pins it: head and base ref are read again after the last read (SU-20). */
async function readPinnedChange(forge, pullRequest) {
    try {
        const change = await forge.readChange(pullRequest);
        const moved = (0,_core_position_js__WEBPACK_IMPORTED_MODULE_1__/* .describeMove */ .x)(pullRequest, await forge.readPosition(pullRequest.number));
        return moved === null ? { kind: 'read', change } : { kind: 'moved' };
    }
    catch (error) {
        if (error instanceof _core_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .HeadMoved */ .YQ)
            return { kind: 'moved' };
        if (error instanceof _core_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ForgeError */ .Q8)
            return { kind: 'unreadable', reason: error.message };
        throw error;
    }
}
/** What a reading that moved twice ends with (SU-20). */
const MOVED = 'the head moved while it was read';
/** Takes the snapshot, and once more where the head moved while it was read (SU-20). The second one is given as it is. */
async function readAtMostTwice(narrate, read) {
    const first = await read();
    if (first.kind !== 'moved')
        return first;
    narrate(`${MOVED}; reading once more`);
    return read();
}


/***/ }),

/***/ 7303:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ foreignAccount),
/* harmony export */   m: () => (/* binding */ readPlan)
/* harmony export */ });
/* harmony import */ var _core_account_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1053);
/* harmony import */ var _core_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3026);
/* harmony import */ var _core_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7454);



/**
 * Reads the plan that `mode: apply` was given, and everything in which it differs from this run, in words; such a plan
 * is refused before any write (SU-41). Throws a `UserError` for a text that is no plan of this action.
 */
async function readPlan(wanted, inputs, ports) {
    const { plan: given, planFile, markerSecrets } = inputs;
    const text = given ?? (planFile === null ? null : await ports.readFile(planFile));
    if (text === null)
        throw new _core_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('mode apply needs a plan: set input plan or plan-file');
    const plan = (0,_core_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .parsePlan */ .vS)(text, {
        action: wanted.action,
        facts: wanted.facts,
        source: given !== null ? 'input plan' : `plan-file ${planFile ?? ''}`,
        secrets: markerSecrets,
        mustBeSigned: given === null || ports.run.event === 'workflow_run',
    });
    return { plan, mismatches: (0,_core_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .planMismatches */ .WR)(plan, { run: ports.run, number: wanted.number, version: ports.version }) };
}
/** Why a plan is not for the account whose token this is, or null. By login and type: a plan names no numeric id (SU-10). */
function foreignAccount(plan, viewer) {
    const same = (0,_core_account_js__WEBPACK_IMPORTED_MODULE_2__/* .normalLogin */ .L)(plan.account) === (0,_core_account_js__WEBPACK_IMPORTED_MODULE_2__/* .normalLogin */ .L)(viewer.login) &&
        /\[bot\]$/i.test(plan.account) === (viewer.type === 'Bot');
    return same
        ? null
        : `it is for the account ${plan.account}, and this token is ${viewer.login}’s; set input bot-login in the planning job`;
}


/***/ }),

/***/ 2501:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ overSpent)
/* harmony export */ });
/* harmony import */ var _core_roles_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(980);
/* harmony import */ var _core_spent_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5701);


/**
 * The skip of a pull request whose runs have spent their bound, or null; a maintainer's command runs all the same
 * (SU-37). The context must hold the reviews and all comments.
 */
async function overSpent(run, model) {
    const { context, trust, commander, command } = run;
    const bound = run.inputs.maxCostUsdPerPullRequest;
    if (bound === null)
        return null;
    const spent = (0,_core_spent_js__WEBPACK_IMPORTED_MODULE_1__/* .spentSoFar */ .kK)([...context.reviews, ...context.comments], trust, model.outputPrice);
    if (spent < bound)
        return null;
    if (commander !== null && (await run.forge.readRank(commander.login)) >= _core_roles_js__WEBPACK_IMPORTED_MODULE_0__/* .ROLES */ .gg.maintainer)
        return null;
    return `runs on this pull request have spent $${spent.toFixed(6)}, and input max-cost-usd-per-pull-request is ${bound}; a maintainer can still command ${command}`;
}


/***/ }),

/***/ 7213:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  jU: () => (/* binding */ decideReading),
  CL: () => (/* binding */ describeFile),
  _8: () => (/* binding */ unreadFile),
  _r: () => (/* binding */ unshownLines)
});

;// CONCATENATED MODULE: ./build/src/core/lockfiles.js
/**
 * Exact names of the files in which package managers pin what they resolved (SU-22). Names that other tools use for
 * written text too (Julia's `Manifest.toml`, Gleam's `manifest.toml`, `sources.json`) and files that run (`.pnp.cjs`)
 * are left out: they are read.
 */
const LOCKFILES = new Set([
    // JavaScript
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'shrinkwrap.yaml',
    'bun.lock',
    'bun.lockb',
    'deno.lock',
    // Rust, Go
    'Cargo.lock',
    'go.sum',
    'go.work.sum',
    'Gopkg.lock',
    'glide.lock',
    // Python
    'poetry.lock',
    'Pipfile.lock',
    'uv.lock',
    'pdm.lock',
    'pixi.lock',
    'pylock.toml',
    'requirements.lock',
    'requirements-dev.lock',
    'conda-lock.yml',
    // Ruby, PHP, Perl, R
    'Gemfile.lock',
    'gems.locked',
    'composer.lock',
    'symfony.lock',
    'cpanfile.snapshot',
    'renv.lock',
    'packrat.lock',
    // JVM, .NET, Unity
    'gradle.lockfile',
    'buildscript-gradle.lockfile',
    'settings-gradle.lockfile',
    'maven_install.json',
    'packages.lock.json',
    'paket.lock',
    'packages-lock.json',
    // Apple, Dart
    'Podfile.lock',
    'Package.resolved',
    'Cartfile.resolved',
    'pubspec.lock',
    // C, C++, D, Nim, Crystal, Haskell, PureScript, Lean, Lua
    'conan.lock',
    'dub.selections.json',
    'nimble.lock',
    'shard.lock',
    'stack.yaml.lock',
    'cabal.project.freeze',
    'spago.lock',
    'lake-manifest.json',
    'luarocks.lock',
    // Erlang, Elixir
    'mix.lock',
    'rebar.lock',
    // Infrastructure and data
    'flake.lock',
    'devenv.lock',
    'devbox.lock',
    'mise.lock',
    '.terraform.lock.hcl',
    'Chart.lock',
    'vendir.lock.yml',
    'jsonnetfile.lock.json',
    'kcl.mod.lock',
    'buf.lock',
    'dvc.lock',
    'MODULE.bazel.lock',
    'Berksfile.lock',
    'Policyfile.lock.json',
    'Puppetfile.lock',
    'Brewfile.lock.json',
    // Smart contracts
    'foundry.lock',
    'soldeer.lock',
    'Scarb.lock',
    'Move.lock',
    'aiken.lock',
]);

// EXTERNAL MODULE: ./build/src/core/parse-diff.js + 2 modules
var parse_diff = __webpack_require__(4244);
// EXTERNAL MODULE: ./build/src/core/quoted-path.js
var quoted_path = __webpack_require__(305);
;// CONCATENATED MODULE: ./build/src/core/collapse.js



/**
 * Decides which files are shown whole, which are one line, and which could not be read (SU-22, SU-23). `attributes` and
 * `ignore` are the default branch's. A file is covered by a lockfile's name, a mark or a glob only if both names of a
 * rename are: otherwise code could be moved out of sight. Mode changes, submodules and empty files are shown.
 */
function decideReading(facts) {
    const shown = [];
    const collapsed = [];
    const unread = [];
    for (const file of facts.change.files) {
        const reason = collapseReason(file, facts);
        const obstacle = reason === null ? obstacleOf(file) : null;
        if (reason !== null)
            collapsed.push(collapseFile(file, reason));
        else if (obstacle !== null)
            unread.push(unreadFile(file, obstacle));
        else
            shown.push(file);
    }
    return { shown, collapsed, unread, unlisted: facts.change.unlisted };
}
/**
 * The line of every file that is not shown: unread ones first, `dropped` (shown files that fit no part) among them, then
 * collapsed ones. Names are a stranger's.
 */
function unshownLines(reading, dropped = []) {
    return [...reading.unread, ...dropped, ...reading.collapsed].map((file) => file.line);
}
/** A file that cannot be read, by name and reason. */
function unreadFile(file, reason) {
    const { path, additions, deletions } = file;
    return { path, reason, additions, deletions, line: `${(0,quoted_path/* visiblePath */.ex)(path)}: not read, ${reason}` };
}
/** `modified, +3 −1`, `renamed from a.txt, +0 −0`, `type-changed, +1 −9, mode 100644 → 120000`: a file's line in a list. */
function describeFile(file) {
    const counts = file.binary ? [] : [formatCounts(file)];
    return [describeStatus(file), ...counts, ...describeMode(file)].join(', ');
}
function collapseReason(file, facts) {
    const readable = file.unreadable === null;
    const changed = file.additions + file.deletions > 0 || file.hunks.length > 0;
    if (readable && !changed && !file.binary && isPureRename(file))
        return 'pure rename';
    const cover = coverOf(file.path, facts);
    const moved = file.status === 'renamed' && file.previousPath !== null ? coverOf(file.previousPath, facts) : cover;
    if (cover !== null && moved !== null)
        return cover;
    // One side of a type change may be text that has to be seen.
    if (readable && file.binary && file.hunks.length === 0)
        return 'binary';
    return isMinified(file.path) && (changed || !readable) ? 'minified' : null;
}
function coverOf(path, { attributes, ignore }) {
    if (LOCKFILES.has(path.slice(path.lastIndexOf('/') + 1)))
        return 'lockfile';
    if (attributes.isGenerated(path))
        return 'generated';
    if (attributes.isVendored(path))
        return 'vendored';
    return ignore.some((glob) => glob.matches(path)) ? 'ignored' : null;
}
function isPureRename(file) {
    return file.status === 'renamed' && file.oldMode === file.newMode;
}
function isMinified(path) {
    return /(?:\.min\.(?:js|mjs|css)|\.map)$/.test(path);
}
/**
 * A NUL byte or an attribute can make GitHub take source for binary, and it would be merged unseen; so a binary with a
 * name that says source counts as not read. Images, fonts, archives and the like do not.
 */
function hasTextName(path) {
    return TEXT_NAME.test(path.slice(path.lastIndexOf('/') + 1));
}
const TEXT_NAME = /^(?:makefile|dockerfile|containerfile|jenkinsfile|rakefile|gemfile|justfile|procfile|codeowners|\.[a-z-]+(?:rc|ignore|attributes))$|\.(?:[cm]?[jt]sx?|vue|svelte|py[iw]?|rb|php\d?|go|rs|java|kts?|scala|groovy|gradle|cs|fs|vb|c|h|cc|cpp|cxx|hh|hpp|m|mm|swift|dart|lua|pl|pm|r|jl|ex|exs|erl|hrl|clj|cljs|hs|ml|mli|elm|nim|zig|v|sol|sh|bash|zsh|fish|ps1|psm1|bat|cmd|sql|html?|css|scss|sass|less|xml|ya?ml|json[5c]?|toml|ini|cfg|conf|properties|env|md|mdx|rst|adoc|txt|tf|tfvars|hcl|nix|cmake|mk|proto|graphql|gql|tpl|ejs|hbs|twig|jinja2?)$/i;
// Guards against a source that says how much changed but did not bring it: what was not there cannot have been read.
function obstacleOf(file) {
    if (file.unreadable !== null)
        return file.unreadable;
    const { additions, deletions } = (0,parse_diff/* countChanges */.xS)(file.hunks);
    return additions === file.additions && deletions === file.deletions
        ? null
        : 'its patch lacks some of its changed lines';
}
function collapseFile(file, reason) {
    const { path, additions, deletions } = file;
    const counts = additions + deletions > 0 ? `${formatCounts(file)}, ` : '';
    const status = file.status === 'modified' ? [] : [describeStatus(file)];
    const details = [...status, ...describeMode(file)].join(', ');
    return {
        path,
        reason,
        additions,
        deletions,
        line: `${(0,quoted_path/* visiblePath */.ex)(path)}: ${reason}, ${counts}not shown${details === '' ? '' : ` (${details})`}`,
        unread: reason === 'minified' || (reason === 'binary' && hasTextName(path)),
    };
}
function formatCounts({ additions, deletions }) {
    return `+${additions} −${deletions}`;
}
function describeStatus(file) {
    return file.previousPath === null ? file.status : `${file.status} from ${(0,quoted_path/* visiblePath */.ex)(file.previousPath)}`;
}
function describeMode({ oldMode, newMode }) {
    return oldMode !== null && newMode !== null && oldMode !== newMode ? [`mode ${oldMode} → ${newMode}`] : [];
}


/***/ }),

/***/ 9096:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ formatProblem)
/* harmony export */ });
/** One line for a person: `file:line: message`. */
function formatProblem(problem) {
    return `${problem.file}${problem.line === null ? '' : `:${problem.line}`}: ${problem.message}`;
}


/***/ }),

/***/ 4260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ encodedLength)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);

/**
 * UTF-8 bytes of `text` once it is a JSON string, without the quotes: what a prompt's room is measured in, because a
 * token is a number of bytes, not of characters (SU-23).
 */
function encodedLength(text) {
    return node_buffer__WEBPACK_IMPORTED_MODULE_0__.Buffer.byteLength(JSON.stringify(text)) - 2;
}


/***/ }),

/***/ 3354:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  z: () => (/* binding */ parseGitattributes)
});

// EXTERNAL MODULE: ./build/src/core/quoted-path.js
var quoted_path = __webpack_require__(305);
;// CONCATENATED MODULE: ./build/src/core/wildmatch.js
/**
 * Compiles a pattern by gitattributes(5) and gitignore(5): without a slash it is compared with the file's name at any
 * depth, otherwise with the whole path from the root; `*` and `?` stay in a folder, `**` between slashes crosses
 * folders, `[…]` is a class, `\` takes the meaning from the next character. Matching takes no more than the pattern's
 * length times the path's.
 */
function parseWildmatch(pattern) {
    if (pattern.endsWith('/'))
        return { matches: () => false };
    if (!pattern.includes('/')) {
        const name = parseSegment(pattern);
        return { matches: (path) => name !== null && matchesName(name, path.slice(path.lastIndexOf('/') + 1)) };
    }
    const segments = [];
    for (const part of pattern.replace(/^\//, '').split('/')) {
        const segment = /^\*{2,}$/.test(part) ? 'any folders' : parseSegment(part);
        if (segment === null)
            return { matches: () => false };
        segments.push(segment);
    }
    // What stands below a folder has a name; the folder itself is no file.
    if (segments.at(-1) === 'any folders')
        segments.push(['any run']);
    return {
        matches: (path) => matchesRun(segments, path.split('/'), {
            isRun: (segment) => segment === 'any folders',
            accepts: (segment, name) => segment !== 'any folders' && matchesName(segment, name),
        }),
    };
}
function matchesName(tokens, name) {
    return matchesRun(tokens, Array.from(name), {
        isRun: (token) => token === 'any run',
        accepts: (token, char) => token !== 'any run' && token.accepts(char),
    });
}
/**
 * Whether the items fit the pattern, in which some elements stand for any run of items. Only the last run that was
 * begun is ever made longer, so it never takes exponential time.
 */
function matchesRun(pattern, items, how) {
    let at = 0;
    let item = 0;
    let run = -1;
    let runEnd = 0;
    while (item < items.length) {
        const element = pattern[at];
        if (element !== undefined && how.isRun(element)) {
            run = at++;
            runEnd = item;
        }
        else if (element !== undefined && how.accepts(element, items[item])) {
            at++;
            item++;
        }
        else if (run >= 0) {
            at = run + 1;
            item = ++runEnd;
        }
        else
            return false;
    }
    while (at < pattern.length && how.isRun(pattern[at]))
        at++;
    return at === pattern.length;
}
/** Null for what git never matches: a class without an end, a final single backslash. */
function parseSegment(text) {
    const chars = Array.from(text);
    const tokens = [];
    for (let at = 0; at < chars.length; at++) {
        const char = chars[at];
        if (char === '*')
            tokens.push('any run');
        else if (char === '?')
            tokens.push({ accepts: () => true });
        else if (char === '[') {
            const found = parseClass(chars, at);
            if (found === null)
                return null;
            tokens.push(found.token);
            at = found.last;
        }
        else {
            const literal = char === '\\' ? chars[++at] : char;
            if (literal === undefined)
                return null;
            tokens.push({ accepts: (other) => other === literal });
        }
    }
    return tokens;
}
const NAMED = {
    alnum: /[A-Za-z0-9]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    digit: /[0-9]/,
    lower: /[a-z]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /\s/,
    upper: /[A-Z]/,
    xdigit: /[A-Fa-f0-9]/,
};
/** A class from its `[` at `start`; `last` is the place of its `]`. */
function parseClass(chars, start) {
    let at = start + 1;
    const negated = chars[at] === '!' || chars[at] === '^';
    if (negated)
        at++;
    const members = [];
    for (const first = at; at < chars.length; at++) {
        if (chars[at] === ']' && at > first) {
            return { token: { accepts: (char) => members.some((member) => member(char)) !== negated }, last: at };
        }
        const named = chars[at] === '[' && chars[at + 1] === ':' ? /^\[:([a-z]+):\]/.exec(chars.slice(at, at + 10).join('')) : null;
        if (named !== null) {
            const kind = NAMED[named[1] ?? ''];
            if (kind === undefined)
                return null;
            members.push((char) => kind.test(char));
            at += named[0].length - 1;
            continue;
        }
        if (chars[at] === '\\')
            at++;
        const low = chars[at];
        if (low === undefined)
            return null;
        if (chars[at + 1] === '-' && chars[at + 2] !== undefined && chars[at + 2] !== ']') {
            at += chars[at + 2] === '\\' ? 3 : 2;
            const high = chars[at];
            if (high === undefined)
                return null;
            members.push((char) => low <= char && char <= high);
        }
        else
            members.push((char) => char === low);
    }
    return null;
}

;// CONCATENATED MODULE: ./build/src/core/gitattributes.js


/**
 * Parses the text of the root `.gitattributes` of the default branch; '' where there is none. As in git the last line
 * that matches and names an attribute decides, patterns are those of `.gitignore` without negation, and one with a
 * final slash matches nothing. As in Linguist an attribute is set unless its value is `false`. A line that git would
 * reject is passed over, and so are macros (`[attr]…`): what they would mark is read instead, which is the safe side.
 */
function parseGitattributes(text) {
    const lines = [];
    for (const line of text.replace(/^\ufeff/, '').split('\n')) {
        const parsed = parseLine(line);
        if (parsed !== null)
            lines.push(parsed);
    }
    lines.reverse();
    const isMarked = (path, mark) => lines.find((line) => line.marks.has(mark) && line.pattern.matches(path))?.marks.get(mark) ?? false;
    return {
        isGenerated: (path) => isMarked(path, 'linguist-generated'),
        isVendored: (path) => isMarked(path, 'linguist-vendored'),
    };
}
function parseLine(line) {
    const start = /[^ \t\r]/.exec(line)?.index;
    if (start === undefined || line[start] === '#' || line.startsWith('[attr]', start))
        return null;
    const quoted = (0,quoted_path/* unquotePath */.Pf)(line, start);
    const end = quoted?.end ?? start + (/[ \t\r]/.exec(line.slice(start))?.index ?? line.length - start);
    const pattern = quoted?.path ?? line.slice(start, end);
    if (pattern === '' || pattern.startsWith('!'))
        return null;
    const marks = new Map();
    for (const word of line.slice(end).split(/[ \t\r]+/)) {
        const [, sign, name, value] = /^([-!]?)(linguist-generated|linguist-vendored)(?:=(.*))?$/.exec(word) ?? [];
        if (name === 'linguist-generated' || name === 'linguist-vendored') {
            marks.set(name, sign === '' && value !== 'false');
        }
    }
    return marks.size === 0 ? null : { pattern: parseWildmatch(pattern), marks };
}


/***/ }),

/***/ 6408:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ parseGlob)
/* harmony export */ });
/* harmony import */ var picomatch__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4006);

/**
 * Compiles a glob by SU-56: relative to the repository's root, case-sensitive, `*` stays in a folder, `**` crosses
 * folders, a leading dot is ordinary, `?`, `[…]` and `{a,b}` as usual. Parentheses and `|` are plain characters, as in
 * `app/(shop)/**`. An `error` says what is wrong with the pattern and what to write.
 */
function parseGlob(pattern) {
    const error = mistake(pattern);
    if (error !== null)
        return { error };
    // picomatch would read them as parts of a regular expression, which nobody means in a path and which can be made slow.
    const plain = pattern.replace(/\\.|[()|]/gs, (found) => (found.length === 2 ? found : `\\${found}`));
    try {
        return {
            matches: picomatch__WEBPACK_IMPORTED_MODULE_0__(plain, {
                dot: true,
                windows: false,
                nonegate: true,
                noextglob: true,
                strictBrackets: true,
                // Without it `a/**` would match a file `a`.
                strictSlashes: true,
                // Without it a range such as `[z-a]` would quietly match nothing.
                debug: true,
                // A file's name may hold a line end, and `**` crosses it like any other character.
                flags: 's',
            }),
        };
    }
    catch (cause) {
        return { error: `it cannot be read (${cause instanceof Error ? cause.message : String(cause)})` };
    }
}
function mistake(pattern) {
    if (pattern.trim() === '')
        return 'it is empty';
    if (pattern.replace(/\\./gs, '').includes('!')) {
        return '`!` is not supported; list what is meant (a name that holds one is written `\\!`)';
    }
    if (pattern.startsWith('/'))
        return 'globs are relative to the root already; leave out the leading `/`';
    if (pattern.endsWith('/'))
        return `it names a folder; write \`${pattern}**\` for all files below it`;
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern))
        return 'it ends in a single `\\`';
    return null;
}


/***/ }),

/***/ 4453:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ isOwnComment)
/* harmony export */ });
/* harmony import */ var _account_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1053);
/* harmony import */ var _footer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6530);


/** A posting account of type User may also be a person's: only a comment with a footer of ours is the bot's (SU-13). */
function isOwnComment(comment, viewer) {
    return ((0,_account_js__WEBPACK_IMPORTED_MODULE_1__/* .sameAccount */ .M_)(comment.author, viewer) && (0,_footer_js__WEBPACK_IMPORTED_MODULE_0__/* .parseFooters */ .kN)(comment.body).parsed.some(({ name }) => /^revi-/.test(name)));
}


/***/ }),

/***/ 971:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D1: () => (/* binding */ splitIntoParts),
/* harmony export */   JD: () => (/* binding */ renderUnshown),
/* harmony export */   zW: () => (/* binding */ renderFileList)
/* harmony export */ });
/* harmony import */ var _collapse_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7213);
/* harmony import */ var _encoded_length_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4260);
/* harmony import */ var _parse_diff_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4244);
/* harmony import */ var _quoted_path_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(305);
/* harmony import */ var _recut_hunk_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4675);
/* harmony import */ var _render_diff_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1365);






/**
 * Splits files into parts whose diff, JSON-encoded, is at most `room` UTF-8 bytes long: by file, then by hunk, and a
 * hunk that is larger than a part into several valid ones (`cutHunk`). Greedy, in order, at least one part. A file with
 * a line that fits no part is in no part at all, but in `unread`.
 */
function splitIntoParts(request) {
    const packer = startPacking(request.room);
    const unread = [];
    for (const file of request.files) {
        const entries = measureEntries(file, request.room);
        if (entries === null)
            unread.push((0,_collapse_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadFile */ ._8)(file, 'one of its lines is longer than a question has room for'));
        else
            packer.add(file.path, entries);
    }
    return { parts: packer.finish(), unread };
}
/** Null where a line, or the header, does not fit a part even alone. */
function measureEntries(file, room) {
    const entries = [];
    for (const { header, hunks } of (0,_render_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .diffEntries */ .o8)(file)) {
        const headerSize = (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(header);
        if (headerSize > room)
            return null;
        const blocks = [];
        for (const hunk of hunks) {
            const text = (0,_render_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .renderHunk */ .lu)(hunk);
            const size = (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(text);
            if (headerSize + size <= room)
                blocks.push({ hunk, size, text, cutter: null });
            else {
                const cutter = (0,_recut_hunk_js__WEBPACK_IMPORTED_MODULE_4__/* .cutHunk */ .z)(hunk);
                if (headerSize + cutter.needs > room)
                    return null;
                blocks.push({ hunk, size, text: null, cutter });
            }
        }
        entries.push({ header, headerSize, blocks });
    }
    return entries;
}
/** Less than this share of a part is not worth cutting a hunk for. */
const WORTH_FILLING = 0.25;
function startPacking(room) {
    const parts = [];
    let diff = [];
    let paths = [];
    let changedLines = 0;
    let left = room;
    const close = () => {
        parts.push({ diff: diff.join(''), paths, changedLines });
        diff = [];
        paths = [];
        changedLines = 0;
        left = room;
    };
    const put = (path, piece) => {
        diff.push(piece.text);
        left -= piece.size;
        if (paths.at(-1) !== path)
            paths.push(path);
        const { additions, deletions } = (0,_parse_diff_js__WEBPACK_IMPORTED_MODULE_2__/* .countChanges */ .xS)(piece.hunks);
        changedLines += additions + deletions;
    };
    /** Puts an entry hunk by hunk, and its header into each part that holds one of them. */
    const spread = (path, { header, headerSize, blocks }) => {
        let headed = -1;
        const head = () => {
            if (headed === parts.length)
                return;
            put(path, { text: header, size: headerSize, hunks: [] });
            headed = parts.length;
        };
        const roomBelowHeader = () => left - (headed === parts.length ? 0 : headerSize);
        for (const { hunk, size, text, cutter } of blocks) {
            if (cutter === null) {
                if (size > roomBelowHeader())
                    close();
                head();
                put(path, { text, size, hunks: [hunk] });
                continue;
            }
            while (!cutter.done()) {
                const piece = roomBelowHeader() < room * WORTH_FILLING && left < room ? null : cutter.take(roomBelowHeader());
                if (piece === null) {
                    close();
                    continue;
                }
                head();
                const cut = (0,_render_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .renderHunk */ .lu)(piece);
                put(path, { text: cut, size: (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(cut), hunks: [piece] });
            }
        }
        if (blocks.length === 0) {
            if (headerSize > left)
                close();
            head();
        }
    };
    return {
        add(path, entries) {
            const size = entries.reduce((sum, entry) => sum + entry.headerSize + sumOfSizes(entry.blocks), 0);
            if (size > left && size <= room)
                close();
            for (const entry of entries)
                spread(path, entry);
        },
        finish() {
            if (diff.length > 0 || parts.length === 0)
                close();
            return parts;
        },
    };
}
function sumOfSizes(blocks) {
    return blocks.reduce((sum, { size }) => sum + size, 0);
}
/** Characters, JSON-encoded, that a list of files takes at most unless the caller says otherwise. */
const LIST_ROOM = 20_000;
/**
 * The list of all files that every part of a split change carries (SU-23): each with its counts, then what is not shown
 * and why. At most `room` UTF-8 bytes when JSON-encoded; what does not fit is counted. The names are a stranger's.
 */
function renderFileList(request) {
    const { reading, dropped = [], room = LIST_ROOM } = request;
    const unshown = renderUnshown({ reading, dropped, room: Math.floor(room / 2) });
    const gone = new Set(dropped.map((file) => file.path));
    const lines = reading.shown
        .filter((file) => !gone.has(file.path))
        .map((file) => `${(0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_3__/* .visiblePath */ .ex)(file.path)}: ${(0,_collapse_js__WEBPACK_IMPORTED_MODULE_0__/* .describeFile */ .CL)(file)}`);
    return boundedLines(lines, room - (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(unshown)) + unshown;
}
/**
 * One line for each file that is not shown: unread ones first, then collapsed ones (SU-22), then what GitHub does not
 * list; '' where there is none. Bounded like `renderFileList`.
 */
function renderUnshown(request) {
    const { reading, dropped = [], room = LIST_ROOM } = request;
    const { unlisted } = reading;
    const last = unlisted === 0 ? '' : `${unlisted} more ${plural(unlisted)} changed, which GitHub does not list\n`;
    return boundedLines((0,_collapse_js__WEBPACK_IMPORTED_MODULE_0__/* .unshownLines */ ._r)(reading, dropped), room - (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(last)) + last;
}
function boundedLines(lines, room) {
    // Room for the count that may have to follow.
    let left = room - (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)('and 1000000 more files\n');
    const kept = [];
    for (const line of lines) {
        const size = (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_1__/* .encodedLength */ .Z)(`${line}\n`);
        // A long name gives way; the names behind it still fit.
        if (size > left)
            continue;
        kept.push(`${line}\n`);
        left -= size;
    }
    const more = lines.length - kept.length;
    return kept.join('') + (more === 0 ? '' : `and ${more} more ${more === 1 ? 'file' : 'files'}\n`);
}
function plural(files) {
    return files === 1 ? 'file is' : 'files are';
}


/***/ }),

/***/ 7454:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dm: () => (/* binding */ TEXTS),
/* harmony export */   Ef: () => (/* binding */ WHOLE),
/* harmony export */   WR: () => (/* binding */ planMismatches),
/* harmony export */   Xd: () => (/* binding */ orNull),
/* harmony export */   YI: () => (/* binding */ closedObject),
/* harmony export */   a$: () => (/* binding */ TEXT),
/* harmony export */   hG: () => (/* binding */ SHA),
/* harmony export */   nT: () => (/* binding */ formatPlan),
/* harmony export */   vS: () => (/* binding */ parsePlan)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3026);
/* harmony import */ var _footer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6530);
/* harmony import */ var _validate_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5503);



/** The plan as one JSON text, with its `revi-mac` as the last key where there is a secret (SU-11, SU-41). */
function formatPlan(plan, secrets) {
    const text = JSON.stringify(plan);
    const mac = (0,_footer_js__WEBPACK_IMPORTED_MODULE_1__/* .signText */ .X8)(text, { secrets, repositoryId: plan.repository, number: plan.number });
    return mac === null ? text : `${text.slice(0, -1)},"revi-mac":${JSON.stringify(mac)}}`;
}
/** Parses a plan's text. Throws a `UserError` that names the source and what is wrong. */
function parsePlan(text, reading) {
    const { source, secrets, mustBeSigned } = reading;
    let value;
    try {
        value = JSON.parse(text);
    }
    catch (error) {
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(`the plan in ${source} is not JSON; expected what mode plan wrote`, { cause: error });
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(`the plan in ${source} is not a JSON object; expected what mode plan wrote`);
    const { 'revi-mac': mac, ...rest } = value;
    const checked = (0,_validate_js__WEBPACK_IMPORTED_MODULE_2__/* .compileSchema */ .F)(planSchema(reading))(rest);
    if (!checked.ok) {
        const found = checked.problems.slice(0, 5).map(({ message }) => message);
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(`the plan in ${source} is not a plan of ${reading.action}: ${found.join('; ')}`);
    }
    // The schema has checked every key that is read.
    const plan = rest;
    const signed = typeof mac === 'string' &&
        (0,_footer_js__WEBPACK_IMPORTED_MODULE_1__/* .verifyText */ .Bn)(JSON.stringify(rest), mac, { secrets, repositoryId: plan.repository, number: plan.number });
    if (mustBeSigned && secrets.length === 0)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(`the plan in ${source} counts only when it is signed, because others can write there; set input marker-secret in both jobs, or hand the plan on as a job output in input plan`);
    if ((mustBeSigned || mac !== undefined) && !signed && secrets.length > 0)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(`the plan in ${source} is not signed with this run's marker-secret, or was changed after it was signed`);
    return plan;
}
/** Everything in which a plan differs from the run that is asked to apply it, in words (SU-41). */
function planMismatches(plan, here) {
    const { run } = here;
    const differences = [];
    const compare = (what, planned, own) => {
        if (planned !== own)
            differences.push(`it is for ${what} ${planned}, this run for ${own}`);
    };
    compare('repository', plan.repository, run.repository.id);
    compare('pull request', plan.number, here.number);
    compare('run', plan.run, run.id);
    compare('event', plan.event, run.event);
    compare('version', plan.version, here.version);
    if (plan.attempt > run.attempt)
        differences.push(`it is of attempt ${plan.attempt}, this is attempt ${run.attempt}`);
    if (plan.trigger === 'try-out')
        differences.push('it was made with unsaved rules (try-out) and is never applied');
    return differences;
}
/** A closed object whose keys are all required. */
function closedObject(properties) {
    return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}
function orNull(schema) {
    return { anyOf: [{ type: 'null' }, schema] };
}
const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const WHOLE = { type: 'integer', minimum: 0 };
const SHA = { type: 'string', pattern: '^[0-9a-f]{40}$' };
const EFFECT_KINDS = [
    'submit-review',
    'dismiss-review',
    'delete-pending-review',
    'comment',
    'reply',
    'react',
    'create-label',
    'add-labels',
    'remove-label',
    'remove-review-request',
    'set-status',
];
function planSchema({ action, facts }) {
    return closedObject({
        'revi-plan': { const: 1 },
        action: { const: action },
        version: TEXT,
        trigger: { enum: ['review', 'try-out'] },
        repository: WHOLE,
        number: WHOLE,
        head: SHA,
        'base-ref': TEXT,
        account: TEXT,
        run: TEXT,
        attempt: WHOLE,
        event: TEXT,
        'rules-blob': TEXT,
        facts,
        effects: {
            type: 'array',
            items: { type: 'object', required: ['kind'], properties: { kind: { enum: EFFECT_KINDS } } },
        },
    });
}


/***/ }),

/***/ 3866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ describeMove)
/* harmony export */ });
/** In words how a position moved, naming both heads or base branches; null when it did not. */
function describeMove(read, now) {
    if (read.head !== now.head)
        return `the head moved from ${read.head.slice(0, 7)}, which was read, to ${now.head.slice(0, 7)}`;
    if (read.baseRef !== now.baseRef)
        return `the base branch changed from ${read.baseRef}, which was read, to ${now.baseRef}`;
    return null;
}


/***/ }),

/***/ 4675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ cutHunk)
/* harmony export */ });
/* harmony import */ var _encoded_length_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4260);
/* harmony import */ var _invisible_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5411);
/* harmony import */ var _parse_diff_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4244);



/** `@@ -,+, @@`, four numbers of up to 15 digits, and the encoded line end. */
const HEADER = 80;
/** A better place to cut is looked for in the last quarter of the room, so that little is wasted. */
const SEARCH = 0.75;
/**
 * Cuts one hunk into several valid ones (SU-23): each has a header with its own numbers, together they hold every line
 * once and apply to the same result. Preferred are cuts before a line that is not indented, best behind an empty one,
 * and never between what was deleted and what took its place.
 */
function cutHunk(hunk) {
    const lines = measureLines(hunk);
    const sectionSize = (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_0__/* .encodedLength */ .Z)((0,_invisible_js__WEBPACK_IMPORTED_MODULE_1__/* .showInvisible */ .jQ)(hunk.section));
    const longest = lines.reduce((most, line) => Math.max(most, line.size), 0);
    // A side without lines is numbered by the line before it.
    let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    let fresh = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
    let next = 0;
    return {
        needs: longest + HEADER + sectionSize,
        done: () => next >= lines.length,
        take: (room) => {
            const reserve = HEADER + (next === 0 ? sectionSize : 0);
            const end = endOfPiece(lines, { begin: next, room: room - reserve });
            const first = lines[next];
            const last = lines[end - 1];
            if (end === next || first === undefined || last === undefined)
                return null;
            let oldLines = 0;
            let newLines = 0;
            for (const line of lines.slice(next, end)) {
                oldLines += line.old;
                newLines += line.fresh;
            }
            const piece = {
                oldStart: oldLines === 0 ? old - 1 : old,
                oldLines,
                newStart: newLines === 0 ? fresh - 1 : fresh,
                newLines,
                // It names what stands above the hunk's first line, which need not be what stands above a later one.
                section: next === 0 ? hunk.section : '',
                text: hunk.text.slice(first.start, last.end),
            };
            old += oldLines;
            fresh += newLines;
            next = end;
            return piece;
        },
    };
}
function endOfPiece(lines, { begin, room }) {
    let used = 0;
    let best = begin;
    let quality = 0;
    for (let at = begin; at < lines.length; at++) {
        const line = lines[at];
        if (at > begin && used >= room * SEARCH && line.quality > 0 && line.quality >= quality) {
            best = at;
            quality = line.quality;
        }
        used += line.size;
        if (used > room)
            return quality > 0 ? best : at;
    }
    return lines.length;
}
function measureLines(hunk) {
    const lines = [];
    let start = 0;
    let before = { kind: '', text: '' };
    for (const { kind, text } of (0,_parse_diff_js__WEBPACK_IMPORTED_MODULE_2__/* .hunkLines */ .G4)(hunk)) {
        // An empty context line may lack its first character.
        const length = hunk.text[start] === '\n' || start === hunk.text.length ? 0 : text.length + 1;
        const end = start + length;
        const size = (0,_encoded_length_js__WEBPACK_IMPORTED_MODULE_0__/* .encodedLength */ .Z)(`${kind === 'no-newline' ? '\\' : ' '}${(0,_invisible_js__WEBPACK_IMPORTED_MODULE_1__/* .showInvisible */ .jQ)(text)}\n`);
        const last = lines.at(-1);
        if (kind === 'no-newline' && last !== undefined) {
            lines[lines.length - 1] = { ...last, end, size: last.size + size };
        }
        else {
            const torn = kind === 'added' && before.kind === 'deleted';
            lines.push({
                start,
                end,
                size,
                quality: torn ? 0 : qualityOfCut(before.text, text),
                old: kind === 'added' ? 0 : 1,
                fresh: kind === 'deleted' ? 0 : 1,
            });
            before = { kind, text };
        }
        start = end + 1;
    }
    return lines;
}
/** 2 before a line that begins a paragraph, 1 before another that begins something, 0 elsewhere. */
function qualityOfCut(before, text) {
    if (!/^[^\s})\]]/.test(text))
        return 0;
    return before.trim() === '' ? 2 : 1;
}


/***/ }),

/***/ 2251:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ refusalSentence)
/* harmony export */ });
/* unused harmony export APPROVE_SETTING */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3026);

/** The repository setting that lets the workflow token approve. */
const APPROVE_SETTING = 'Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"';
/** One sentence for a refusal by GitHub, naming the setting or permission to change (SU-48). `doing` is what was tried. */
function refusalSentence(refusal, doing) {
    switch (refusal.reason) {
        case 'own-pull-request':
            return 'GitHub lets nobody approve or request changes on their own pull request, and the posting account opened this one.';
        case 'approvals-not-permitted':
            return `this repository does not let GitHub Actions approve pull requests; turn on ${APPROVE_SETTING}, or post with a GitHub App's token.`;
        case 'permission':
            return `the token may not ${doing}; give the job \`${refusal.permission}\`.`;
        case 'dismissal-restricted':
            return 'the branch protection restricts who can dismiss reviews; add the posting account under "Restrict who can dismiss pull request reviews".';
        case 'locked':
            return 'the conversation is locked, and a lock prevents reviews; unlock it and ask again.';
        case 'commit-gone':
            return 'the commit that was read is no longer part of the pull request.';
        case 'pending-review':
            return refusal.review === null
                ? 'the posting account has a pending review on this pull request; submit or delete it and ask again.'
                : `the posting account has a pending review of its own on this pull request (${refusal.review.url}); submit or delete it and ask again.`;
        case 'anchors':
            return 'GitHub refused the place of an inline comment.';
        case 'not-found':
            return `GitHub did not find what was needed to ${doing}; it may have been deleted meanwhile.`;
        case 'other':
            return `GitHub refused to ${doing}: ${refusal.message}`;
        default:
            return (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .assertNever */ .xb)(refusal);
    }
}


/***/ }),

/***/ 1365:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   lu: () => (/* binding */ renderHunk),
/* harmony export */   o8: () => (/* binding */ diffEntries)
/* harmony export */ });
/* unused harmony export renderDiff */
/* harmony import */ var _invisible_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5411);
/* harmony import */ var _parse_diff_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4244);
/* harmony import */ var _quoted_path_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(305);



/** Files as the unified diff that the model reads: git's form, hidden characters as `<U+XXXX>` (SU-24), whole lines. */
function renderDiff(files) {
    return files
        .flatMap(diffEntries)
        .map(({ header, hunks }) => header + hunks.map(renderHunk).join(''))
        .join('');
}
/** The entries that `renderDiff` writes for one file. */
function diffEntries(file) {
    const halves = file.status === 'type-changed' ? halvesOf(file) : [file];
    return halves.map((half) => ({ header: renderHeader(half), hunks: half.hunks }));
}
/** One hunk with its `@@` line, hidden characters shown, whole lines. */
function renderHunk(hunk) {
    const section = hunk.section === '' ? '' : ` ${(0,_invisible_js__WEBPACK_IMPORTED_MODULE_0__/* .showInvisible */ .jQ)(hunk.section)}`;
    const old = formatRange(hunk.oldStart, hunk.oldLines);
    const fresh = formatRange(hunk.newStart, hunk.newLines);
    return `@@ -${old} +${fresh} @@${section}\n${showBody(hunk)}\n`;
}
function formatRange(start, lines) {
    return lines === 1 ? `${start}` : `${start},${lines}`;
}
const FIRST = { context: ' ', added: '+', deleted: '-', 'no-newline': '\\' };
function showBody(hunk) {
    const atStart = hunk.oldStart <= 1 || hunk.newStart <= 1;
    if (!atStart || !hunk.text.includes('\ufeff'))
        return (0,_invisible_js__WEBPACK_IMPORTED_MODULE_0__/* .showInvisible */ .jQ)(hunk.text);
    const lines = [];
    for (const { kind, text, oldLine, newLine } of (0,_parse_diff_js__WEBPACK_IMPORTED_MODULE_1__/* .hunkLines */ .G4)(hunk)) {
        lines.push(`${FIRST[kind]}${(0,_invisible_js__WEBPACK_IMPORTED_MODULE_0__/* .showInvisible */ .jQ)(text, { fileStart: oldLine === 1 || newLine === 1 })}`);
    }
    return lines.join('\n');
}
/** A deletion and an addition of one path; the file itself where its hunks are not made that way. */
function halvesOf(file) {
    if (file.hunks.some((hunk) => hunk.oldLines > 0 && hunk.newLines > 0))
        return [file];
    const removed = file.hunks.filter((hunk) => hunk.newLines === 0);
    const added = file.hunks.filter((hunk) => hunk.oldLines === 0);
    return [
        { ...file, status: 'deleted', newMode: null, hunks: removed },
        { ...file, status: 'added', oldMode: null, hunks: added },
    ];
}
function renderHeader(file) {
    const { path, status, previousPath } = file;
    const from = previousPath ?? path;
    const a = status === 'added' ? '/dev/null' : (0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(from, 'a/');
    const b = status === 'deleted' ? '/dev/null' : (0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(path, 'b/');
    const lines = [`diff --git ${(0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(from, 'a/')} ${(0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(path, 'b/')}`, ...renderModes(file)];
    if (previousPath !== null) {
        const verb = status === 'copied' ? 'copy' : 'rename';
        lines.push(`${verb} from ${(0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(from)}`, `${verb} to ${(0,_quoted_path_js__WEBPACK_IMPORTED_MODULE_2__/* .quotePath */ .WG)(path)}`);
    }
    if (file.hunks.length > 0)
        lines.push(`--- ${a}`, `+++ ${b}`);
    else if (file.binary)
        lines.push(`Binary files ${a} and ${b} differ`);
    return lines.map((line) => `${(0,_invisible_js__WEBPACK_IMPORTED_MODULE_0__/* .showInvisible */ .jQ)(line)}\n`).join('');
}
function renderModes({ status, oldMode, newMode }) {
    if (status === 'added')
        return [newMode === null ? 'new file' : `new file mode ${newMode}`];
    if (status === 'deleted')
        return [oldMode === null ? 'deleted file' : `deleted file mode ${oldMode}`];
    if (oldMode === null || newMode === null)
        return [];
    // The mode of a regular file that keeps it says nothing; that a text is a link's target or a submodule does.
    if (oldMode === newMode && newMode.startsWith('100'))
        return [];
    return [`old mode ${oldMode}`, `new mode ${newMode}`];
}


/***/ }),

/***/ 980:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _w: () => (/* binding */ approvalFloor),
/* harmony export */   gg: () => (/* binding */ ROLES),
/* harmony export */   jO: () => (/* binding */ isAdmitted),
/* harmony export */   yy: () => (/* binding */ isListed)
/* harmony export */ });
/** The settings' names of roles, with their ranks (SU-14). */
const ROLES = { guest: 1, reporter: 2, developer: 3, maintainer: 4, owner: 5 };
/** A login of a settings list names a User: case, a leading `@` and white space do not matter (SU-10, SU-14). */
function isListed(login, list) {
    const wanted = login.trim().toLowerCase();
    return list.some((entry) => entry.trim().replace(/^@/, '').toLowerCase() === wanted);
}
/** Whether a person of this rank is admitted (CO-12). */
function isAdmitted(login, rank, admission) {
    return isListed(login, admission.listed) || rank >= ROLES[admission.floor];
}
/** The floor of `/revi approve`: a maintainer's, which the settings can raise and never lower (CO-31). */
function approvalFloor(configured) {
    return ROLES[configured] > ROLES.maintainer ? configured : 'maintainer';
}


/***/ }),

/***/ 8943:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  E: () => (/* binding */ SETTINGS_FILES),
  s: () => (/* binding */ readSettings)
});

;// CONCATENATED MODULE: ./build/schemas/revi.schema.json
const revi_schema_namespaceObject = /*#__PURE__*/JSON.parse('{"$schema":"http://json-schema.org/draft-07/schema#","title":"Settings of Revi","description":"Optional settings of the whole suite. Lives at .hyperhive/revi.yml or .json on the default branch.","type":"object","additionalProperties":false,"properties":{"disabled":{"description":"Actions that are turned off without a change of workflow.","type":"array","items":{"enum":["classify","re-review","triage","reconcile-bot-threads","converse"]}},"ignore":{"description":"Globs of paths whose changes are shown as one line. Relative to the root, case-sensitive, ** crosses folders, ! is an error.","type":"array","items":{"$ref":"#/definitions/glob"}},"maintainers":{"description":"Logins of people who rule on findings and are pinged.","type":"array","items":{"$ref":"#/definitions/login"}},"reviewers":{"description":"Reviewers of re-review.","type":"array","minItems":1,"maxItems":8,"items":{"type":"object","additionalProperties":false,"required":["name","label","focus"],"properties":{"name":{"type":"string","pattern":"^[a-z0-9-]{1,40}$"},"label":{"type":"string","minLength":1,"maxLength":40},"focus":{"type":"string","pattern":"\\\\S"},"classes":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["name","description"],"properties":{"name":{"type":"string","pattern":"^[a-z0-9-]{1,40}$"},"description":{"type":"string","pattern":"\\\\S"}}}},"paths":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/glob"}},"model":{"$ref":"#/definitions/model"},"effort":{"$ref":"#/definitions/effort"},"minimum-tag":{"enum":["must fix","suggestion","could fix","future work"]}}}},"triage":{"description":"Labels of triage.","type":"object","additionalProperties":false,"properties":{"ranks":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["name","description"],"properties":{"name":{"$ref":"#/definitions/label"},"description":{"type":"string","pattern":"\\\\S"}}}},"types":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/label"}},"areas":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["name","description"],"properties":{"name":{"$ref":"#/definitions/label"},"description":{"type":"string","pattern":"\\\\S"},"paths":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/glob"}}}}},"comment":{"type":"boolean"}}},"review_bots":{"description":"Review bots whose threads reconcile-bot-threads may answer and resolve.","type":"object","additionalProperties":false,"properties":{"logins":{"type":"array","items":{"$ref":"#/definitions/login"}},"authors":{"type":"array","items":{"$ref":"#/definitions/login"}},"trailer":{"type":"string","pattern":"\\\\S"},"min_priority":{"type":"string"},"max_attempts_per_thread":{"type":"integer","minimum":1,"maximum":20},"resolve_after_fix":{"type":"boolean"},"hold_labels":{"type":"array","items":{"$ref":"#/definitions/label"}},"allow_paths":{"type":"array","items":{"$ref":"#/definitions/glob"}},"model":{"$ref":"#/definitions/model"},"effort":{"$ref":"#/definitions/effort"}}},"converse":{"description":"Who is answered in threads, and how often.","type":"object","additionalProperties":false,"properties":{"authorized_repliers":{"type":"array","items":{"$ref":"#/definitions/login"}},"min_replier_role":{"enum":["guest","reporter","developer","maintainer","owner"]},"max_replies_per_thread":{"type":"integer","minimum":1,"maximum":100},"model":{"$ref":"#/definitions/model"},"effort":{"$ref":"#/definitions/effort"}}}},"definitions":{"glob":{"type":"string","pattern":"^\\\\s*[^!\\\\s].*$"},"login":{"type":"string","pattern":"\\\\S"},"label":{"type":"string","pattern":"\\\\S","maxLength":50},"model":{"type":"string","pattern":"^[^-\\\\s]\\\\S*$"},"effort":{"enum":["low","medium","high","xhigh","max"]}}}');
// EXTERNAL MODULE: ./build/src/core/glob.js
var core_glob = __webpack_require__(6408);
// EXTERNAL MODULE: ./build/src/core/validate.js
var validate = __webpack_require__(5503);
;// CONCATENATED MODULE: ./build/src/core/settings.js



/** Where the settings live on the default branch; both present is an error. */
const SETTINGS_FILES = ['.hyperhive/revi.yml', '.hyperhive/revi.json'];
const DEFAULT_RANKS = [
    { name: 'review:p0', description: 'Small, correct, clearly useful: take it now.' },
    { name: 'review:p1', description: 'Useful: needs a real review soon.' },
    { name: 'review:p2', description: 'Needs work or discussion first.' },
    { name: 'review:p3', description: 'Unlikely to be taken as it is.' },
];
const DEFAULT_TYPES = ['feat', 'fix', 'docs', 'refactor', 'perf', 'test', 'chore', 'ci', 'build'];
/** The settings of the default branch, defaults where there is no file, or every error with its line (SU-56). */
function readSettings(files, parse, repository) {
    const [file, other] = SETTINGS_FILES.flatMap((path) => files.get(path) ?? []);
    if (file === undefined)
        return { settings: withDefaults({}) };
    if (other !== undefined)
        return {
            problems: [{ file: file.path, line: null, message: `${file.path} and ${other.path} both exist; keep one` }],
        };
    if (file.text === null)
        return { problems: [{ file: file.path, line: null, message: 'the file is not readable as text' }] };
    // A file of comments alone is what remains when somebody comments the settings out; it sets nothing.
    if (file.path.endsWith('.yml') && /^(\s|#.*)*$/.test(file.text))
        return { settings: withDefaults({}) };
    const document = parse(file.path, file.text);
    return 'value' in document ? checkSettings(document, repository) : { problems: document.problems };
}
function checkSettings(document, repository) {
    const problems = [...document.problems];
    const add = (pointer, at, message) => {
        problems.push({ file: document.file, line: document.lineOf(pointer, at), message });
    };
    const checked = (0,validate/* compileSchema */.F)(revi_schema_namespaceObject)(document.value);
    if (!checked.ok)
        for (const problem of checked.problems)
            add(problem.path, problem.kind === 'unknown-key' ? 'key' : 'value', problem.message);
    for (const { pointer, glob } of globsOf(document.value)) {
        const parsed = (0,core_glob/* parseGlob */.q)(glob);
        const told = checked.ok ? false : checked.problems.some(({ path }) => path === pointer);
        if ('error' in parsed && !told)
            add(pointer, 'value', parsed.error);
    }
    for (const { pointer, name } of repeatedNames(document.value))
        add(pointer, 'value', `"${name}" stands twice; labels compare without case`);
    const file = (checked.ok ? document.value : {});
    const role = document.value?.converse?.min_replier_role;
    if (!repository.private && role === 'guest')
        add('/converse/min_replier_role', 'value', 'min_replier_role: guest would let everybody command the bot of a public repository; use reporter or higher');
    if (problems.length > 0)
        return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
    return { settings: withDefaults(file) };
}
function withDefaults(file) {
    const { triage, converse } = file;
    return {
        disabled: file.disabled ?? [],
        ignore: file.ignore ?? [],
        maintainers: file.maintainers ?? null,
        triage: {
            ranks: triage?.ranks ?? DEFAULT_RANKS,
            types: triage?.types ?? DEFAULT_TYPES,
            areas: (triage?.areas ?? []).map(({ name, description, paths }) => ({ name, description, paths: paths ?? [] })),
            comment: triage?.comment ?? false,
        },
        converse: {
            authorizedRepliers: converse?.authorized_repliers ?? [],
            minReplierRole: converse?.min_replier_role ?? 'developer',
            maxRepliesPerThread: converse?.max_replies_per_thread ?? 20,
            model: converse?.model ?? null,
            effort: converse?.effort ?? null,
        },
    };
}
/** Every glob of the file with its JSON pointer; only the shapes that hold one are looked into. */
function* globsOf(value) {
    const lists = [
        ['/ignore', at(value, 'ignore')],
        ['/review_bots/allow_paths', at(at(value, 'review_bots'), 'allow_paths')],
    ];
    for (const [section, list] of [
        ['/reviewers', at(value, 'reviewers')],
        ['/triage/areas', at(at(value, 'triage'), 'areas')],
    ])
        if (Array.isArray(list))
            list.forEach((entry, index) => lists.push([`${section}/${index}/paths`, at(entry, 'paths')]));
    for (const [pointer, list] of lists) {
        if (!Array.isArray(list))
            continue;
        for (const [index, glob] of list.entries())
            if (typeof glob === 'string')
                yield { pointer: `${pointer}/${index}`, glob };
    }
}
/** Label names and reviewers' names that stand twice: labels would fight over one another (TR-4). */
function* repeatedNames(value) {
    const triage = at(value, 'triage');
    const seen = new Set(['triaged']);
    const lists = [
        ['/triage/ranks', at(triage, 'ranks'), (entry) => at(entry, 'name'), '/name'],
        ['/triage/types', at(triage, 'types'), (entry) => entry, ''],
        ['/triage/areas', at(triage, 'areas'), (entry) => at(entry, 'name'), '/name'],
    ];
    for (const [section, list, nameOf, suffix] of lists) {
        if (!Array.isArray(list))
            continue;
        for (const [index, entry] of list.entries()) {
            const name = nameOf(entry);
            if (typeof name !== 'string')
                continue;
            const key = name.trim().toLowerCase();
            if (seen.has(key))
                yield { pointer: `${section}/${index}${suffix}`, name };
            seen.add(key);
        }
    }
}
function at(value, key) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value[key]
        : undefined;
}


/***/ }),

/***/ 5701:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   kK: () => (/* binding */ spentSoFar),
/* harmony export */   oc: () => (/* binding */ formatSpent),
/* harmony export */   sF: () => (/* binding */ parseSpent),
/* harmony export */   uv: () => (/* binding */ spentOf)
/* harmony export */ });
/* harmony import */ var _footer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6530);

/** What a run spent, or null when the endpoint told neither cost nor tokens. */
function spentOf({ cost, tokens, }) {
    if (cost !== null)
        return { kind: 'cost', usd: cost };
    return tokens === null ? null : { kind: 'tokens', count: tokens };
}
/** The footer's pair for what was spent. */
function formatSpent(spent) {
    // Never an exponent: readers of other languages parse this, and SU-5 wants plain decimals.
    return spent.kind === 'tokens' ? ['tokens', String(spent.count)] : ['cost', formatUsd(spent.usd)];
}
/** USD to a hundred-millionth, because a run on a small diff costs less than a millionth; without zeros at its end. */
function formatUsd(usd) {
    return usd.toFixed(8).replace(/\.?0+$/, '');
}
/** What a footer of any of our names says was spent (SU-37); null where it does not say, or not in numbers. */
function parseSpent(values) {
    const cost = values.get('cost');
    if (cost !== undefined && /^[0-9]+(?:\.[0-9]+)?$/.test(cost))
        return { kind: 'cost', usd: Number(cost) };
    const tokens = values.get('tokens');
    return tokens !== undefined && /^[0-9]{1,15}$/.test(tokens) ? { kind: 'tokens', count: Number(tokens) } : null;
}
/** What earlier runs spent on this pull request, by all believed footers of the suite (SU-37). */
function spentSoFar(posts, trust, outputPrice) {
    let usd = 0;
    for (const post of posts)
        for (const footer of (0,_footer_js__WEBPACK_IMPORTED_MODULE_0__/* .believedFooters */ .Hs)(post, trust).footers) {
            const spent = parseSpent(footer.values);
            // Tokens of a model without a known price count at this run's output price (SU-37).
            if (spent !== null)
                usd += spent.kind === 'cost' ? spent.usd : spent.count * (outputPrice ?? 0);
        }
    return usd;
}


/***/ }),

/***/ 8970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RP: () => (/* binding */ totalTokens),
/* harmony export */   eY: () => (/* binding */ renderUsage),
/* harmony export */   mF: () => (/* binding */ usageOutputs),
/* harmony export */   vA: () => (/* binding */ totalsOf)
/* harmony export */ });
/* unused harmony export decimal */
/** Adds up answers. One answer without usage makes a sum unknown, so that a total is never too small (SU-36). */
function totalsOf(answers) {
    const sum = (pick) => {
        let total = 0;
        for (const answer of answers) {
            const value = pick(answer);
            if (value !== null)
                total += value;
            else if (answer.calls > 0)
                return null;
        }
        return total;
    };
    return {
        input: sum(({ usage }) => usage.input),
        cacheWrite: sum(({ usage }) => usage.cacheWrite),
        cacheRead: sum(({ usage }) => usage.cacheRead),
        output: sum(({ usage }) => usage.output),
        cost: sum(({ cost }) => cost),
    };
}
/** Tokens of a run as one number, for footers of runs without a price (SU-37); null when any answer tells none. */
function totalTokens(answers) {
    let total = 0;
    for (const { usage, calls } of answers) {
        const known = [usage.input, usage.cacheWrite, usage.cacheRead, usage.output].filter((value) => value !== null);
        if (known.length === 0 && calls > 0)
            return null;
        total += known.reduce((sum, value) => sum + value, 0);
    }
    return total;
}
/** A plain decimal without exponent, '' when unknown (SU-5). */
function decimal(value) {
    if (value === null)
        return '';
    return Number.isInteger(value) ? String(value) : value.toFixed(8).replace(/0+$/, '').replace(/\.$/, '');
}
/** The outputs of SU-5 that tell what a run used. */
function usageOutputs(totals) {
    return {
        'input-tokens': decimal(totals.input),
        'cache-write-tokens': decimal(totals.cacheWrite),
        'cache-read-tokens': decimal(totals.cacheRead),
        'output-tokens': decimal(totals.output),
        'cost-usd': decimal(totals.cost),
    };
}
const known = (value) => (value === null ? 'unknown' : value.toLocaleString('en-US'));
/** The part of a job summary about what the run used: tokens, cost, time per question, requests (SU-36, SU-51). */
function renderUsage(totals, lines, run) {
    const cost = totals.cost === null ? 'unknown' : `$${decimal(totals.cost)}`;
    const head = [
        '| model | input tokens | cache written | cache read | output tokens | cost | time | GitHub requests |',
        '|---|--:|--:|--:|--:|--:|--:|--:|',
        `| ${run.model} | ${known(totals.input)} | ${known(totals.cacheWrite)} | ${known(totals.cacheRead)} | ${known(totals.output)} | ${cost} | ${run.seconds.toFixed(1)} s | ${run.githubRequests} |`,
    ].join('\n');
    if (lines.length === 0)
        return head;
    const table = [
        '| question | time | calls | |',
        '|---|--:|--:|---|',
        ...lines.map(({ question, milliseconds, calls, note }) => `| ${question} | ${(milliseconds / 1000).toFixed(1)} s | ${calls} | ${note} |`),
    ].join('\n');
    return `${head}\n\n<details><summary>Time per question</summary>\n\n${table}\n\n</details>`;
}


/***/ }),

/***/ 5503:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ compileSchema)
/* harmony export */ });
/* harmony import */ var ajv__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2463);

/** The only way to ajv: a check that tells every problem of a value (SU-33, SU-51). Throws on a schema that is our bug. */
function compileSchema(schema) {
    const ajv = new ajv__WEBPACK_IMPORTED_MODULE_0__.Ajv({
        allErrors: true,
        verbose: true,
        allowUnionTypes: true,
        strictTypes: false,
        strictRequired: false,
        validateFormats: false,
        logger: false,
    });
    // `$schema` and `$id` are for editors; ajv would want to know the dialects that they name.
    const { $schema: _dialect, $id: _id, ...rules } = schema;
    const validate = ajv.compile(rules);
    return (value) => {
        if (validate(value))
            return { ok: true };
        return { ok: false, problems: distinct(withoutUntakenBranches(validate.errors ?? []).map(toProblem)) };
    };
}
/** Of alternatives, only what tells the reader something: the branch that went deepest, or one line with all types. */
function withoutUntakenBranches(errors) {
    const kept = [];
    for (const error of errors) {
        if (error.keyword === 'if')
            continue;
        if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
            kept.push(error);
            continue;
        }
        // ajv reports the branches right before the alternative itself, at its place or below.
        let start = kept.length;
        while (start > 0 && isWithin(kept[start - 1]?.instancePath ?? '', error.instancePath))
            start -= 1;
        const branches = kept.splice(start);
        const deeper = branches.filter((branch) => branch.instancePath !== error.instancePath);
        if (deeper.length > 0)
            kept.push(...deeper);
        else if (branches.some((branch) => branch.keyword !== 'type'))
            kept.push(...branches.filter((branch) => branch.keyword !== 'type'));
        else
            kept.push(mergedTypes(error, branches));
    }
    return kept;
}
function isWithin(path, parent) {
    return path === parent || path.startsWith(`${parent}/`);
}
function mergedTypes(error, branches) {
    return { ...error, keyword: 'type', params: { type: branches.flatMap((branch) => branch.params['type']) } };
}
function toProblem(error) {
    const { instancePath, params } = error;
    switch (error.keyword) {
        case 'additionalProperties':
        case 'unevaluatedProperties': {
            const key = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
            const known = Object.keys(error.parentSchema?.['properties'] ?? {});
            const hint = known.length > 0 ? `; known keys are ${listOf(known)}` : '';
            const message = `${placeOf(instancePath)} has the unknown key ${excerpt(key)}${hint}`;
            return { kind: 'unknown-key', path: `${instancePath}/${escapePointer(key)}`, key, message };
        }
        case 'required':
        case 'dependentRequired': {
            const key = String(params['missingProperty']);
            return {
                kind: 'missing-key',
                path: instancePath,
                key,
                message: `${placeOf(instancePath)} lacks the key "${key}"`,
            };
        }
        default: {
            const message = `${placeOf(instancePath)} ${expectation(error)}, but is ${excerpt(error.data)}`;
            return { kind: 'value', path: instancePath, key: null, message };
        }
    }
}
function expectation({ keyword, params, message }) {
    const limit = String(params['limit']);
    switch (keyword) {
        case 'enum':
            return `must be one of ${listOf(params['allowedValues'])}`;
        case 'const':
            return `must be ${JSON.stringify(params['allowedValue'])}`;
        case 'type':
            return `must be ${[params['type']].flat().map(typeName).join(' or ')}`;
        case 'minimum':
            return `must be at least ${limit}`;
        case 'maximum':
            return `must be at most ${limit}`;
        case 'exclusiveMinimum':
            return `must be more than ${limit}`;
        case 'exclusiveMaximum':
            return `must be less than ${limit}`;
        case 'minLength':
            return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
        case 'maxLength':
            return `must have at most ${limit} characters`;
        case 'minItems':
            return `must have at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
        case 'maxItems':
            return `must have at most ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
        case 'uniqueItems':
            return 'must not hold an entry twice';
        case 'pattern':
            return params['pattern'] === '\\S' ? 'must not be blank' : `must match ${String(params['pattern'])}`;
        default:
            return message ?? `must fit "${keyword}"`;
    }
}
const TYPE_NAMES = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object of keys and values',
    null: 'null',
};
function typeName(type) {
    return TYPE_NAMES[String(type)] ?? String(type);
}
/** `/classifications/2/threshold` as a person would say it. */
function placeOf(pointer) {
    const steps = pointer.split('/').slice(1);
    if (steps.length === 0)
        return 'the value';
    return steps
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
        .join('');
}
function escapePointer(key) {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
function listOf(values) {
    return values.map((value) => JSON.stringify(value)).join(', ');
}
/** At most 80 code points of a value's JSON, on one line. */
function excerpt(value) {
    if (Array.isArray(value))
        return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
    if (typeof value === 'object' && value !== null)
        return 'an object';
    // A prefix is enough: JSON of a megabyte need not be made for eighty characters of it.
    const json = JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? 'nothing';
    const points = [...json];
    return points.length <= 80 ? json : `${points.slice(0, 79).join('')}…`;
}
function distinct(problems) {
    const seen = new Set();
    return problems.filter((problem) => {
        const mark = `${problem.path}\n${problem.message}`;
        if (seen.has(mark))
            return false;
        seen.add(mark);
        return true;
    });
}


/***/ })

};
