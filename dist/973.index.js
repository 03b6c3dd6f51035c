export const id = 973;
export const ids = [973];
export const modules = {

/***/ 6973:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  surroundingsOf: () => (/* binding */ surroundingsOf)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./build/src/core/errors.js
var errors = __webpack_require__(3026);
// EXTERNAL MODULE: ./build/src/core/redact.js
var redact = __webpack_require__(416);
// EXTERNAL MODULE: ./build/src/core/untrusted.js
var untrusted = __webpack_require__(8595);
// EXTERNAL MODULE: ./build/src/core/parse-diff.js + 2 modules
var parse_diff = __webpack_require__(4244);
// EXTERNAL MODULE: ./node_modules/@octokit/request/dist-bundle/index.js + 5 modules
var dist_bundle = __webpack_require__(7359);
;// CONCATENATED MODULE: ./build/src/forge/limits.js
/** GitHub resets on whole seconds; one more second covers the rounding. */
const RESET_SLACK = 1000;
/** A wait of 0 s would be a busy loop. */
const SHORTEST_WAIT = 1000;
/**
 * The limit that a refused answer speaks of, or null when it refuses for another reason. A 403 that names a permission
 * is never a limit (SU-46). `now` is only used where the answer has no `date`, since resets are on GitHub's clock.
 */
function readLimit(answer) {
    const { status, headers, message } = answer;
    // Content that came too quickly is refused as if it were invalid.
    if (status === 422 && /submitted too quickly/i.test(message))
        return { kind: 'secondary', status, wait: null };
    if (status !== 403 && status !== 429)
        return null;
    const spent = String(headers['x-ratelimit-remaining'] ?? '') === '0';
    const retryAfter = readRetryAfter(headers, answer.now);
    const named = /rate limit|abuse detection|too many requests/i.test(message);
    if (status === 403 && !named) {
        if (namesPermission(message))
            return null;
        // A 403 with words of its own is a refusal; one without any (an edge server's page) is taken for a limit.
        if (message !== '' && !spent && retryAfter === null)
            return null;
    }
    const kind = spent && !/secondary/i.test(message) ? 'primary' : 'secondary';
    return { kind, status, wait: retryAfter ?? (spent ? untilReset(headers, answer.now) : null) };
}
/** Milliseconds of `retry-after`, given in seconds or as a date; null when there is none. */
function readRetryAfter(headers, now) {
    const value = String(headers['retry-after'] ?? '').trim();
    if (value === '')
        return null;
    if (/^\d+(\.\d+)?$/.test(value))
        return Math.max(SHORTEST_WAIT, Number(value) * 1000);
    const date = Date.parse(value);
    return Number.isNaN(date) ? null : Math.max(SHORTEST_WAIT, date - serverTime(headers, now));
}
/** Whether GitHub's message says that the token lacks a permission, in the wordings it uses for tokens and for people. */
function namesPermission(message) {
    return /not accessible by|must have .*(access|permission|rights)|required scopes?|write access|permission (to|denied)|not authorized/i.test(message);
}
function untilReset(headers, now) {
    const reset = Number(headers['x-ratelimit-reset']);
    if (!Number.isFinite(reset) || reset <= 0)
        return null;
    return Math.max(SHORTEST_WAIT, reset * 1000 - serverTime(headers, now) + RESET_SLACK);
}
function serverTime(headers, now) {
    const date = Date.parse(String(headers['date'] ?? ''));
    return Number.isNaN(date) ? now : date;
}

;// CONCATENATED MODULE: ./build/src/forge/patience.js
/** Where a secondary limit names no time: GitHub asks for at least a minute, then doubling (SU-46). */
const UNNAMED_LIMIT = 60_000;
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 8000;
/** The patience for one call that is described by `what` (`reading the change`). `tries` bounds broken answers, not limits. */
function createPatience(options) {
    const { what, tries, clock, narrate, deadline } = options;
    let broken = 0;
    let unnamedLimits = 0;
    function waitFor(trouble) {
        if (trouble.kind === 'limit')
            return trouble.limit.wait ?? UNNAMED_LIMIT * 2 ** unnamedLimits++;
        const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (broken - 1)) * (0.75 + 0.5 * clock.random());
        return Math.max(trouble.retryAfter ?? 0, backoff);
    }
    return {
        async waitAfter(trouble) {
            const status = trouble.kind === 'limit' ? trouble.limit.status : trouble.status;
            const because = trouble.kind === 'limit' ? nameOf(trouble.limit) : trouble.why;
            const end = (reason) => ({
                reason,
                status,
                ...(trouble.kind === 'broken' && trouble.cause !== undefined ? { cause: trouble.cause } : {}),
            });
            if (trouble.kind === 'broken') {
                broken += 1;
                if (broken >= tries)
                    return end(`${because} (${broken === 1 ? 'one try' : `${broken} tries`})`);
            }
            const wait = waitFor(trouble);
            const left = deadline - clock.now();
            if (wait >= left) {
                if (trouble.kind === 'broken')
                    return end(`${because}, and there is no time left for another try`);
                const resets = new Date(clock.now() + wait).toISOString().replace(/\.\d+Z$/, 'Z');
                return end(`${because} asks for a wait of ${seconds(wait)} s, until ${resets}, but the run ends in ${seconds(Math.max(0, left))} s`);
            }
            narrate(`waiting ${seconds(wait)} s: ${because} while ${what}`);
            await clock.sleep(wait);
            return null;
        },
    };
}
function nameOf(limit) {
    return `GitHub's ${limit.kind === 'secondary' ? 'secondary ' : ''}rate limit (${limit.status})`;
}
function seconds(milliseconds) {
    return milliseconds < 10_000 ? String(Math.round(milliseconds / 100) / 10) : String(Math.round(milliseconds / 1000));
}

;// CONCATENATED MODULE: ./build/src/forge/refusal.js

/**
 * The permission that a refusal says is missing, or null when it is about something else. `expected` is what the call
 * is known to need; GitHub's `x-accepted-github-permissions` is believed where it does not list that.
 */
function permissionOf(refused, expected) {
    if (refused.status !== 403 || !namesPermission(refused.message))
        return null;
    const accepted = String(refused.headers['x-accepted-github-permissions'] ?? '')
        .split(';')
        .map((alternative) => alternative.split(',').map(readable).filter(Boolean).join(' and '))
        .filter(Boolean);
    return accepted.length === 0 || accepted.includes(expected) ? expected : accepted.join(' or ');
}
/**
 * Why GitHub refused a write, by its status and words (SU-48). Of a pending review only the fact is known here; the
 * caller looks the review up.
 */
function refusalOf(refused, expected) {
    const { status, message } = refused;
    const permission = permissionOf(refused, expected);
    if (/not permitted to (approve|create or approve)/i.test(message))
        return { reason: 'approvals-not-permitted' };
    if (/your own pull request/i.test(message))
        return { reason: 'own-pull-request' };
    if (/(issue|conversation|pull request) is locked|lock prevents/i.test(message))
        return { reason: 'locked' };
    if (/pending review/i.test(message))
        return { reason: 'pending-review', review: null };
    if (/protections? do(es)? not permit dismiss|not (allowed|permitted|authorized) to dismiss/i.test(message)) {
        return { reason: 'dismissal-restricted' };
    }
    if (permission !== null)
        return { reason: 'permission', permission };
    if (status === 404)
        return { reason: 'not-found' };
    if (status !== 422)
        return { reason: 'other', message };
    if (/no commit found|not part of the pull request|commit_?(id|oid)/i.test(message)) {
        return { reason: 'commit-gone' };
    }
    const entries = anchorsOf(refused);
    if (entries.length > 0 || /must be part of the diff|could not be resolved|start_?line/i.test(message)) {
        return { reason: 'anchors', entries };
    }
    return { reason: 'other', message };
}
/** Places of the inline comments that the refusal names, as in `comments[2].line`, in order. */
function anchorsOf(refused) {
    const text = `${refused.message} ${JSON.stringify(refused.errors)}`;
    const places = [...text.matchAll(/comments[[.](\d+)/g)].map((match) => Number(match[1]));
    return [...new Set(places)].sort((a, b) => a - b);
}
/** `pull_requests=write` as a workflow writes it: `pull-requests: write`. */
function readable(pair) {
    const [name, level] = pair.trim().split('=');
    return name === undefined || level === undefined ? '' : `${name.trim().replaceAll('_', '-')}: ${level.trim()}`;
}

;// CONCATENATED MODULE: ./build/src/forge/client.js





const TRIES = 5;
/** GraphQL gives up after 10 s and REST soon after; a connection that says nothing for this long is dead. */
const TRY_TIMEOUT = 30_000;
/** The only place that sends anything to GitHub. One connection's trouble is a value; patience is above it. */
function createClient(options) {
    const { clock, narrate, deadline } = options;
    let requests = 0;
    const send = dist_bundle/* request */.E.defaults({
        baseUrl: options.apiUrl.replace(/\/+$/, ''),
        headers: {
            authorization: `bearer ${options.token}`,
            'user-agent': 'revi',
            'x-github-api-version': '2022-11-28',
        },
    });
    async function attempt(call) {
        const left = deadline - clock.now();
        if (left <= 0)
            return broken(null, "the run's time is over");
        const signal = AbortSignal.timeout(Math.ceil(Math.min(TRY_TIMEOUT, left)));
        requests += 1;
        try {
            const { status, headers, data } = await send(call.route, {
                // What the path does not use, Octokit would put into the query or the body.
                ...(call.route.includes('{owner}') ? { owner: options.owner, repo: options.repo } : {}),
                ...call.parameters,
                headers: { accept: call.accept ?? 'application/vnd.github+json' },
                request: {
                    signal,
                    // Octokit takes a body that breaks off for an empty one; so the body is read here.
                    parseSuccessResponseBody: false,
                    log: { warn() { } },
                    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
                },
            });
            return await readAnswer(call, { status, headers, data });
        }
        catch (error) {
            const answer = answerOf(error);
            if (answer === null)
                return broken(null, silence(error), null, error);
            return readFailure(answer, clock.now());
        }
    }
    function patience(call) {
        return createPatience({ what: call.what, tries: call.tries ?? TRIES, clock, narrate, deadline });
    }
    async function read(call) {
        const left = patience(call);
        for (;;) {
            const result = await attempt(call);
            if (result.kind === 'answer' || result.kind === 'refused')
                return result;
            const end = await left.waitAfter(result);
            if (end !== null)
                throw endError(call, end);
        }
    }
    async function need(call) {
        const result = await read(call);
        if (result.kind === 'refused')
            throw refusedError(call, result);
        return result;
    }
    return { attempt, read, need, patience, requests: () => requests };
}
/** The error for a refused call: what was being done, GitHub's words, and the permission that is missing. */
function refusedError(call, refused) {
    const { status, message } = refused;
    const permission = permissionOf(refused, call.permission);
    const advice = status === 401
        ? '; check the input `github-token`'
        : permission !== null
            ? `; the token needs \`${permission}\``
            : status === 404
                ? `; it does not exist, or the token lacks \`${call.permission}\``
                : '';
    return new errors/* ForgeError */.Q8(`${call.what} failed: GitHub answered ${status}: ${message}${advice}`, { status });
}
/** The error for a call whose patience has ended. */
function endError({ what }, { reason, status, cause }) {
    return new errors/* ForgeError */.Q8(`${what} failed: ${reason}`, { status, cause });
}
function broken(status, why, retryAfter = null, cause) {
    return { kind: 'broken', status, why, retryAfter, ...(cause === undefined ? {} : { cause }) };
}
async function readAnswer(call, { status, headers, data }) {
    const bytes = await readBody(data, call.maxBytes ?? Number.POSITIVE_INFINITY);
    if (bytes === null) {
        return { kind: 'refused', status: 413, headers, message: `more than ${call.maxBytes} bytes`, errors: [] };
    }
    if (/^text\/html/i.test(String(headers['content-type'] ?? ''))) {
        return broken(status, `GitHub answered ${status} with a page of HTML`);
    }
    if (call.accept !== undefined)
        return { kind: 'answer', status, headers, body: bytes };
    if (status === 204 || status === 205)
        return { kind: 'answer', status, headers, body: null };
    const body = parseJson(new TextDecoder().decode(bytes));
    if (body === undefined)
        return broken(status, `GitHub answered ${status} with something that is not JSON`);
    return { kind: 'answer', status, headers, body };
}
/** An answer of 400 and above, told apart: the service's trouble, a limit, or a refusal. */
function readFailure({ status, headers, data }, now) {
    const { message, errors } = wordsOf(data);
    if (status >= 500)
        return broken(status, `GitHub answered ${status}`, readRetryAfter(headers, now));
    const limit = readLimit({ status, headers, message, now });
    if (limit !== null)
        return { kind: 'limit', limit };
    return { kind: 'refused', status, headers, message: message === '' ? 'no reason given' : message, errors };
}
/** All of a body, or null when it is longer than `maxBytes`. Throws when it breaks off. */
async function readBody(data, maxBytes) {
    if (typeof data !== 'object' || data === null || !('getReader' in data))
        return new Uint8Array();
    const chunks = [];
    let length = 0;
    const reader = data.getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done)
            return Buffer.concat(chunks, length);
        length += value.length;
        if (length > maxBytes) {
            await reader.cancel();
            return null;
        }
        chunks.push(value);
    }
}
/** The answer that Octokit's error carries; null when none came (Octokit then invents status 500). */
function answerOf(error) {
    if (typeof error !== 'object' || error === null || !('response' in error))
        return null;
    const response = error.response;
    if (typeof response !== 'object' || response === null || !('status' in response))
        return null;
    const { status, headers, data } = response;
    return { status, headers, data };
}
function silence(error) {
    const names = [];
    for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : null) {
        names.push('name' in at ? String(at.name) : '', 'code' in at ? String(at.code) : '');
    }
    if (names.includes('TimeoutError') || names.includes('AbortError'))
        return 'GitHub did not answer in time';
    const code = names.find((name) => /^(E[A-Z]+|UND_[A-Z_]+)$/.test(name));
    return `the connection to GitHub failed${code === undefined ? '' : ` (${code})`}`;
}
/** GitHub's message with its details; '' where the body holds no words of GitHub's. */
function wordsOf(data) {
    if (typeof data !== 'object' || data === null || !('message' in data))
        return { message: '', errors: [] };
    const errors = 'errors' in data && Array.isArray(data.errors) ? data.errors : [];
    const details = errors.map((entry) => {
        if (typeof entry === 'string')
            return entry;
        if (typeof entry !== 'object' || entry === null)
            return '';
        const { field, code, message } = entry;
        return [field, message ?? code].filter((part) => typeof part === 'string').join(' ');
    });
    return { message: [String(data.message), ...details.filter((text) => text !== '')].join(': '), errors };
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        // The caller reads it again; the parser's own words would quote the body.
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/src/forge/file-list.js


const PER_PAGE = 100;
/** GitHub lists no more than 3,000 files (facts, section 4). */
const MAX_PAGES = 30;
/**
 * The files of the pull request as GitHub lists them (SU-21), and those of them whose patch is missing or not whole.
 * The `Link` header is not asked: pages are read until all files are there, or one brings nothing new. Throws
 * `HeadMoved` when an entry is of another head.
 */
async function readFileList(reader, pullRequest) {
    const files = new Map();
    const withoutPatch = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
        const before = files.size;
        for (const entry of await readPage(reader, pullRequest.number, page)) {
            if (files.has(entry.filename))
                continue;
            checkHead(entry, pullRequest);
            const hunks = hunksOf(entry);
            const file = fileOf(entry, hunks ?? []);
            files.set(file.path, file);
            if (hunks === null)
                withoutPatch.push({ entry, file });
        }
        if (files.size === before || files.size >= pullRequest.changedFiles)
            break;
    }
    return {
        files: [...files.values()],
        withoutPatch,
        unlisted: Math.max(0, pullRequest.changedFiles - files.size),
    };
}
async function readPage(reader, number, page) {
    const what = 'reading the list of files';
    const { body, status } = await reader.client.need({
        what,
        route: 'GET /repos/{owner}/{repo}/pulls/{number}/files',
        parameters: { number, per_page: PER_PAGE, page },
        permission: 'pull-requests: read',
    });
    if (!Array.isArray(body))
        throw new errors/* ForgeError */.Q8(`${what} failed: GitHub's answer is no list`, { status });
    return body;
}
/** The list is asked for by number, so each entry must say that it is of the pinned head. A removed file has none. */
function checkHead(entry, pullRequest) {
    if (entry.status === 'removed')
        return;
    const ref = URL.canParse(entry.contents_url) ? new URL(entry.contents_url).searchParams.get('ref') : null;
    if (ref !== pullRequest.head) {
        throw new errors/* HeadMoved */.YQ(`the list of files is of ${ref ?? 'an unnamed commit'}, not of ${pullRequest.head}`);
    }
}
/** The hunks of the entry's patch; null when there is none, or when it does not hold the changes that GitHub counts. */
function hunksOf(entry) {
    if (entry.patch === undefined || entry.patch === '')
        return null;
    try {
        const hunks = (0,parse_diff/* parsePatch */.iz)(entry.patch);
        const counted = (0,parse_diff/* countChanges */.xS)(hunks);
        return counted.additions === entry.additions && counted.deletions === entry.deletions ? hunks : null;
    }
    catch (error) {
        if (error instanceof parse_diff/* DiffError */.a2)
            return null;
        throw error;
    }
}
function fileOf(entry, hunks) {
    const status = STATUSES.get(entry.status) ?? 'modified';
    const moved = status === 'renamed' || status === 'copied';
    return {
        path: entry.filename,
        previousPath: moved ? (entry.previous_filename ?? null) : null,
        status,
        oldMode: null,
        newMode: null,
        binary: false,
        submodule: hunks.length === 1 && hunks.every((hunk) => SUBMODULE.test(hunk.text)),
        additions: entry.additions,
        deletions: entry.deletions,
        hunks,
        unreadable: null,
    };
}
/** All that git shows of a submodule: the commit before, the commit after, or both. */
const SUBMODULE = /^[-+]Subproject commit [0-9a-f]{40,64}(\n\+Subproject commit [0-9a-f]{40,64})?$/;
const STATUSES = new Map([
    ['added', 'added'],
    ['modified', 'modified'],
    ['removed', 'deleted'],
    ['renamed', 'renamed'],
    ['copied', 'copied'],
    ['changed', 'type-changed'],
]);

// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js + 1 modules
var array = __webpack_require__(8965);
;// CONCATENATED MODULE: ./build/src/forge/blob-diff.js

const CONTEXT = 3;
/**
 * Beyond this many changed lines (deleted plus added) the search for a shortest diff costs too much time and memory;
 * then all of the differing middle is deleted and added, which is longer and just as true.
 */
const MAX_EDIT_LENGTH = 1000;
/** The hunks that turn `oldText` into `newText`, with three lines of context as git writes them (SU-21). */
function diffTexts(oldText, newText) {
    const oldLines = linesOf(oldText);
    const newLines = linesOf(newText);
    const edits = editsOf(oldLines, newLines);
    return {
        hunks: blob_diff_hunksOf(edits, oldLines, newLines),
        additions: edits.reduce((sum, edit) => sum + edit.added, 0),
        deletions: edits.reduce((sum, edit) => sum + edit.deleted, 0),
    };
}
/** Lines with their `\n`; only the last one may lack it. A `\r` is part of its line. */
function linesOf(text) {
    const lines = text.split(/(?<=\n)/);
    return text === '' ? [] : lines;
}
function editsOf(oldLines, newLines) {
    let start = 0;
    while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start])
        start += 1;
    let end = 0;
    const shorter = Math.min(oldLines.length, newLines.length) - start;
    while (end < shorter && oldLines.at(-1 - end) === newLines.at(-1 - end))
        end += 1;
    const oldMiddle = oldLines.slice(start, oldLines.length - end);
    const newMiddle = newLines.slice(start, newLines.length - end);
    if (oldMiddle.length === 0 && newMiddle.length === 0)
        return [];
    const whole = [{ oldAt: start, newAt: start, deleted: oldMiddle.length, added: newMiddle.length }];
    if (oldMiddle.length === 0 || newMiddle.length === 0)
        return whole;
    const changes = (0,array/* diffArrays */.E)(oldMiddle, newMiddle, { maxEditLength: MAX_EDIT_LENGTH });
    if (changes === undefined)
        return whole;
    const edits = [];
    let [oldAt, newAt] = [start, start];
    for (const change of changes) {
        const deleted = change.added ? 0 : change.value.length;
        const added = change.removed ? 0 : change.value.length;
        if (change.added || change.removed) {
            const last = edits.at(-1);
            // A deletion and the addition at its place are one edit.
            if (last !== undefined && last.oldAt + last.deleted === oldAt && last.newAt + last.added === newAt) {
                edits[edits.length - 1] = { ...last, deleted: last.deleted + deleted, added: last.added + added };
            }
            else {
                edits.push({ oldAt, newAt, deleted, added });
            }
        }
        oldAt += deleted;
        newAt += added;
    }
    return edits;
}
function blob_diff_hunksOf(edits, oldLines, newLines) {
    const groups = [];
    for (const edit of edits) {
        const group = groups.at(-1);
        const last = group?.at(-1);
        if (group !== undefined && last !== undefined && edit.oldAt - (last.oldAt + last.deleted) <= 2 * CONTEXT) {
            group.push(edit);
        }
        else {
            groups.push([edit]);
        }
    }
    return groups.map((group) => hunkOf(group, oldLines, newLines));
}
function hunkOf(group, oldLines, newLines) {
    const first = group[0];
    const before = Math.min(CONTEXT, first.oldAt);
    const oldFrom = first.oldAt - before;
    const newFrom = first.newAt - before;
    const text = [];
    let oldAt = oldFrom;
    let newAt = newFrom;
    const keep = (until) => {
        for (; oldAt < until; oldAt += 1, newAt += 1)
            text.push(...shown(' ', oldLines[oldAt]));
    };
    for (const edit of group) {
        keep(edit.oldAt);
        for (; oldAt < edit.oldAt + edit.deleted; oldAt += 1)
            text.push(...shown('-', oldLines[oldAt]));
        for (; newAt < edit.newAt + edit.added; newAt += 1)
            text.push(...shown('+', newLines[newAt]));
    }
    keep(Math.min(oldLines.length, oldAt + CONTEXT));
    return {
        oldStart: startOf(oldFrom, oldAt),
        oldLines: oldAt - oldFrom,
        newStart: startOf(newFrom, newAt),
        newLines: newAt - newFrom,
        section: '',
        text: text.join('\n'),
    };
}
/** Lines count from 1; an empty side names the line before it, as git does. */
function startOf(from, until) {
    return until === from ? from : from + 1;
}
function shown(sign, line = '') {
    return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
}

;// CONCATENATED MODULE: ./build/src/forge/queries.js
const ACTOR = 'fragment actor on Actor { __typename login ... on User { databaseId } ... on Bot { databaseId } }';
const POST = 'id fullDatabaseId author { ...actor } editor { ...actor } body url createdAt';
const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';
const POSITION_FIELDS = 'headRefOid baseRefName baseRefOid baseRef { target { oid } }';
const HEAD = 'headRefName headRepository { name owner { login } } isCrossRepository';
const REVIEW = `${POST} state submittedAt commit { oid }`;
const THREAD = 'id path line diffSide isResolved isOutdated';
const THREAD_COMMENTS = `comments(first: $first) { ${PAGE} nodes { ${POST} state } }`;
const ID_OF_REMARK = 'nodes { fullDatabaseId }';
const REQUEST = 'requestedReviewer { __typename ... on User { login } ... on Bot { login } ... on Mannequin { login } ... on Team { slug } }';
/** The connections of a pull request that are read to their end, with the fields of their entries. */
const CONNECTIONS = {
    commits: 'commit { oid message }',
    reviews: REVIEW,
    comments: POST,
    reviewThreads: `${THREAD} ${THREAD_COMMENTS}`,
    reviewRequests: REQUEST,
    labels: 'name',
    closingIssuesReferences: 'number title body repository { databaseId }',
};
/**
 * Threads by the ids of their first and last comments, so that looking for one of many costs no bodies. A reply that
 * has just been made is among the last ones, also where the thread's first comment has been deleted.
 */
const THREAD_HEADS = `nodes { ${THREAD} oldest: comments(first: 3) { totalCount ${ID_OF_REMARK} } newest: comments(last: 10) { ${ID_OF_REMARK} } }`;
/**
 * The one combined request for `parts` (SU-20). Paths go in as variables (`pathN`; `folderN` as `HEAD:path`), so that no
 * path can change the query.
 */
function contextDocument(parts) {
    const wanted = [
        ...(parts.commits ? ['commits'] : []),
        ...(parts.reviews ? ['reviews'] : []),
        ...(parts.comments === 'none' ? [] : ['comments']),
        ...(parts.comments === 'all' ? ['reviewThreads'] : []),
        ...(parts.reviewRequests ? ['reviewRequests'] : []),
        ...(parts.labels ? ['labels'] : []),
        ...(parts.linkedIssues ? ['closingIssuesReferences'] : []),
    ];
    // With every thread's comments the wanted one is there already.
    const heads = parts.threadOf !== null && parts.comments !== 'all';
    const branch = branchParts(parts);
    const variables = [
        '$owner: String!, $name: String!, $number: Int!',
        ...(wanted.length > 0 || heads ? ['$first: Int!'] : []),
        ...branch.variables,
        ...(parts.statusContext === '' ? [] : ['$statusContext: String!']),
    ];
    const status = 'lastCommit: commits(last: 1) { nodes { commit { oid status { context(name: $statusContext) { context state description } } } } }';
    return [
        `query PullRequestContext(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    name owner { login } databaseId isPrivate
    ${branch.fields}
    ${parts.labels ? `labels(first: $first) { ${PAGE} nodes { name } }` : ''}
    pullRequest(number: $number) {
      number title body state isDraft locked url author { ...actor } ${POSITION_FIELDS} ${HEAD}
      changedFiles additions deletions
      ${wanted.map((name) => `${name}(first: $first) { ${PAGE} nodes { ${CONNECTIONS[name]} } }`).join('\n      ')}
      ${heads ? `threadHeads: reviewThreads(first: $first) { ${PAGE} ${THREAD_HEADS} }` : ''}
      ${parts.statusContext === '' ? '' : status}
    }
  }
}`,
        ACTOR,
        ...branch.fragments,
    ].join('\n');
}
/** The parts of a query that ask for the default branch with files (`fileN`) and folders (`folderN`). */
function branchParts(parts) {
    const files = parts.files.map((_, index) => `file${index}: file(path: $path${index}) { ...file }`);
    return {
        variables: [
            ...parts.files.map((_, index) => `$path${index}: String!`),
            ...parts.folders.map((_, index) => `$folder${index}: String!`),
        ],
        fields: [
            `defaultBranchRef { name target { oid ... on Commit { __typename ${files.join(' ')} } } }`,
            ...parts.folders.map((_, index) => `folder${index}: object(expression: $folder${index}) { ...folder }`),
        ].join('\n    '),
        fragments: [
            ...(parts.files.length === 0
                ? []
                : ['fragment file on TreeEntry { oid mode object { __typename ... on Blob { text isBinary isTruncated } } }']),
            ...(parts.folders.length === 0
                ? []
                : ['fragment folder on GitObject { __typename ... on Tree { entries { name } } }']),
        ],
    };
}
/** The next page of one connection of a pull request. */
function pageDocument(name) {
    const usesActor = CONNECTIONS[name].includes('...actor');
    return `query ${name[0]?.toUpperCase()}${name.slice(1)}Page($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: ${name}(first: $first, after: $after) { ${PAGE} nodes { ${CONNECTIONS[name]} } } }
  }
}${usesActor ? `\n${ACTOR}` : ''}`;
}
/** The next page of the repository's labels. */
const REPOSITORY_LABELS_PAGE = `query RepositoryLabelsPage($owner: String!, $name: String!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) { page: labels(first: $first, after: $after) { ${PAGE} nodes { name } } }
}`;
/** A page of the threads' heads: where in the diff they are, and the ids of their first and last comments. */
const THREAD_HEADS_PAGE = `query ThreadHeadsPage($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: reviewThreads(first: $first, after: $after) { ${PAGE} ${THREAD_HEADS} } }
  }
}`;
/** A page of a thread's comments. */
const THREAD_PAGE = `query ThreadPage($thread: ID!, $first: Int!, $after: String) {
  node(id: $thread) { ... on PullRequestReviewThread { page: comments(first: $first, after: $after) { ${PAGE} nodes { ${POST} state } } } }
}
${ACTOR}`;
/** A thread's newest comments, to find a reply again by its marker (SU-42). */
const LATEST_REPLIES = `query LatestReplies($thread: ID!) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(last: 50) { nodes { fullDatabaseId url body viewerDidAuthor } } } }
}`;
/** Head, base ref and base as they are now (SU-43). */
const POSITION = `query Position($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${POSITION_FIELDS} } }
}`;
/**
 * A page of the open pull requests with their approvals (CL-11), and `files` of the default branch (`pathN`). With
 * `byHead`, only those of the head branch `$headRef`.
 */
function openPullRequestsDocument({ files, byHead }) {
    const branch = branchParts({ files, folders: [] });
    const variables = [
        '$owner: String!, $name: String!, $first: Int!, $after: String',
        ...(byHead ? ['$headRef: String!'] : []),
        ...branch.variables,
    ];
    return `query OpenPullRequests(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    isPrivate
    ${branch.fields}
    pullRequests(states: [OPEN]${byHead ? ', headRefName: $headRef' : ''}, first: $first, after: $after) {
      ${PAGE}
      nodes { number ${POSITION_FIELDS} ${HEAD} reviews(states: [APPROVED], first: $first) { ${PAGE} nodes { ${REVIEW} } } }
    }
  }
}
${[ACTOR, ...branch.fragments].join('\n')}`;
}
/** The next page of one pull request's approvals, aliased `page`. */
const APPROVALS_PAGE = `query ApprovalsPage($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: reviews(states: [APPROVED], first: $first, after: $after) { ${PAGE} nodes { ${REVIEW} } } }
  }
}
${ACTOR}`;
/** The newest reviews and comments, to find a write again by its marker (SU-42), and pending reviews (SU-27). */
const LATEST_POSTS = `query LatestPosts($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(last: 50) { nodes { fullDatabaseId url body state viewerDidAuthor comments(first: 1) { totalCount } } }
      pending: reviews(last: 10, states: [PENDING]) { nodes { fullDatabaseId url body state viewerDidAuthor comments(first: 1) { totalCount } } }
      comments(last: 50) { nodes { fullDatabaseId url body viewerDidAuthor } }
    }
  }
}`;
/**
 * What git objects are, for files that GitHub lists without a patch and without a count: `headN` by id (`$headN`),
 * `baseN` by `commit:path` (`$baseN`).
 */
function blobFactsDocument(wanted) {
    const variables = [
        '$owner: String!, $name: String!',
        ...wanted.heads.map((index) => `$head${index}: GitObjectID!`),
        ...wanted.bases.map((index) => `$base${index}: String!`),
    ];
    const fields = [
        ...wanted.heads.map((index) => `head${index}: object(oid: $head${index}) { ...blob }`),
        ...wanted.bases.map((index) => `base${index}: object(expression: $base${index}) { ...blob }`),
    ];
    return `query BlobFacts(${variables.join(', ')}) {
  repository(owner: $owner, name: $name) { ${fields.join(' ')} }
}
fragment blob on GitObject { __typename oid ... on Blob { isBinary } }`;
}

;// CONCATENATED MODULE: ./build/src/forge/without-patch.js




/** The blob of an empty file, the same everywhere. */
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** No model reads more than this of one file, and all of them together have to fit into memory beside the rest. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_TOTAL_BYTES = 20_000_000;
const AT_ONCE = 4;
const FACTS_AT_ONCE = 50;
/** After this many files that GitHub could not serve, each further one gets a single try: the run has other work. */
const PATIENT_FAILURES = 5;
/**
 * The files that GitHub listed without a patch, as they really changed, by path (SU-21): binaries and files without a
 * change of text are told apart from text, and text is diffed here from its two blobs. What cannot be read says why in
 * `unreadable`; nothing is thrown for it.
 */
async function readWithoutPatch(reader, unpatched, sides) {
    const found = new Map();
    const texts = [];
    let mergeBase = null;
    const once = {
        head: sides.head,
        mergeBase: () => {
            mergeBase ??= sides.mergeBase();
            return mergeBase;
        },
    };
    const uncounted = [];
    for (const candidate of unpatched) {
        const { entry } = candidate;
        if (entry.additions + entry.deletions > 0)
            texts.push(candidate);
        else if (entry.sha !== EMPTY_BLOB || entry.status === 'modified')
            uncounted.push(candidate);
    }
    for (let start = 0; start < uncounted.length; start += FACTS_AT_ONCE) {
        const group = uncounted.slice(start, start + FACTS_AT_ONCE);
        for (const { candidate, kind } of await tellApart(reader, group, once)) {
            if (kind === 'text')
                texts.push(candidate);
            else if (kind === 'binary')
                found.set(candidate.file.path, { ...candidate.file, binary: true });
            else if (kind !== 'unchanged')
                found.set(candidate.file.path, { ...candidate.file, unreadable: kind.why });
        }
    }
    const blobs = createBlobReader(reader);
    let next = 0;
    const work = async () => {
        for (let candidate = texts[next++]; candidate !== undefined; candidate = texts[next++]) {
            found.set(candidate.file.path, await diffBlobs(blobs, candidate, once));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
}
/**
 * What the files are for which GitHub counts no changed line: a pure rename, a mode change, a binary, or a text so
 * large that GitHub does not count it, which must not pass for one of the others.
 */
async function tellApart(reader, group, sides) {
    try {
        const heads = placesOf(group, ({ entry }) => entry.status !== 'removed' && entry.sha !== null);
        const bases = placesOf(group, ({ entry }) => entry.status !== 'added');
        const mergeBase = bases.length === 0 ? '' : await sides.mergeBase();
        const data = await reader.graphql.need({
            what: 'reading what the files without a patch are',
            document: blobFactsDocument({ heads, bases }),
            variables: {
                owner: reader.owner,
                name: reader.repo,
                ...Object.fromEntries(heads.map((place) => [`head${place}`, group[place]?.entry.sha])),
                ...Object.fromEntries(bases.map((place) => [`base${place}`, `${mergeBase}:${oldPathOf(group[place])}`])),
            },
        });
        return group.map((candidate, place) => ({
            candidate,
            kind: kindOf(data.repository?.[`head${place}`] ?? null, data.repository?.[`base${place}`] ?? null),
        }));
    }
    catch (error) {
        return group.map((candidate) => ({ candidate, kind: { why: reasonOf(error) } }));
    }
}
function kindOf(head, base) {
    if (head !== null && base !== null && head.oid === base.oid)
        return 'unchanged';
    return head?.isBinary === true || base?.isBinary === true ? 'binary' : 'text';
}
function placesOf(group, wanted) {
    return group.flatMap((candidate, place) => (wanted(candidate) ? [place] : []));
}
function oldPathOf(candidate) {
    return candidate?.entry.previous_filename ?? candidate?.entry.filename ?? '';
}
async function diffBlobs(blobs, candidate, sides) {
    const { entry, file } = candidate;
    try {
        const nothing = new Uint8Array();
        const after = entry.status === 'removed'
            ? nothing
            : entry.sha === null
                ? await blobs.readAt(entry.filename, sides.head)
                : await blobs.readBlob(entry.sha);
        const before = entry.status === 'added' ? nothing : await blobs.readAt(oldPathOf(candidate), await sides.mergeBase());
        if (isBinary(before) || isBinary(after))
            return { ...file, binary: true };
        return { ...file, ...diffTexts(decode(before), decode(after)) };
    }
    catch (error) {
        return { ...file, unreadable: reasonOf(error) };
    }
}
/** Only GitHub's trouble makes a file unreadable; a bug of ours stays one. */
function reasonOf(error) {
    if (error instanceof errors/* ForgeError */.Q8)
        return error.message;
    throw error;
}
/** Reads bytes within the bounds on one file and on all of them, with less patience the more reads have failed. */
function createBlobReader(reader) {
    let left = MAX_TOTAL_BYTES;
    let failures = 0;
    async function read(what, rest) {
        const call = {
            what,
            permission: 'contents: read',
            accept: 'application/vnd.github.raw+json',
            maxBytes: MAX_FILE_BYTES,
            tries: failures < PATIENT_FAILURES ? 3 : 1,
            ...rest,
        };
        if (left <= 0) {
            throw new errors/* ForgeError */.Q8(`${what} was not tried: the files without a patch are larger than ${MAX_TOTAL_BYTES} bytes`, {
                status: null,
            });
        }
        try {
            const result = await reader.client.read(call);
            if (result.kind === 'refused')
                throw refusedError(call, result);
            const bytes = result.body;
            left -= bytes.length;
            return bytes;
        }
        catch (error) {
            failures += 1;
            throw error;
        }
    }
    return {
        readBlob: (sha) => read('reading the file at the head', { route: 'GET /repos/{owner}/{repo}/git/blobs/{sha}', parameters: { sha } }),
        readAt: (path, ref) => read('reading the file at the merge base', {
            route: 'GET /repos/{owner}/{repo}/contents/{path}',
            parameters: { path, ref },
        }),
    };
}
/** Git's own rule: a NUL byte near the start. */
function isBinary(bytes) {
    return bytes.subarray(0, 8000).includes(0);
}
function decode(bytes) {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

;// CONCATENATED MODULE: ./build/src/forge/change.js





const WHAT = 'reading the change';
/** GitHub serves no diff of more files than this; asking would only cost a request (SU-21). */
const DIFF_FILES = 300;
/**
 * The change from the merge base to the head, read by SHA: as one diff where GitHub serves it, else by the paged file
 * list, with what has no patch there diffed here (SU-21). Throws `HeadMoved` when the list is of another head.
 */
async function readChange(reader, pullRequest) {
    const whole = pullRequest.changedFiles > DIFF_FILES ? null : await readDiff(reader, pullRequest);
    if (whole !== null)
        return { files: whole, unlisted: 0 };
    const { files, withoutPatch, unlisted } = await readFileList(reader, pullRequest);
    const read = await readWithoutPatch(reader, withoutPatch, {
        head: pullRequest.head,
        mergeBase: () => readMergeBase(reader, pullRequest),
    });
    return { files: files.map((file) => read.get(file.path) ?? file), unlisted };
}
/** All files of the diff, or null where GitHub does not serve it whole. */
async function readDiff(reader, pullRequest) {
    const result = await compare(reader, pullRequest, { accept: 'application/vnd.github.diff' }).catch(unserved);
    if (result === null)
        return null;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.body);
    try {
        const files = (0,parse_diff/* parseDiff */.FR)(text);
        return files.length < pullRequest.changedFiles ? null : files;
    }
    catch (error) {
        // The file list tells the same in a form that breaks file by file.
        if (error instanceof parse_diff/* DiffError */.a2)
            return null;
        throw error;
    }
}
/** GitHub answers a diff that is too large or takes too long with 406, 422, or a 5xx that does not pass. */
function unserved(error) {
    const status = error instanceof errors/* ForgeError */.Q8 ? error.status : null;
    if (status === 406 || status === 422 || (status !== null && status >= 500))
        return null;
    throw error;
}
/** The commit that the change is seen from; the paged list does not tell it. */
async function readMergeBase(reader, pullRequest) {
    // Only the first page of a comparison lists files, and they are not wanted here.
    const { body } = await compare(reader, pullRequest, { parameters: { per_page: 1, page: 2 } });
    const sha = body?.merge_base_commit?.sha;
    if (typeof sha !== 'string') {
        throw new errors/* ForgeError */.Q8(`${WHAT} failed: GitHub's comparison names no merge base`, { status: null });
    }
    return sha;
}
async function compare(reader, pullRequest, more) {
    const { base, head, fork, headRepository } = pullRequest;
    const call = (basehead) => ({
        what: WHAT,
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        permission: 'contents: read',
        ...more,
        parameters: { basehead, ...more.parameters },
    });
    const plain = call(`${base}...${head}`);
    if (!fork || headRepository === null)
        return reader.client.need(plain);
    const own = call(`${base}...${headRepository.owner}:${head}`);
    const result = await reader.client.read(own);
    if (result.kind === 'answer')
        return result;
    // A token of the base repository may not see a private fork; the pull request's own ref holds the commit all the same.
    if (result.status === 404)
        return reader.client.need(plain);
    throw refusedError(own, result);
}

// EXTERNAL MODULE: ./build/src/core/account.js
var account = __webpack_require__(1053);
;// CONCATENATED MODULE: ./build/src/forge/default-branch.js


/** A settings file longer than this is no text that anybody reads. */
const LARGEST_FILE = 5_000_000;
const SYMBOLIC_LINK = 0o120000;
/** Values for the variables that `queries.ts` declares for wanted files and folders. */
function branchVariables({ files, folders }) {
    return Object.fromEntries([
        ...files.map((path, index) => [`path${index}`, path]),
        ...folders.map((path, index) => [`folder${index}`, `HEAD:${path}`]),
    ]);
}
/** Whether an error only says that a wanted file or folder is not there. */
function isMissingFile({ type, path = [] }) {
    return type === 'NOT_FOUND' && path.some((part) => typeof part === 'string' && /^(file|folder)\d+$/.test(part));
}
/** Throws when files are wanted and GitHub shows no default branch: they must not pass for missing ones. */
function checkBranch(reader, branch, wanted, what) {
    if (branch !== null || wanted.files.length + wanted.folders.length === 0)
        return;
    throw new errors/* ForgeError */.Q8(`${what} failed: GitHub does not show the default branch of ${reader.owner}/${reader.repo}; the token needs \`contents: read\``, { status: null });
}
/** The wanted files that are on the default branch, by path. */
async function readFiles(reader, branch, paths) {
    const files = new Map();
    if (branch === null)
        return files;
    const { target } = branch;
    for (const [index, path] of paths.entries()) {
        const entry = (target[`file${index}`] ?? null);
        if (entry === null || entry.object?.__typename !== 'Blob')
            continue;
        const { text, isBinary, isTruncated } = entry.object;
        const short = isBinary === true || (text !== null && !isTruncated && entry.mode !== SYMBOLIC_LINK);
        files.set(path, {
            path,
            oid: entry.oid,
            text: isBinary === true ? null : short ? text : await readText(reader, path, target.oid),
        });
    }
    return files;
}
/** A file that GraphQL cuts or does not resolve (a symbolic link): whole, by REST; null when it is too large to be text. */
async function readText(reader, path, ref) {
    const call = {
        what: `reading ${path}`,
        route: 'GET /repos/{owner}/{repo}/contents/{path}',
        parameters: { path, ref },
        accept: 'application/vnd.github.raw+json',
        permission: 'contents: read',
        maxBytes: LARGEST_FILE,
    };
    const result = await reader.client.read(call);
    if (result.kind === 'refused') {
        // A link that leads nowhere, or GitHub's words for a file beyond 100 MB.
        if (result.status === 404 || result.status === 413 || /too large|up to 100/i.test(result.message))
            return null;
        throw refusedError(call, result);
    }
    const bytes = result.body;
    return bytes.includes(0) ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
/** Names of the entries of the wanted folders that are there, by folder; `''` is the root. */
function foldersOf(nodes, folders) {
    const found = new Map();
    for (const [index, folder] of folders.entries()) {
        const entries = nodes[`folder${index}`]?.entries;
        if (entries != null)
            found.set(folder, entries.map(default_branch_nameOf));
    }
    return found;
}
function default_branch_nameOf(entry) {
    return entry.name;
}

;// CONCATENATED MODULE: ./build/src/forge/graphql.js


/** The largest page that GitHub serves. */
const FULL_PAGE = 100;
const SMALLEST_PAGE = 10;
/** GraphQL over `client`: the same patience and limits, though GitHub reports most of its trouble with status 200. */
function createGraphql(client, options) {
    async function ask(query) {
        const patience = client.patience(query);
        for (;;) {
            const result = interpret(await client.attempt(callOf(query)), query, options.now());
            if (result.kind === 'refused')
                return result;
            if (result.kind === 'answer')
                return { kind: 'data', data: result.body.data };
            if (query.page !== undefined && result.kind === 'broken' && result.tooMuch) {
                query.page.size = Math.max(SMALLEST_PAGE, Math.floor(query.page.size / 2));
            }
            const end = await patience.waitAfter(result);
            if (end !== null)
                throw endError(query, end);
        }
    }
    function callOf(query) {
        const first = query.page !== undefined && query.document.includes('$first') ? { first: query.page.size } : {};
        return {
            what: query.what,
            // An address of its own: Octokit's GraphQL client would append `/graphql` to the server's base.
            route: `POST ${options.graphqlUrl}`,
            parameters: { query: query.document, variables: { ...query.variables, ...first } },
            permission: 'pull-requests: read',
        };
    }
    return {
        ask,
        async need(query) {
            const result = await ask(query);
            if (result.kind === 'refused')
                throw queryError(query, result);
            return result.data;
        },
    };
}
/** The error for a refused query, with the permission that the refused place needs. */
function queryError(query, refused) {
    return refusedError({ what: query.what, permission: permissionAt(refused.path) }, refused);
}
/** Commits, branches and files are contents; all else that we read belongs to the pull request. */
function permissionAt(path) {
    return /defaultBranchRef|baseRef|folder|commit|target|head\d|base\d/i.test(path)
        ? 'contents: read'
        : 'pull-requests: read';
}
function interpret(attempt, query, now) {
    if (attempt.kind === 'refused')
        return { ...attempt, path: '' };
    if (attempt.kind === 'broken')
        return { ...attempt, tooMuch: attempt.status === 502 || attempt.status === 504 };
    if (attempt.kind === 'limit')
        return attempt;
    const body = attempt.body;
    const all = body !== null && typeof body === 'object' && Array.isArray(body.errors) ? body.errors : [];
    const errors = all.filter((error) => query.tolerates?.(error) !== true);
    const [error] = errors;
    if (error === undefined) {
        const usable = typeof body === 'object' && body !== null && typeof body.data === 'object' && body.data !== null;
        return usable ? attempt : trouble(attempt.status, 'GitHub answered a query without data');
    }
    return interpretErrors(errors, error, attempt.headers, now);
}
function interpretErrors(errors, first, headers, now) {
    const message = [...new Set(errors.map((error) => error.message))].join('; ');
    if (errors.some((error) => error.type === 'RATE_LIMITED' || /rate limit/i.test(error.message))) {
        const limit = readLimit({ status: 429, headers, message, now });
        if (limit !== null)
            return { kind: 'limit', limit: { ...limit, status: 200 } };
    }
    if (errors.some((error) => /RESOURCE_LIMIT/.test(error.type ?? '') || /resource limit/i.test(error.message))) {
        return { ...trouble(200, "GitHub's resource limit for a query was reached"), tooMuch: true };
    }
    const status = statusOf(first);
    if (status === null)
        return trouble(200, `GitHub answered a query with an error (${message})`);
    return { kind: 'refused', status, headers, message, errors, path: (first.path ?? []).join('.') };
}
/** The status that REST would give for an error of this type; null for the service's own trouble, which may pass. */
function statusOf(error) {
    if (error.type === 'NOT_FOUND')
        return 404;
    if (error.type === 'FORBIDDEN' || error.type === 'INSUFFICIENT_SCOPES')
        return 403;
    if (/something went wrong|timed? ?out|internal/i.test(`${error.type ?? ''} ${error.message}`))
        return null;
    // A query that GitHub cannot parse or validate has no type and no path; asking again would not help.
    return 422;
}
function trouble(status, why) {
    return { kind: 'broken', status, why, retryAfter: null, tooMuch: false };
}

;// CONCATENATED MODULE: ./build/src/forge/missing.js



/**
 * What may be missing from a context without harm: a file that is not there, a team that the workflow's token may not
 * see (asked for by REST then), a status that it may not read (it is set again then), and linked issues that it may
 * not read (the context says so).
 */
function tolerates(error) {
    const names = (error.path ?? []).filter((part) => typeof part === 'string');
    if (isMissingFile(error))
        return true;
    if (names.includes('closingIssuesReferences'))
        return error.type === 'FORBIDDEN' || error.type === 'NOT_FOUND';
    return error.type === 'FORBIDDEN' && (names.includes('requestedReviewer') || names.includes('status'));
}
/** The error for a refused query about pull request `number`: the user's to mend where it does not exist. */
function missing(reader, number, what, refused) {
    if (refused.status !== 404)
        return queryError({ what }, refused);
    if (refused.path.startsWith('repository.pullRequest'))
        return noPullRequest(reader, number);
    const name = `${reader.owner}/${reader.repo}`;
    return new errors/* UserError */.yo(`there is no repository ${name}, or the token may not read it (it needs \`contents: read\` and \`pull-requests: read\`), so pull request ${number} cannot be read`);
}
/** The error for a pull request that GitHub does not know. */
function noPullRequest(reader, number) {
    return new errors/* UserError */.yo(`there is no pull request ${number} in ${reader.owner}/${reader.repo}`);
}

;// CONCATENATED MODULE: ./build/src/forge/nodes.js
/** An actor of GraphQL; everything that is no Bot (Mannequin, Organization, EnterpriseUserAccount) counts as a User. */
function accountOf(actor) {
    if (actor === null)
        return null;
    return { login: actor.login, type: actor.__typename === 'Bot' ? 'Bot' : 'User', id: actor.databaseId ?? null };
}
/** A body with its author and last editor. */
function postOf(node) {
    return {
        id: Number(node.fullDatabaseId),
        nodeId: node.id,
        author: accountOf(node.author),
        editor: accountOf(node.editor),
        body: node.body,
        url: node.url,
        createdAt: node.createdAt,
    };
}
/** A review in our words; pending ones keep their state, for SU-27. */
function reviewOf(node) {
    return {
        ...postOf(node),
        state: node.state,
        submittedAt: node.submittedAt,
        commit: node.commit?.oid ?? null,
    };
}
/** `base` is the branch as it stands; where the branch is gone, the commit that GitHub keeps with the pull request. */
function positionOf(node) {
    return { head: node.headRefOid, baseRef: node.baseRefName, base: node.baseRef?.target?.oid ?? node.baseRefOid };
}
/** A head repository other than the base, or gone, is a fork (SU-17). */
function headOf(node) {
    const repository = node.headRepository;
    return {
        headRef: node.headRefName,
        headRepository: repository === null ? null : { owner: repository.owner.login, name: repository.name },
        fork: node.isCrossRepository || repository === null,
    };
}
/** The pull request itself, without its lists. */
function pullRequestOf(node) {
    return {
        ...positionOf(node),
        ...headOf(node),
        number: node.number,
        title: node.title,
        body: node.body,
        state: node.state === 'OPEN' ? 'open' : node.state === 'MERGED' ? 'merged' : 'closed',
        draft: node.isDraft,
        locked: node.locked,
        url: node.url,
        author: accountOf(node.author),
        changedFiles: node.changedFiles,
        additions: node.additions,
        deletions: node.deletions,
    };
}
/** A requested reviewer, or null where GraphQL does not show it to this token. A bot's login gets the `[bot]` of REST. */
function requestedReviewerOf(node) {
    const reviewer = node.requestedReviewer;
    if (reviewer === null)
        return null;
    if (reviewer.slug !== undefined)
        return { kind: 'team', slug: reviewer.slug };
    if (reviewer.login === undefined)
        return null;
    return { kind: 'user', login: reviewer.__typename === 'Bot' ? `${reviewer.login}[bot]` : reviewer.login };
}

;// CONCATENATED MODULE: ./build/src/forge/pages.js
/**
 * The pages of a connection from its first one. A cursor that leads back ends them instead of looping: the last page then
 * still says that there is a next one.
 */
async function* pagesOf(first, next) {
    const seen = new Set();
    let page = first;
    for (;;) {
        yield page;
        const { hasNextPage, endCursor } = page.pageInfo;
        if (!hasNextPage || endCursor === null || seen.has(endCursor))
            return;
        seen.add(endCursor);
        page = await next(endCursor);
    }
}
/** The entries of a page. */
function nodesOf({ nodes }) {
    return (nodes ?? []).filter((node) => node !== null);
}
/** A connection read to its end (SU-20). `missing` counts what GitHub says it holds and did not list. */
async function followPages(first, next) {
    const nodes = [];
    let last = first;
    for await (const page of pagesOf(first, next)) {
        nodes.push(...nodesOf(page));
        last = page;
    }
    return { nodes, missing: Math.max(last.pageInfo.hasNextPage ? 1 : 0, last.totalCount - nodes.length) };
}

;// CONCATENATED MODULE: ./build/src/forge/review-requests.js

/** The requests as GraphQL shows them, or by REST where it hides one: the workflow's token cannot see teams there. */
async function requestedReviewers(reader, number, requests) {
    const shown = requests.map(requestedReviewerOf).filter((reviewer) => reviewer !== null);
    return shown.length === requests.length ? shown : readRequestedReviewers(reader, number);
}
/** The pending review requests by REST. */
async function readRequestedReviewers(reader, number) {
    const { body } = await reader.client.need({
        what: 'reading the review requests',
        route: 'GET /repos/{owner}/{repo}/pulls/{number}/requested_reviewers',
        parameters: { number },
        permission: 'pull-requests: read',
    });
    const { users = [], teams = [] } = body;
    return [
        ...users.map(({ login }) => ({ kind: 'user', login })),
        ...teams.map(({ slug }) => ({ kind: 'team', slug })),
    ];
}

;// CONCATENATED MODULE: ./build/src/forge/threads.js





/** A page of the threads' heads; the first one for `after` null. */
async function threadHeadsPage(reader, number, after, { what, page }) {
    const data = await reader.graphql.need({
        what,
        document: THREAD_HEADS_PAGE,
        variables: { owner: reader.owner, name: reader.repo, number, after },
        page,
    });
    const pullRequest = data.repository?.pullRequest ?? null;
    if (pullRequest === null)
        throw noPullRequest(reader, number);
    return pullRequest.page;
}
/**
 * The head of the thread that holds `commentId`, searched from the first page of heads on, or null when no thread
 * does. Throws when GitHub does not list the threads to their end, since it may be one of those.
 */
async function findThread(reader, number, search) {
    const { commentId, heads, what } = search;
    const long = [];
    let listed = 0;
    let last = heads;
    for await (const page of pagesOf(heads, (after) => threadHeadsPage(reader, number, after, search))) {
        for (const head of nodesOf(page)) {
            const ids = new Set([...nodesOf(head.oldest), ...nodesOf(head.newest)].map(idOf));
            if (ids.has(commentId))
                return head;
            if (head.oldest.totalCount > ids.size)
                long.push(head);
            listed += 1;
        }
        last = page;
    }
    // In the middle of a long thread: rare enough to be looked for by reading.
    for (const head of long) {
        const { nodes } = await remarksOf(reader, head.id, search);
        if (nodes.some((node) => idOf(node) === commentId))
            return head;
    }
    if (last.pageInfo.hasNextPage || last.totalCount > listed) {
        throw new errors/* ForgeError */.Q8(`${what} failed: GitHub listed only ${listed} of ${last.totalCount} review threads`, {
            status: null,
        });
    }
    return null;
}
/** All comments of the thread with node id `thread`; none when it is gone. `missing` as in `followPages`. */
async function remarksOf(reader, thread, reading, first) {
    const next = (after) => remarksPage(reader, thread, after, reading);
    return await followPages(first ?? (await next(null)), next);
}
async function remarksPage(reader, thread, after, { what, page }) {
    const data = await reader.graphql.need({
        what,
        document: THREAD_PAGE,
        variables: { thread, after },
        page,
    });
    return data.node?.page ?? { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
}
/** A thread in our words. What nobody has submitted yet is not said yet (SU-27); a thread without comments is gone. */
function threadOf(place, remarks) {
    const said = remarks.filter((remark) => remark.state !== 'PENDING');
    if (said.length === 0)
        return null;
    return {
        id: place.id,
        path: place.path,
        line: place.line,
        side: place.diffSide,
        resolved: place.isResolved,
        outdated: place.isOutdated,
        comments: said.map(postOf),
    };
}
function idOf({ fullDatabaseId }) {
    return Number(fullDatabaseId);
}

;// CONCATENATED MODULE: ./build/src/forge/lists.js






const WORDS = {
    commits: 'commits',
    reviews: 'reviews',
    comments: 'comments',
    reviewThreads: 'review threads',
    reviewRequests: 'review requests',
    labels: 'labels',
    closingIssuesReferences: 'linked issues',
};
/** The lists of a context, read to their ends (SU-20); a list that was not asked for is empty. */
async function readLists(reader, begun) {
    const { what, repository, pullRequest: node, page } = begun;
    const { number } = node;
    const incomplete = [];
    async function whole(name, first) {
        if (first === undefined)
            return [];
        const { nodes, missing } = await followPages(first, async (after) => {
            const data = await reader.graphql.need({
                what,
                document: pageDocument(name),
                variables: { owner: reader.owner, name: reader.repo, number, after },
                page,
                tolerates: tolerates,
            });
            const pullRequest = data.repository?.pullRequest ?? null;
            if (pullRequest === null)
                throw noPullRequest(reader, number);
            return pullRequest.page;
        });
        if (missing > 0)
            incomplete.push(`${WORDS[name]} beyond the first ${nodes.length} (${missing} not listed)`);
        return nodes;
    }
    async function remarks(thread, first) {
        const { nodes, missing } = await remarksOf(reader, thread, begun, first);
        if (missing > 0)
            incomplete.push(`${missing} comments of a review thread`);
        return nodes;
    }
    /** The thread that is wanted: among those that were read whole, or found and read by itself. */
    async function wantedThread(threads) {
        const { threadOf: commentId } = begun;
        if (commentId === null)
            return null;
        const heads = node.threadHeads;
        if (heads === undefined) {
            return threads.find(({ comments }) => comments.some(({ id }) => id === commentId)) ?? null;
        }
        const head = await findThread(reader, number, { ...begun, commentId, heads });
        return head === null ? null : threadOf(head, await remarks(head.id));
    }
    async function linkedIssues() {
        if (node.closingIssuesReferences === null)
            incomplete.push('linked issues (the token needs `issues: read`)');
        const issues = await whole('closingIssuesReferences', node.closingIssuesReferences ?? undefined);
        return (issues
            // The token may read private repositories whose text must not get into what is posted here.
            .filter((issue) => issue.repository.databaseId === repository.databaseId)
            .map((issue) => ({ number: issue.number, title: issue.title, body: issue.body })));
    }
    const commits = await whole('commits', node.commits);
    const reviews = await whole('reviews', node.reviews);
    const comments = await whole('comments', node.comments);
    const threads = [];
    for (const thread of await whole('reviewThreads', node.reviewThreads)) {
        const said = threadOf(thread, await remarks(thread.id, thread.comments));
        if (said !== null)
            threads.push(said);
    }
    const requests = await whole('reviewRequests', node.reviewRequests);
    return {
        commits: commits.map(({ commit }) => ({ oid: commit.oid, message: commit.message })),
        reviews: reviews.map(reviewOf),
        comments: [...comments.map(postOf), ...threads.flatMap((thread) => thread.comments)],
        reviewRequests: await requestedReviewers(reader, number, requests),
        labels: (await whole('labels', node.labels ?? undefined)).map(({ name }) => name),
        repositoryLabels: await repositoryLabels(reader, begun, incomplete),
        linkedIssues: await linkedIssues(),
        thread: await wantedThread(threads),
        incomplete,
    };
}
async function repositoryLabels(reader, begun, incomplete) {
    const { what, page } = begun;
    const first = begun.repository.labels ?? null;
    if (first === null)
        return [];
    const { nodes, missing } = await followPages(first, async (after) => {
        const data = await reader.graphql.need({
            what,
            document: REPOSITORY_LABELS_PAGE,
            variables: { owner: reader.owner, name: reader.repo, after },
            page,
        });
        if (data.repository === null)
            throw noPullRequest(reader, begun.pullRequest.number);
        return data.repository.page;
    });
    if (missing > 0)
        incomplete.push(`labels of the repository beyond the first ${nodes.length} (${missing} not listed)`);
    return nodes.map(({ name }) => name);
}

;// CONCATENATED MODULE: ./build/src/forge/context.js







const context_WHAT = 'reading the pull request';
/** Everything in `parts` by one GraphQL request, one more for every further page, and one for a wanted thread (SU-20). */
async function readContext(reader, number, parts) {
    const page = { size: FULL_PAGE };
    const result = await reader.graphql.ask({
        what: context_WHAT,
        document: contextDocument(parts),
        variables: {
            owner: reader.owner,
            name: reader.repo,
            number,
            ...branchVariables(parts),
            ...(parts.statusContext === '' ? {} : { statusContext: parts.statusContext }),
        },
        page,
        tolerates: tolerates,
    });
    if (result.kind === 'refused')
        throw missing(reader, number, context_WHAT, result);
    const { viewer, repository } = result.data;
    const node = repository?.pullRequest ?? null;
    if (repository === null || node === null)
        throw noPullRequest(reader, number);
    const { defaultBranchRef: branch } = repository;
    checkBranch(reader, branch, parts, context_WHAT);
    const lists = await readLists(reader, { what: context_WHAT, repository, pullRequest: node, threadOf: parts.threadOf, page });
    return {
        viewer: (0,account/* accountOfLogin */._p)(viewer.login, viewer.databaseId),
        repository: {
            owner: repository.owner.login,
            name: repository.name,
            id: repository.databaseId,
            private: repository.isPrivate,
            defaultBranch: branch?.name ?? '',
        },
        pullRequest: pullRequestOf(node),
        ...lists,
        files: await readFiles(reader, branch, parts.files),
        folders: foldersOf(repository, parts.folders),
        status: context_statusOf(node),
    };
}
/** Head, base ref and base, by one small request. */
async function readPosition(reader, number) {
    const what = 'reading the head again';
    const result = await reader.graphql.ask({
        what,
        document: POSITION,
        variables: { owner: reader.owner, name: reader.repo, number },
    });
    if (result.kind === 'refused')
        throw missing(reader, number, what, result);
    const node = result.data.repository?.pullRequest ?? null;
    if (node === null)
        throw noPullRequest(reader, number);
    return positionOf(node);
}
/** The wanted status, if it stands on the head: GraphQL's last commit is not the head while a push is taken in. */
function context_statusOf(node) {
    const commit = node.lastCommit?.nodes?.[0]?.commit;
    const found = commit?.status?.context ?? null;
    if (found === null || commit?.oid !== node.headRefOid)
        return null;
    return { context: found.context, state: stateOf(found.state), description: found.description ?? '' };
}
function stateOf(state) {
    if (state === 'SUCCESS')
        return 'success';
    if (state === 'FAILURE')
        return 'failure';
    return state === 'ERROR' ? 'error' : 'pending';
}

;// CONCATENATED MODULE: ./build/src/forge/open-pull-requests.js







const open_pull_requests_WHAT = 'reading the open pull requests';
/**
 * Every open pull request, or every one of the head branch `headRef`, with its approvals, for retirement (CL-11) and
 * for runs that know a branch alone (SU-16). Throws where GitHub does not list them whole.
 */
async function readOpenPullRequests(reader, wanted) {
    const { files, headRef } = wanted;
    const page = { size: FULL_PAGE };
    const first = await openPage(reader, { page, after: null, files, headRef });
    const branch = first.repository.defaultBranchRef;
    checkBranch(reader, branch, { files, folders: [] }, open_pull_requests_WHAT);
    const { nodes, missing } = await followPages(first.repository.pullRequests, async (after) => {
        const next = await openPage(reader, { page, after, files: [], headRef });
        return next.repository.pullRequests;
    });
    if (missing > 0) {
        throw new errors/* ForgeError */.Q8(`${open_pull_requests_WHAT} failed: GitHub did not list ${missing} of them`, { status: null });
    }
    const pullRequests = [];
    for (const node of nodes) {
        pullRequests.push({
            number: node.number,
            ...positionOf(node),
            ...headOf(node),
            approvals: await approvalsOf(reader, node, page),
        });
    }
    return {
        viewer: (0,account/* accountOfLogin */._p)(first.viewer.login, first.viewer.databaseId),
        private: first.repository.isPrivate,
        files: await readFiles(reader, branch, files),
        pullRequests,
    };
}
async function openPage(reader, { page, after, files, headRef }) {
    const query = {
        what: open_pull_requests_WHAT,
        document: openPullRequestsDocument({ files, byHead: headRef !== null }),
        variables: {
            owner: reader.owner,
            name: reader.repo,
            after,
            ...(headRef === null ? {} : { headRef }),
            ...branchVariables({ files, folders: [] }),
        },
        page,
        tolerates: isMissingFile,
    };
    const { viewer, repository } = await reader.graphql.need(query);
    if (repository === null)
        throw new errors/* UserError */.yo(`there is no repository ${reader.owner}/${reader.repo}`);
    return { viewer, repository };
}
async function approvalsOf(reader, node, page) {
    const { nodes, missing } = await followPages(node.reviews, async (after) => {
        const data = await reader.graphql.need({
            what: open_pull_requests_WHAT,
            document: APPROVALS_PAGE,
            variables: { owner: reader.owner, name: reader.repo, number: node.number, after },
            page,
        });
        const pullRequest = data.repository?.pullRequest ?? null;
        if (pullRequest === null)
            throw new errors/* UserError */.yo(`pull request ${node.number} is gone`);
        return pullRequest.page;
    });
    if (missing > 0) {
        throw new errors/* ForgeError */.Q8(`${open_pull_requests_WHAT} failed: GitHub did not list ${missing} approvals of pull request ${node.number}`, {
            status: null,
        });
    }
    return nodes.map(reviewOf);
}

;// CONCATENATED MODULE: ./build/src/forge/ranks.js


const ROLES = new Map([
    ['read', 1],
    ['triage', 2],
    ['write', 3],
    ['maintain', 4],
    ['admin', 5],
]);
/**
 * The rank of a collaborator's permission (SU-14): GitHub's own roles by name; a custom role by the legacy
 * `permission`, which knows only admin, write, read and none.
 */
function rankOf(permission) {
    const rank = ROLES.get(String(permission.role_name)) ?? ROLES.get(String(permission.permission));
    return rank ?? 0;
}
/** The rank of `login`. An account that is no person (an App) has none; every other refusal throws (SU-14). */
async function readRank(reader, login) {
    const call = {
        what: `reading the permission of ${login}`,
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: login },
        permission: 'metadata: read',
    };
    const result = await reader.client.read(call);
    if (result.kind === 'refused') {
        if (result.status === 404 && /not a user/i.test(result.message))
            return 0;
        throw refusedError(call, result);
    }
    const { body, status } = result;
    if (typeof body !== 'object' || body === null || !('permission' in body)) {
        throw new errors/* ForgeError */.Q8(`${call.what} failed: GitHub's answer names no permission`, { status });
    }
    return rankOf(body);
}

;// CONCATENATED MODULE: ./build/src/forge/own-posts.js


/** The newest reviews and comments of the token's own account; pending reviews once more by themselves. */
async function readOwnPosts(reader, number) {
    const data = await reader.graphql.need({
        what: "looking up the bot's own posts",
        document: LATEST_POSTS,
        variables: { owner: reader.owner, name: reader.repo, number },
    });
    const pullRequest = data.repository?.pullRequest ?? null;
    if (pullRequest === null)
        throw new errors/* ForgeError */.Q8(`pull request ${number} is gone`, { status: 404 });
    const { reviews, pending, comments } = pullRequest;
    return { reviews: own(reviews.nodes), pending: own(pending.nodes), comments: own(comments.nodes) };
}
/** The viewer's own pending review with its text, which keeps GitHub from taking another one (SU-27). */
async function readPendingReview(reader, number) {
    const [review] = (await readOwnPosts(reader, number)).pending;
    if (review === undefined)
        return null;
    const { fullDatabaseId, body, url, comments } = review;
    return { id: Number(fullDatabaseId), body, url, comments: comments.totalCount };
}
/** Those that the token's own account wrote. */
function own(nodes) {
    return (nodes ?? []).filter((node) => node !== null).filter((node) => node.viewerDidAuthor);
}
/** The post that holds `marker`, as what has been done. A marker is a whole line; GitHub may have turned line ends into CRLF. */
function doneWith(marker, posts) {
    const post = posts.find(({ body }) => body.split(/\r?\n/).includes(marker));
    return post === undefined ? null : { kind: 'done', id: Number(post.fullDatabaseId), url: post.url };
}

;// CONCATENATED MODULE: ./build/src/forge/label-writes.js

const PERMISSION = 'pull-requests: write';
/** A new label of the repository. */
function labelCreation(reader, effect) {
    const { name, color, description } = effect;
    return {
        call: {
            what: `creating the label ${name}`,
            route: 'POST /repos/{owner}/{repo}/labels',
            parameters: { name, color, description },
            permission: PERMISSION,
        },
        result: { thing: `the label ${name}`, deed: 'created' },
        lookUp: () => standingLabel(reader, name),
        mayStand: () => false,
        stands: alreadyExists,
    };
}
/** Labels put on the pull request beside those it has. */
function labelAddition(reader, number, { names }) {
    return {
        call: {
            what: `adding the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`,
            route: 'POST /repos/{owner}/{repo}/issues/{number}/labels',
            parameters: { number, labels: names },
            permission: PERMISSION,
        },
        result: { thing: `the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`, deed: 'added' },
        lookUp: async () => {
            const standing = await readLabels(reader, number);
            return names.every((name) => standing.has(normal(name))) ? nothing : null;
        },
        mayStand: () => false,
    };
}
/** A label taken off the pull request. */
function labelRemoval(reader, number, { name }) {
    return {
        call: {
            what: `removing the label ${name}`,
            route: 'DELETE /repos/{owner}/{repo}/issues/{number}/labels/{name}',
            parameters: { number, name },
            permission: PERMISSION,
        },
        result: { thing: `the label ${name}`, deed: 'removed' },
        lookUp: async () => ((await readLabels(reader, number)).has(normal(name)) ? null : nothing),
        mayStand: ({ status }) => status === 404,
        // A path that ends in `/.` is one that ends in `/`: the address of all labels.
        ...(/^\.{1,2}$/.test(name) ? { impossible: 'GitHub has no address for a label of this name' } : {}),
    };
}
async function standingLabel(reader, name) {
    const call = {
        what: `looking up the label ${name}`,
        route: 'GET /repos/{owner}/{repo}/labels/{name}',
        parameters: { name },
        permission: 'pull-requests: read',
    };
    const result = await reader.client.read(call);
    if (result.kind === 'refused') {
        if (result.status === 404)
            return null;
        throw refusedError(call, result);
    }
    const found = result.body?.name;
    return typeof found === 'string' && normal(found) === normal(name) ? nothing : null;
}
const nothing = { kind: 'done', id: null, url: null };
/** Names of the labels on the pull request as they compare; GitHub allows 100, so that one page holds them. */
async function readLabels(reader, number) {
    const { body } = await reader.client.need({
        what: 'looking up the labels',
        route: 'GET /repos/{owner}/{repo}/issues/{number}/labels',
        parameters: { number, per_page: 100 },
        permission: 'pull-requests: read',
    });
    return new Set(body.map(({ name }) => normal(name)));
}
/** GitHub compares labels without case (TR-4). */
function normal(name) {
    return name.toLowerCase();
}
function alreadyExists({ status, errors }) {
    return status === 422 && errors.some((error) => error?.code === 'already_exists');
}

;// CONCATENATED MODULE: ./build/src/forge/thread-writes.js




/** A reply below a thread's first comment, looked up by its marker among the thread's newest comments. */
function replyWrite(reader, number, effect) {
    return {
        call: {
            what: 'posting the reply',
            route: 'POST /repos/{owner}/{repo}/pulls/{number}/comments/{root}/replies',
            parameters: { number, root: effect.rootId, body: effect.body },
            permission: 'pull-requests: write',
        },
        result: { thing: 'the reply', deed: 'posted' },
        lookUp: () => standingReply(reader, number, effect),
        mayStand: () => false,
    };
}
async function standingReply(reader, number, { rootId, marker }) {
    const what = 'looking up the reply';
    const reading = { what, page: { size: FULL_PAGE } };
    const heads = await threadHeadsPage(reader, number, null, reading);
    const thread = await findThread(reader, number, { ...reading, commentId: rootId, heads });
    if (thread === null)
        return null;
    const { node } = await reader.graphql.need({
        what,
        document: LATEST_REPLIES,
        variables: { thread: thread.id },
    });
    return doneWith(marker, own(node?.comments?.nodes ?? null));
}
/** A reaction to a comment of the conversation or of a thread. */
function reactionWrite({ on, commentId, content }) {
    const comments = on === 'comment' ? 'issues/comments' : 'pulls/comments';
    return {
        call: {
            what: 'setting the reaction',
            route: `POST /repos/{owner}/{repo}/${comments}/{comment}/reactions`,
            parameters: { comment: commentId, content },
            permission: 'pull-requests: write',
        },
        result: { thing: 'the reaction', deed: 'set' },
        // An account has at most one reaction of a kind on a comment, so that repeating it does no harm.
        lookUp: async () => null,
        mayStand: () => false,
    };
}

;// CONCATENATED MODULE: ./build/src/forge/writes.js






/** The request and the look-up for `effect` on pull request `number`. */
function writeOf(reader, number, effect) {
    switch (effect.kind) {
        case 'submit-review':
            return {
                call: {
                    what: 'posting the review',
                    route: 'POST /repos/{owner}/{repo}/pulls/{number}/reviews',
                    parameters: {
                        number,
                        commit_id: effect.commit,
                        event: effect.event,
                        body: effect.body,
                        ...(effect.comments.length === 0 ? {} : { comments: effect.comments.map(inlineComment) }),
                    },
                    permission: 'pull-requests: write',
                },
                result: { thing: 'the review', deed: 'posted' },
                lookUp: async () => {
                    const { reviews } = await readOwnPosts(reader, number);
                    return doneWith(effect.marker, reviews.filter((review) => review.state !== 'PENDING'));
                },
                mayStand: () => false,
            };
        case 'comment':
            return {
                call: {
                    what: 'posting the comment',
                    route: 'POST /repos/{owner}/{repo}/issues/{number}/comments',
                    parameters: { number, body: effect.body },
                    permission: 'pull-requests: write',
                },
                result: { thing: 'the comment', deed: 'posted' },
                lookUp: async () => doneWith(effect.marker, (await readOwnPosts(reader, number)).comments),
                mayStand: () => false,
            };
        case 'reply':
            return replyWrite(reader, number, effect);
        case 'react':
            return reactionWrite(effect);
        case 'create-label':
            return labelCreation(reader, effect);
        case 'add-labels':
            return labelAddition(reader, number, effect);
        case 'remove-label':
            return labelRemoval(reader, number, effect);
        case 'dismiss-review':
            return {
                call: {
                    what: 'dismissing the review',
                    route: 'PUT /repos/{owner}/{repo}/pulls/{number}/reviews/{review}/dismissals',
                    parameters: { number, review: effect.reviewId, message: effect.message, event: 'DISMISS' },
                    permission: 'pull-requests: write',
                },
                result: { thing: `the review ${effect.reviewUrl}`, deed: 'dismissed' },
                lookUp: () => dismissedReview(reader, number, effect.reviewId),
                mayStand: ({ status }) => status === 422,
            };
        case 'delete-pending-review':
            return {
                call: {
                    what: 'deleting the pending review',
                    route: 'DELETE /repos/{owner}/{repo}/pulls/{number}/reviews/{review}',
                    parameters: { number, review: effect.reviewId },
                    permission: 'pull-requests: write',
                },
                result: { thing: 'the pending review', deed: 'deleted' },
                lookUp: async () => {
                    const { pending } = await readOwnPosts(reader, number);
                    return pending.some((review) => Number(review.fullDatabaseId) === effect.reviewId) ? null : writes_nothing;
                },
                mayStand: ({ status }) => status === 404,
            };
        case 'remove-review-request':
            return {
                call: {
                    what: 'removing the review request',
                    route: 'DELETE /repos/{owner}/{repo}/pulls/{number}/requested_reviewers',
                    parameters: {
                        number,
                        reviewers: effect.reviewer.kind === 'user' ? [effect.reviewer.login] : [],
                        team_reviewers: effect.reviewer.kind === 'team' ? [effect.reviewer.slug] : [],
                    },
                    permission: 'pull-requests: write',
                },
                result: { thing: `the review request for ${writes_nameOf(effect.reviewer)}`, deed: 'removed' },
                lookUp: async () => {
                    const requested = await readRequestedReviewers(reader, number);
                    return requested.some((reviewer) => writes_nameOf(reviewer) === writes_nameOf(effect.reviewer)) ? null : writes_nothing;
                },
                mayStand: ({ status }) => status === 404 || status === 422,
            };
        case 'set-status':
            return {
                call: {
                    what: 'setting the commit status',
                    route: 'POST /repos/{owner}/{repo}/statuses/{commit}',
                    parameters: {
                        commit: effect.commit,
                        context: effect.context,
                        state: effect.state,
                        description: effect.description,
                        ...(effect.targetUrl === null ? {} : { target_url: effect.targetUrl }),
                    },
                    permission: 'statuses: write',
                },
                result: { thing: `the commit status ${effect.context}`, deed: 'set' },
                lookUp: () => standingStatus(reader, effect),
                mayStand: () => false,
            };
        default:
            return (0,errors/* assertNever */.xb)(effect);
    }
}
/** Done, with nothing that stands there to show. */
const writes_nothing = { kind: 'done', id: null, url: null };
function inlineComment(comment) {
    const { path, line, side, startLine, body } = comment;
    // GitHub refuses a range of one line, so `start_line` is left out there.
    return { path, body, line, side, ...(startLine === null ? {} : { start_line: startLine, start_side: side }) };
}
async function dismissedReview(reader, number, review) {
    const { body } = await reader.client.need({
        what: 'looking up the review',
        route: 'GET /repos/{owner}/{repo}/pulls/{number}/reviews/{review}',
        parameters: { number, review },
        permission: 'pull-requests: read',
    });
    const { state, html_url } = body;
    return state === 'DISMISSED' ? { kind: 'done', id: review, url: html_url ?? null } : null;
}
async function standingStatus(reader, effect) {
    const { body } = await reader.client.need({
        what: 'looking up the commit status',
        route: 'GET /repos/{owner}/{repo}/commits/{commit}/statuses',
        parameters: { commit: effect.commit, per_page: 100 },
        permission: 'statuses: read',
    });
    const statuses = body;
    // The newest comes first, and only the newest of a context stands.
    const standing = statuses.find(({ context }) => context === effect.context);
    return standing?.state === effect.state && (standing.description ?? '') === effect.description
        ? { kind: 'done', id: standing.id, url: null }
        : null;
}
function writes_nameOf(reviewer) {
    return reviewer.kind === 'team' ? `team ${reviewer.slug.toLowerCase()}` : (0,account/* normalLogin */.L)(reviewer.login);
}

;// CONCATENATED MODULE: ./build/src/forge/write.js




/** GitHub's secondary limits want writes at least this far apart (SU-46). */
const PACE = 1000;
/** Applies effects one at a time, whoever calls; paced where the server is GitHub's own. */
function createWriter(reader, options) {
    const { clock } = options;
    const paced = isGitHubsOwn(options.serverUrl);
    let last = Number.NEGATIVE_INFINITY;
    let queue = Promise.resolve();
    async function pace() {
        const wait = paced ? last + PACE - clock.now() : 0;
        if (wait > 0)
            await clock.sleep(wait);
    }
    async function perform(number, effect) {
        const write = writeOf(reader, number, effect);
        if (write.impossible !== undefined)
            return impossible(write, write.impossible);
        const patience = reader.client.patience(write.call);
        let uncertain = false;
        for (;;) {
            await pace();
            const attempt = await reader.client.attempt(write.call);
            last = clock.now();
            if (attempt.kind === 'answer')
                return doneBy(attempt);
            if (attempt.kind === 'refused')
                return await settle(number, write, attempt);
            // A limit turns a write away; after a broken answer it may have happened, and may still be happening.
            uncertain ||= attempt.kind === 'broken';
            const end = await patience.waitAfter(attempt);
            if (uncertain) {
                const found = await lookUp(write);
                if (found.kind !== 'absent')
                    return found;
                uncertain = false;
            }
            // Without a wait, a write that is not there yet may still be on its way.
            if (end !== null)
                return failed(write, end.reason, attempt.kind === 'broken' ? 'unknown' : 'not');
        }
    }
    async function settle(number, write, refused) {
        if (write.stands?.(refused) === true)
            return { kind: 'done', id: null, url: null };
        if (write.mayStand(refused)) {
            const found = await lookUp(write);
            if (found.kind === 'done')
                return found;
        }
        const message = `${write.call.what} was refused by GitHub (${refused.status}): ${refused.message}`;
        const refusal = await withPendingReview(number, refusalOf(refused, write.call.permission));
        return { kind: 'refused', refusal, message };
    }
    async function withPendingReview(number, refusal) {
        if (refusal.reason !== 'pending-review')
            return refusal;
        const review = await readPendingReview(reader, number).catch((error) => {
            // The refusal stands without it; only the review in the way cannot be named.
            if (error instanceof errors/* ForgeError */.Q8)
                return null;
            throw error;
        });
        return { reason: 'pending-review', review };
    }
    return (number, effect) => {
        const applied = queue.then(() => perform(number, effect));
        queue = applied.catch(() => undefined);
        return applied;
    };
}
/** Whether the write stands: done, absent, or failed when that cannot be told. */
async function lookUp(write) {
    try {
        return (await write.lookUp()) ?? { kind: 'absent' };
    }
    catch (error) {
        if (error instanceof errors/* ForgeError */.Q8)
            return failed(write, error.message, 'unknown');
        throw error;
    }
}
function impossible({ call }, message) {
    return { kind: 'refused', refusal: { reason: 'other', message }, message: `${call.what} is impossible: ${message}` };
}
/** `not`: it has not happened for certain. */
function failed(write, reason, happened) {
    const { thing, deed } = write.result;
    const state = happened === 'not' ? `${thing} was not ${deed}` : `it is not known whether ${thing} was ${deed}`;
    return { kind: 'failed', message: `${state}: ${reason}` };
}
function doneBy(answer) {
    const body = answer.body;
    if (typeof body !== 'object' || body === null)
        return { kind: 'done', id: null, url: null };
    const { id, html_url } = body;
    return {
        kind: 'done',
        id: typeof id === 'number' ? id : null,
        url: typeof html_url === 'string' ? html_url : null,
    };
}
/** github.com and its data residency hosts share these limits; an Enterprise Server has its own, off by default. */
function isGitHubsOwn(serverUrl) {
    const host = new URL(serverUrl).hostname;
    return host === 'github.com' || host.endsWith('.ghe.com');
}

;// CONCATENATED MODULE: ./build/src/forge/github.js







/** GitHub as the flows see it, for one repository and one run. */
function createForge(options) {
    const { owner, repo, clock, graphqlUrl, serverUrl } = options;
    const client = createClient(options);
    const graphql = createGraphql(client, { graphqlUrl, now: () => clock.now() });
    const reader = { client, graphql, owner, repo };
    const write = createWriter(reader, { clock, serverUrl });
    return {
        readContext: (number, parts) => readContext(reader, number, parts),
        readChange: (pullRequest) => readChange(reader, pullRequest),
        readPosition: (number) => readPosition(reader, number),
        readRank: (login) => readRank(reader, login),
        readOpenPullRequests: (wanted) => readOpenPullRequests(reader, wanted),
        apply: write,
        requests: () => client.requests(),
    };
}

// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
;// CONCATENATED MODULE: ./build/src/runner/document.js

/**
 * Parses YAML, or JSON where the name ends in `.json`, and keeps the line of every part. Aliases, a second document,
 * an empty file and broken syntax are problems; duplicate keys are all listed, and the value is built all the same.
 */
function parseDocument(file, text) {
    const json = file.toLowerCase().endsWith('.json');
    if (json) {
        const problem = jsonProblem(file, text);
        if (problem !== null)
            return { problems: [problem] };
    }
    const lines = lineStarts(text);
    const lineAt = (offset) => lineOfOffset(lines, offset);
    try {
        const { places, duplicates, documents } = scan(text);
        const second = documents[1];
        if (second !== undefined)
            return {
                problems: [
                    {
                        file,
                        line: secondDocumentLine(text, lineAt(second)),
                        message: 'a second document begins here; the file must hold one document',
                    },
                ],
            };
        if (documents.length === 0)
            return { problems: [{ file, line: 1, message: 'the file is empty' }] };
        // Duplicates are reported with all other errors, so the value is built in spite of them; aliases never are.
        const value = (0,js_yaml/* load */.Hh)(text, { filename: file, maxAliases: 0, json: true });
        return {
            file,
            value,
            problems: duplicates.map(({ key, offset }) => ({
                file,
                line: lineAt(offset),
                message: `duplicate key "${key}"; a key may stand once`,
            })),
            lineOf(pointer, at) {
                for (let path = pointer;; path = path.slice(0, path.lastIndexOf('/'))) {
                    const place = places.get(path);
                    if (place !== undefined)
                        return lineAt(at === 'key' && place.key !== null ? place.key : place.value);
                    if (path === '')
                        return 1;
                }
            },
        };
    }
    catch (error) {
        if (!(error instanceof js_yaml/* YAMLException */.tB))
            throw error;
        const line = error.mark ? error.mark.line + 1 : 1;
        const message = /maxAliases/.test(error.reason)
            ? 'an alias (*name) stands here; write the value out'
            : error.reason;
        return { problems: [{ file, line, message }] };
    }
}
function jsonProblem(file, text) {
    const body = text.replace(/^\ufeff/, '');
    if (body.trim() === '')
        return { file, line: 1, message: 'the file is empty' };
    try {
        JSON.parse(body);
        return null;
    }
    catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const position = /position (\d+)/.exec(message);
        // Node names an offset except at the end of the input, which is the last line.
        const offset = position ? Number(position[1]) : body.length;
        return { file, line: lineOfOffset(lineStarts(body), offset), message: `this is not JSON: ${message}` };
    }
}
/** Walks the parser's events: every part's place by JSON pointer, duplicate keys, and where documents begin. */
function scan(text) {
    const places = new Map();
    const duplicates = [];
    const documents = [];
    const stack = [];
    /** The pointer of the node that begins here, or null when it is a mapping's key. */
    const begin = (offset, scalar) => {
        const top = stack.at(-1) ?? null;
        if (top === null) {
            places.set('', { key: null, value: offset });
            if (documents.length > 0 && documents[documents.length - 1] === -1)
                documents[documents.length - 1] = offset;
            return '';
        }
        if (top.kind === 'sequence') {
            const path = `${top.path}/${top.next++}`;
            places.set(path, { key: null, value: offset });
            return path;
        }
        if (top.key === null) {
            top.key = scalar ?? '?';
            top.keyOffset = offset;
            if (top.seen.has(top.key))
                duplicates.push({ key: top.key, offset });
            top.seen.add(top.key);
            return null;
        }
        const path = `${top.path}/${top.key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
        if (!places.has(path))
            places.set(path, { key: top.keyOffset, value: offset });
        top.key = null;
        return path;
    };
    for (const event of (0,js_yaml/* parseEvents */.PH)(text, {})) {
        switch (event.type) {
            case js_yaml/* EVENT_ID */.hy.DOCUMENT:
                documents.push(-1);
                stack.push(null);
                break;
            case js_yaml/* EVENT_ID */.hy.MAPPING:
                stack.push({
                    kind: 'mapping',
                    path: begin(event.start, null) ?? '',
                    key: null,
                    keyOffset: event.start,
                    seen: new Set(),
                });
                break;
            case js_yaml/* EVENT_ID */.hy.SEQUENCE:
                stack.push({ kind: 'sequence', path: begin(event.start, null) ?? '', next: 0 });
                break;
            case js_yaml/* EVENT_ID */.hy.SCALAR:
                begin(Math.max(event.valueStart, 0), (0,js_yaml/* getScalarValue */.KE)(text, event));
                break;
            case js_yaml/* EVENT_ID */.hy.ALIAS:
                begin(event.anchorStart, '*');
                break;
            case js_yaml/* EVENT_ID */.hy.POP:
                stack.pop();
                break;
        }
    }
    return { places, duplicates, documents };
}
/** The line of the `---` (or `...`) that begins the second document, which its first value may follow by lines. */
function secondDocumentLine(text, firstValue) {
    const lines = text.split('\n');
    for (let line = Math.min(firstValue, lines.length); line > 1; line--) {
        if (/^(---|\.\.\.)(\s|$)/.test(lines[line - 1] ?? ''))
            return line;
    }
    return firstValue;
}
function lineStarts(text) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        starts.push(at + 1);
    return starts;
}
function lineOfOffset(starts, offset) {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low + 1;
}

;// CONCATENATED MODULE: ./build/src/version.js
/** The suite's version; a plan of another version is refused (SU-41). A test holds it equal to package.json's. */
const VERSION = '0.1.0';

;// CONCATENATED MODULE: ./build/src/surroundings.js







const CLOCK = {
    now: () => Date.now(),
    random: () => Math.random(),
    sleep: (milliseconds, signal) => new Promise((resolve) => {
        if (signal?.aborted)
            return resolve();
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', end);
            resolve();
        };
        const timer = setTimeout(end, milliseconds);
        signal?.addEventListener('abort', end, { once: true });
    }),
};
/** Wires the edges for one run; part of the composition root, in a file of its own because it is loaded late. */
function surroundingsOf(inputs, environment, runner) {
    const { secrets } = runner;
    const deadline = CLOCK.now() + inputs.runTimeoutSeconds * 1000;
    const narrate = (line) => runner.info((0,untrusted/* plainLine */.h0)((0,redact/* redact */.E)(line, secrets)));
    let models = null;
    const makeModels = async () => {
        const { createApiRuntime } = await Promise.all(/* import() */[__webpack_require__.e(463), __webpack_require__.e(460), __webpack_require__.e(377)]).then(__webpack_require__.bind(__webpack_require__, 377));
        return createApiRuntime({
            apiKey: inputs.anthropicApiKey ?? undefined,
            authToken: inputs.anthropicAuthToken ?? undefined,
            federation: inputs.federation === null
                ? undefined
                : { ...inputs.federation, fetchIdToken: runner.fetchIdToken, mask: runner.mask },
            baseUrl: inputs.baseUrl ?? undefined,
            maxParallel: inputs.maxParallel,
            questionTimeoutMs: inputs.timeoutSeconds * 1000,
            // What was answered in time is still to be posted, so asking ends a little before the run does.
            runDeadline: deadline - Math.min(30_000, inputs.runTimeoutSeconds * 150),
            contextTokens: inputs.contextTokens,
            maxCostUsd: inputs.maxCostUsd ?? undefined,
            maxInputTokens: inputs.maxInputTokens ?? undefined,
            clock: CLOCK,
            narrate,
        });
    };
    return {
        ports: {
            forge: createForge({
                token: inputs.githubToken,
                apiUrl: environment.apiUrl,
                graphqlUrl: environment.graphqlUrl,
                serverUrl: environment.serverUrl,
                owner: environment.run.repository.owner,
                repo: environment.run.repository.name,
                deadline,
                clock: CLOCK,
                narrate,
            }),
            model: async ({ model, effort }) => {
                models ??= makeModels();
                return (await models)({ model, effort: effort ?? undefined });
            },
            clock: CLOCK,
            narrate,
            parseDocument: parseDocument,
            readFile: (path) => (0,promises_.readFile)(path, 'utf8').catch((error) => {
                throw new errors/* UserError */.yo(`${path} cannot be read; expected the file that mode plan wrote to plan-file`, {
                    cause: error,
                });
            }),
            writeFile: (path, text) => (0,promises_.writeFile)(path, text).catch((error) => {
                throw new errors/* UserError */.yo(`${path} cannot be written; input plan-file must name a file in an existing folder`, {
                    cause: error,
                });
            }),
            run: environment.run,
            version: VERSION,
            secrets,
        },
    };
}


/***/ })

};
