export const id = 377;
export const ids = [377];
export const modules = {

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


/***/ }),

/***/ 377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createApiRuntime: () => (/* binding */ createApiRuntime)
});

// UNUSED EXPORTS: createApiModel

// EXTERNAL MODULE: ./build/src/core/errors.js
var errors = __webpack_require__(3026);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
;// CONCATENATED MODULE: ./build/src/model/line.js

function createLine() {
    const waiting = [];
    function serve(value) {
        const first = waiting.shift();
        first?.(value);
        return first !== undefined;
    }
    return {
        serve,
        serveAll(value) {
            while (serve(value))
                ;
        },
        wait(signal, place = 'behind') {
            if (signal.aborted)
                return Promise.resolve(null);
            // Any number of questions may wait on the run's one signal; Node warns from the eleventh on.
            (0,external_node_events_.setMaxListeners)(0, signal);
            return new Promise((resolve) => {
                const leave = () => {
                    waiting.splice(waiting.indexOf(served), 1);
                    resolve(null);
                };
                const served = (value) => {
                    signal.removeEventListener('abort', leave);
                    resolve(value);
                };
                signal.addEventListener('abort', leave, { once: true });
                if (place === 'ahead')
                    waiting.unshift(served);
                else
                    waiting.push(served);
            });
        },
    };
}

;// CONCATENATED MODULE: ./build/src/model/budget.js

function createBudget({ maxInputTokens, maxCostUsd }) {
    const line = createLine();
    const spent = { tokens: 0, cost: 0 };
    const underWay = new Set();
    /** The bound that `estimate` breaks on top of `tokens` and `cost`, as a sentence. */
    function broken(estimate, besides) {
        if (maxInputTokens !== undefined && besides.tokens + estimate.tokens > maxInputTokens)
            return `max-input-tokens is ${maxInputTokens}: ${besides.tokens} are used, and this call needs about ${estimate.tokens}`;
        const cost = estimate.cost ?? 0;
        if (maxCostUsd !== undefined && besides.cost + cost > maxCostUsd)
            return `max-cost-usd is ${maxCostUsd}: ${usd(besides.cost)} are spent, and this call costs about ${usd(cost)}`;
        return null;
    }
    return {
        async reserve(estimate, signal) {
            for (;;) {
                const detail = broken(estimate, spent);
                if (detail !== null)
                    return { kind: 'denied', detail };
                if (underWay.size === 0 || broken(estimate, [...underWay].reduce(add, spent)) === null)
                    break;
                if ((await line.wait(signal)) === null)
                    return null;
            }
            const own = { ...estimate };
            underWay.add(own);
            return {
                kind: 'reserved',
                settle(actual) {
                    underWay.delete(own);
                    spent.tokens += actual.tokens;
                    spent.cost += actual.cost ?? 0;
                    line.serveAll(true);
                },
            };
        },
    };
}
function add(sum, one) {
    return { tokens: sum.tokens + one.tokens, cost: sum.cost + (one.cost ?? 0) };
}
function usd(amount) {
    return amount.toFixed(6).replace(/\.?0+$/, '');
}

// EXTERNAL MODULE: ./node_modules/@anthropic-ai/sdk/client.mjs + 40 modules
var sdk_client = __webpack_require__(6460);
// EXTERNAL MODULE: ./node_modules/@anthropic-ai/sdk/resources/messages/messages.mjs + 14 modules
var messages_messages = __webpack_require__(3040);
// EXTERNAL MODULE: ./node_modules/@anthropic-ai/sdk/core/error.mjs
var core_error = __webpack_require__(5064);
;// CONCATENATED MODULE: ./build/src/model/usage.js
/** Nothing was asked, so nothing was used: the start of a sum. */
const NO_USAGE = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };
/** An endpoint that reports nothing (SU-36). */
const UNKNOWN_USAGE = { input: null, cacheWrite: null, cacheRead: null, output: null };
/** A sum with an unknown part is unknown: it must never look smaller than it is. */
function addUsage(one, other) {
    return {
        input: addKnown(one.input, other.input),
        cacheWrite: addKnown(one.cacheWrite, other.cacheWrite),
        cacheRead: addKnown(one.cacheRead, other.cacheRead),
        output: addKnown(one.output, other.output),
    };
}
/** Null if either is null. */
function addKnown(one, other) {
    return one === null || other === null ? null : one + other;
}
/** Tokens of a whole prompt, cached ones included; null when the endpoint did not count it. */
function promptTokens(usage) {
    if (usage.input === null)
        return null;
    return usage.input + (usage.cacheWrite ?? 0) + (usage.cacheRead ?? 0);
}
/**
 * The `usage` objects of one response, later ones over earlier ones (a stream's counts are cumulative). No prompt and no
 * text has zero tokens, so servers that fill the fields with zeros count as servers that do not tell.
 */
function readUsage(reports) {
    const counts = {
        input: latest(reports, 'input_tokens'),
        cacheWrite: latest(reports, 'cache_creation_input_tokens'),
        cacheRead: latest(reports, 'cache_read_input_tokens'),
        output: latest(reports, 'output_tokens'),
    };
    if (counts.input === null)
        return { ...UNKNOWN_USAGE, output: counts.output === 0 ? null : counts.output };
    if (promptTokens(counts) === 0)
        return UNKNOWN_USAGE;
    return counts;
}
function latest(reports, name) {
    let count = null;
    for (const report of reports) {
        const value = report?.[name];
        if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
            count = value;
    }
    return count;
}

;// CONCATENATED MODULE: ./build/src/model/reading.js


/** No answer is longer; a server that never stops talking is cut off. */
const MAX_TEXT = 4_000_000;
/** Gathers a response, streamed or whole, and keeps what is known of it when it breaks off. */
class Reading {
    requestId = null;
    #onBegin;
    #usage = [];
    #text = '';
    #stopReason = null;
    #refusal = null;
    #hasBegun = false;
    #isWhole = false;
    constructor(onBegin) {
        this.#onBegin = onBegin;
    }
    /** False when enough has been read. Compatible servers leave fields out, whatever the types say. */
    take(event) {
        switch (event.type) {
            case 'message_start':
                this.#begin();
                this.#usage.push(event.message?.usage);
                break;
            case 'content_block_start':
                if (event.content_block?.type === 'text')
                    this.#text += event.content_block.text ?? '';
                break;
            case 'content_block_delta':
                if (event.delta?.type === 'text_delta')
                    this.#text += event.delta.text ?? '';
                break;
            case 'message_delta':
                this.#usage.push(event.usage);
                this.#stop(event.delta?.stop_reason, event.delta?.stop_details);
                break;
            case 'message_stop':
                this.#isWhole = true;
                break;
        }
        if (this.#text.length <= MAX_TEXT)
            return true;
        this.#stopReason = 'max_tokens';
        return false;
    }
    takeMessage(message, requestId) {
        this.requestId = requestId;
        this.#begin();
        this.#usage.push(message.usage);
        for (const block of message.content ?? [])
            if (block.type === 'text')
                this.#text += block.text;
        this.#stop(message.stop_reason, message.stop_details);
        this.#isWhole = true;
    }
    result() {
        if (!this.#isWhole && this.#stopReason === null)
            return this.#broken('the response broke off');
        const { requestId } = this;
        const usage = readUsage(this.#usage);
        const reply = { text: this.#text, stopReason: this.#stopReason, refusal: this.#refusal };
        return { kind: 'reply', requestId, usage, hasBegun: this.#hasBegun, ...reply };
    }
    aborted() {
        return { kind: 'aborted', requestId: this.requestId, usage: this.#usageSoFar(), hasBegun: this.#hasBegun };
    }
    failed(error) {
        if (!(error instanceof core_error/* APIError */.LG))
            return this.#broken(causeOf(error));
        this.requestId ??= error.requestID ?? null;
        if (error.status === undefined && error.type === null)
            return this.#broken(causeOf(error));
        const message = error.apiMessage ?? error.message;
        const retryAfter = error.headers?.get('retry-after') ?? null;
        return this.#failure({ message, status: error.status ?? null, type: error.type, retryAfter });
    }
    #begin() {
        if (this.#hasBegun)
            return;
        this.#hasBegun = true;
        this.#onBegin();
    }
    #stop(reason, details) {
        this.#stopReason = reason ?? this.#stopReason;
        if (reason !== 'refusal')
            return;
        this.#refusal = [details?.category, details?.explanation].filter((part) => typeof part === 'string').join(': ');
    }
    #usageSoFar() {
        if (!this.#hasBegun)
            return NO_USAGE;
        return this.#usage.length === 0 ? UNKNOWN_USAGE : readUsage(this.#usage);
    }
    /** A connection that failed, or a stream that was dropped. */
    #broken(message) {
        return this.#failure({ message, status: null, type: null, retryAfter: null });
    }
    #failure(what) {
        return { kind: 'failure', requestId: this.requestId, usage: this.#usageSoFar(), hasBegun: this.#hasBegun, ...what };
    }
}
/** The deepest cause: undici's `fetch failed` hides `ECONNREFUSED` there. */
function causeOf(error) {
    let inner = error;
    for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause instanceof Error; depth += 1)
        inner = inner.cause;
    if (!(inner instanceof Error))
        return String(inner);
    const code = inner.code;
    return inner.message !== '' ? inner.message : String(code ?? inner.name);
}

;// CONCATENATED MODULE: ./build/src/model/call.js



/** The version that this SDK's requests are written in; a test compares it with what the SDK itself sends. */
const API_VERSION = '2026-10-21';
/** Below this, servers that refuse `API_VERSION` agree. */
const OLD_API_VERSION = '2023-06-01';
const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore };
function ignore() { }
/**
 * The Messages API at `baseUrl` through the SDK, with everything said explicitly: no address, key, header, logger, retry or
 * trace comes from the environment (SU-30, SU-34).
 */
function createMessagesClient(baseUrl) {
    const client = new sdk_client/* BaseAnthropic */.q({
        baseURL: baseUrl,
        // Never sent, but without one the SDK looks for credentials in the environment and in files.
        apiKey: 'unused',
        webhookKey: null,
        maxRetries: 0,
        // Deadlines are ours; the SDK's own timeout ends with the headers and leaves a stalled body alone.
        timeout: 2_147_483_647,
        logger: SILENT,
        logLevel: 'off',
        openTelemetry: false,
        fetch: fetchExactly,
    });
    const messages = new messages_messages/* Messages */.B2(client);
    return {
        async call(body, { headers, signal, onBegin }) {
            const reading = new Reading(onBegin);
            try {
                const options = { headers: exactHeaders(headers), signal };
                if (!body.stream) {
                    const { data, request_id } = await messages.create({ ...body, stream: false }, options).withResponse();
                    reading.takeMessage(data, request_id ?? null);
                }
                else {
                    const { data, response } = await messages.create({ ...body, stream: true }, options).withResponse();
                    reading.requestId = response.headers.get('request-id');
                    // A server that ignores `stream` answers whole.
                    if (/\bjson\b/.test(response.headers.get('content-type') ?? ''))
                        reading.takeMessage((await response.json()), reading.requestId);
                    else
                        for await (const event of data)
                            if (!reading.take(event))
                                break;
                }
                // The SDK ends an aborted stream quietly, as if it had come to its end.
                if (signal.aborted)
                    return reading.aborted();
                return reading.result();
            }
            catch (error) {
                return signal.aborted ? reading.aborted() : reading.failed(error);
            }
        },
    };
}
/** What may go out, all of it set by `exactHeaders`: the SDK adds platform facts and, from the environment, anything. */
const SENT_HEADERS = [
    'accept',
    'content-type',
    'user-agent',
    'anthropic-version',
    'anthropic-beta',
    'authorization',
    'x-api-key',
];
/** A null takes away what the SDK or the environment would send. */
function exactHeaders(headers) {
    return {
        'anthropic-beta': null,
        'x-api-key': null,
        authorization: null,
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'revi',
        'anthropic-version': API_VERSION,
        ...headers,
    };
}
/** A redirect is not followed: to another host it would carry the key along. */
function fetchExactly(url, init = {}) {
    const given = new Headers(init.headers);
    const headers = SENT_HEADERS.flatMap((name) => {
        const value = given.get(name);
        return value === null ? [] : [[name, value]];
    });
    return fetch(url, { ...init, headers, redirect: 'manual' });
}

// EXTERNAL MODULE: ./node_modules/@anthropic-ai/sdk/lib/credentials/oidc-federation.mjs
var oidc_federation = __webpack_require__(1490);
// EXTERNAL MODULE: ./node_modules/@anthropic-ai/sdk/lib/credentials/types.mjs
var types = __webpack_require__(4994);
;// CONCATENATED MODULE: ./build/src/model/credentials.js



/** No token was lent. `status` is the token endpoint's, or null when there was no identity token to send. */
class CredentialError extends Error {
    name = 'CredentialError';
    status;
    /** The exchange may be tried again. */
    passing;
    constructor(message, options) {
        super(message, { cause: options.cause });
        this.status = options.status;
        this.passing = options.passing;
    }
}
const AUDIENCE = 'https://api.anthropic.com';
/** The service wants this name of a beta beside its OAuth tokens. */
const OAUTH_BETA = 'oauth-2025-04-20';
/** A lent token lives 60 s at least, so this never renews one that was just fetched. */
const RENEW_BEFORE_MS = 30_000;
/** The first of key, token and federation that is given. Throws a `ModelError` when none is. */
function createCredentials(options, { baseUrl, clock }) {
    const { apiKey, authToken, federation } = options;
    if (apiKey !== undefined)
        return keyCredentials(apiKey, baseUrl);
    if (authToken !== undefined)
        return tokenCredentials(authToken);
    if (federation !== undefined)
        return federatedCredentials(federation, { baseUrl, clock });
    throw new errors/* ModelError */.me('There is no key for the model service. Set the input anthropic-api-key or anthropic-auth-token, or federation-rule-id, organization-id and service-account-id.');
}
/** The service itself takes a key as bearer (API 2026-10-21). Other servers look for one header or the other: they get both. */
function keyCredentials(key, baseUrl) {
    const isOfficial = new URL(baseUrl).hostname === 'api.anthropic.com';
    const headers = { authorization: `Bearer ${key}`, ...(isOfficial ? {} : { 'x-api-key': key }) };
    return { headers: () => Promise.resolve(headers), renew: () => false, redact: redactor([key]) };
}
function tokenCredentials(token) {
    return { headers: () => Promise.resolve(bearer(token)), renew: () => false, redact: redactor([token]) };
}
/** A token that the service lends is an OAuth token, also where a step before us has fetched it. */
function bearer(token) {
    const isLent = token.startsWith('sk-ant-oat');
    return { authorization: `Bearer ${token}`, ...(isLent ? { 'anthropic-beta': OAUTH_BETA } : {}) };
}
function federatedCredentials(federation, { baseUrl, clock }) {
    const secrets = [];
    let lent = null;
    let exchange = null;
    let hasRenewed = false;
    function keep(secret) {
        federation.mask(secret);
        secrets.push(secret);
        return secret;
    }
    async function lend(signal) {
        const identity = await federation.fetchIdToken(AUDIENCE).then(keep, (cause) => {
            throw new CredentialError(`the job has no identity token (${messageOf(cause)}); give the job the permission "id-token: write"`, { status: null, passing: false, cause });
        });
        const provider = (0,oidc_federation/* oidcFederationProvider */.g)({
            identityTokenProvider: () => identity,
            federationRuleId: federation.ruleId,
            organizationId: federation.organizationId,
            serviceAccountId: federation.serviceAccountId,
            baseURL: baseUrl,
            userAgent: 'revi',
            fetch: (url, init) => fetch(url, { ...init, signal }),
        });
        const { token, expiresAt } = await provider().catch((cause) => {
            throw exchangeError(cause);
        });
        keep(token);
        return { token, until: expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt * 1000 };
    }
    return {
        async headers(signal) {
            if (lent !== null && lent.until - clock.now() >= RENEW_BEFORE_MS)
                return { 'anthropic-beta': OAUTH_BETA, ...bearer(lent.token) };
            // One exchange for all who wait: an identity token must not be presented twice.
            exchange ??= lend(signal)
                .then((loan) => {
                lent = loan;
                return loan;
            })
                .finally(() => {
                exchange = null;
            });
            const { token } = await beforeAbort(exchange, signal);
            return { 'anthropic-beta': OAUTH_BETA, ...bearer(token) };
        },
        renew(sent) {
            // Another question may have been refused with the same token, and renewed it, a moment ago.
            if (lent === null || bearer(lent.token)['authorization'] !== sent['authorization'])
                return true;
            if (hasRenewed)
                return false;
            hasRenewed = true;
            lent = null;
            return true;
        },
        redact: redactor(secrets),
    };
}
/** Leaves a promise alone when `signal` aborts: who lends an identity token need not know deadlines. */
function beforeAbort(promise, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => reject(new Error('the deadline passed'));
        if (signal.aborted)
            abort();
        signal.addEventListener('abort', abort, { once: true });
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
}
function exchangeError(cause) {
    const status = cause instanceof types/* WorkloadIdentityError */.ot ? cause.statusCode : null;
    const what = status === null ? messageOf(cause) : `status ${status}: ${bodyOf(cause)}`;
    const advice = status !== null && status < 500
        ? '; check that federation-rule-id, organization-id and service-account-id belong together and that the rule admits this repository and event'
        : '';
    return new CredentialError(`the identity token could not be exchanged (${what})${advice}`, {
        status,
        // Without a status nothing came back from the network; a refused address never gets better, but is told in its message.
        passing: status === null ? !/non-https|Invalid token endpoint/.test(what) : status === 429 || status >= 500,
        cause,
    });
}
function bodyOf(cause) {
    const body = cause instanceof types/* WorkloadIdentityError */.ot ? cause.body : null;
    return typeof body === 'string' ? body : JSON.stringify(body ?? null);
}
function messageOf(cause) {
    return cause instanceof Error ? cause.message : String(cause);
}
function redactor(secrets) {
    return (text) => secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

;// CONCATENATED MODULE: ./build/src/model/deadline.js
/** A deadline on `clock`; one in the past has already aborted. */
function startDeadline(clock, at) {
    const expired = new AbortController();
    const released = new AbortController();
    const left = at - clock.now();
    if (left <= 0)
        expired.abort();
    else
        void clock.sleep(left, released.signal).then(() => {
            if (!released.signal.aborted)
                expired.abort();
        });
    return { at, signal: expired.signal, release: () => released.abort() };
}

;// CONCATENATED MODULE: ./build/src/model/dialect.js
function createDialect() {
    const refused = new Set();
    return {
        takes: (extra) => !refused.has(extra),
        drop(extra) {
            const isNew = !refused.has(extra);
            refused.add(extra);
            return isNew;
        },
    };
}
/** How an extra is called in requests, for messages. */
const EXTRA_NAMES = {
    format: 'output_config.format',
    effort: 'output_config.effort',
    thinking: 'thinking',
    'cache-marks': 'cache_control',
    version: 'anthropic-version 2026-10-21',
    stream: 'stream',
};
/** The most telling first: `output_config` alone says less than `output_config.format`. */
const SIGNS = [
    [/cache_control/i, ['cache-marks']],
    [/anthropic-version/i, ['version']],
    [/output_config\W{0,4}effort|\beffort\b/i, ['effort']],
    [/output_config\W{0,4}format|output_format|json_schema|response_format|structured output/i, ['format']],
    [/output_config/i, ['format', 'effort']],
    [/\bthinking\b/i, ['thinking']],
    [/\bstream(ing)?\b/i, ['stream']],
];
/** The extras, among those `sent`, that a refusal of the request (400 or 422) speaks of. */
function refusedExtras(message, sent) {
    for (const [sign, extras] of SIGNS) {
        const named = sign.test(message) ? extras.filter((extra) => sent.has(extra)) : [];
        if (named.length > 0)
            return named;
    }
    return [];
}

;// CONCATENATED MODULE: ./build/src/model/prices.json
const prices_namespaceObject = /*#__PURE__*/JSON.parse('{"p6":"2026-11-30","z2":{"haiku":"claude-haiku-5-5","sonnet":"claude-sonnet-5-5","opus":"claude-opus-5-5"},"Jn":{"claude-haiku-5-5":{"prices":{"input":0.1,"output":0.5,"cacheWrite":0.125,"cacheRead":0.01},"longPrompt":{"above":100000,"prices":{"input":0.5,"output":2.5,"cacheWrite":0.625,"cacheRead":0.05}},"cacheFloor":512,"thinks":true,"thinkingCanBeOff":true},"claude-haiku-4-5":{"prices":{"input":1,"output":5,"cacheWrite":1.25,"cacheRead":0.1},"cacheFloor":4096,"thinks":false,"thinkingCanBeOff":false},"claude-sonnet-5-5":{"prices":{"input":2,"output":10,"cacheWrite":2.5,"cacheRead":0.1},"cacheFloor":1024,"thinks":true,"thinkingCanBeOff":false},"claude-opus-5-5":{"prices":{"input":4,"output":20,"cacheWrite":5,"cacheRead":0.2},"cacheFloor":1024,"thinks":true,"thinkingCanBeOff":false},"claude-opus-5":{"prices":{"input":5,"output":25,"cacheWrite":6.25,"cacheRead":0.5},"cacheFloor":512,"thinks":true,"thinkingCanBeOff":false}}}');
;// CONCATENATED MODULE: ./build/src/model/prices.js

const ALIASES = prices_namespaceObject.z2;
const MODELS = prices_namespaceObject.Jn;
/** The day on which the price table was right (SU-36). */
const PRICES_DATE = prices_namespaceObject.p6;
/** The full name behind `haiku`, `sonnet` or `opus`; any other name as it is (SU-31). */
function resolveModelName(name) {
    return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
}
/** Null for a model that is not in the table. A dated name (`claude-haiku-4-5-20251001`) is its model. */
function factsOf(model) {
    const name = resolveModelName(model).replace(/-\d{8}$/, '');
    return Object.hasOwn(MODELS, name) ? (MODELS[name] ?? null) : null;
}
/** USD of one request; null when the price or any of the counts is unknown (SU-36). */
function costOf(model, usage) {
    const facts = factsOf(model);
    const { input, cacheWrite, cacheRead, output } = usage;
    if (facts === null || input === null || cacheWrite === null || cacheRead === null || output === null)
        return null;
    const { longPrompt } = facts;
    const isLong = longPrompt !== undefined && input + cacheWrite + cacheRead > longPrompt.above;
    const prices = isLong ? longPrompt.prices : facts.prices;
    const millionths = input * prices.input + cacheWrite * prices.cacheWrite + cacheRead * prices.cacheRead + output * prices.output;
    return millionths / 1_000_000;
}

;// CONCATENATED MODULE: ./build/src/model/estimate.js


/** UTF-8 bytes per token of code on the current tokenizers: low, so that estimates are high (facts: model.md §3). */
const BYTES_PER_TOKEN = 2.5;
/** What an endpoint may claim and still be believed. */
const LEAST_BYTES_PER_TOKEN = 1;
const MOST_BYTES_PER_TOKEN = 8;
function createEstimator() {
    let bytesSeen = 0;
    let tokensSeen = 0;
    let longestOutput = 0;
    function tokens(bytes) {
        const seen = tokensSeen === 0 ? BYTES_PER_TOKEN : bytesSeen / tokensSeen;
        return Math.ceil(bytes / Math.min(Math.max(seen, LEAST_BYTES_PER_TOKEN), MOST_BYTES_PER_TOKEN));
    }
    return {
        tokens,
        estimate({ model, request, prefix, answerTokens }) {
            const shared = tokens(request.prefixBytes);
            const own = tokens(request.bytes - request.prefixBytes);
            const isCached = prefix !== 'input' && shared >= (factsOf(model)?.cacheFloor ?? 0);
            const cost = costOf(model, {
                input: own + (isCached ? 0 : shared),
                cacheWrite: isCached && prefix === 'cache-write' ? shared : 0,
                cacheRead: isCached && prefix === 'cache-read' ? shared : 0,
                output: Math.max(answerTokens, longestOutput),
            });
            return { tokens: shared + own, cost };
        },
        learn(request, usage) {
            const prompt = promptTokens(usage);
            if (prompt !== null && prompt > 0) {
                bytesSeen += request.bytes;
                tokensSeen += prompt;
            }
            longestOutput = Math.max(longestOutput, usage.output ?? 0);
        },
    };
}

;// CONCATENATED MODULE: ./build/src/model/fan-out.js

function createSlots(count) {
    const line = createLine();
    let left = count;
    return {
        async take(signal, place) {
            if (signal.aborted)
                return false;
            if (left > 0) {
                left -= 1;
                return true;
            }
            return (await line.wait(signal, place)) ?? false;
        },
        free() {
            if (!line.serve(true))
                left += 1;
        },
    };
}
function createGate() {
    const line = createLine();
    let state = 'cold';
    return {
        async enter(signal) {
            if (state === 'warm')
                return 'follows';
            if (state === 'warming')
                return line.wait(signal);
            state = 'warming';
            return 'warms';
        },
        begun() {
            state = 'warm';
            line.serveAll('follows');
        },
        failed() {
            // The place is handed over, never free in between: nobody can overtake the next in line.
            if (!line.serve('warms'))
                state = 'cold';
        },
    };
}

;// CONCATENATED MODULE: ./build/src/model/halt.js
function createHalt() {
    const controller = new AbortController();
    let reason = null;
    return {
        get reason() {
            return reason;
        },
        signal: controller.signal,
        call(given) {
            if (reason !== null)
                return false;
            reason = given;
            controller.abort();
            return true;
        },
    };
}

;// CONCATENATED MODULE: ./build/src/model/ledger.js


/** What one question has taken so far, over all its calls, refused and broken ones included (SU-33). */
class Ledger {
    #model;
    #requestIds = [];
    #calls = 0;
    #usage = NO_USAGE;
    #cost;
    constructor(model) {
        this.#model = model;
        this.#cost = factsOf(model) === null ? null : 0;
    }
    /** A call is about to be made. */
    begin() {
        this.#calls += 1;
    }
    /** Adds a call that has ended; gives its prompt's tokens and its cost, as far as they are known. */
    record(usage, requestId) {
        if (requestId !== null)
            this.#requestIds.push(requestId);
        const cost = costOf(this.#model, usage);
        this.#usage = addUsage(this.#usage, usage);
        this.#cost = addKnown(this.#cost, cost);
        return { tokens: promptTokens(usage), cost };
    }
    figures() {
        return { calls: this.#calls, usage: this.#usage, cost: this.#cost, requestIds: this.#requestIds };
    }
}

;// CONCATENATED MODULE: ./build/src/model/native-schema.js
/** The keywords that the service's structured outputs accept (2026-11); it answers 400 to any other. */
const PLAIN = new Set(['type', 'enum', 'const', 'description', 'title', 'default', 'required', '$ref']);
const LISTS = new Set(['anyOf', 'allOf']);
const MAPS = new Set(['properties', '$defs', 'definitions']);
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);
/**
 * The part of a schema that the service can hold a model to; every object is closed. What is left out (ranges, lengths,
 * patterns) is checked by us on the answer all the same (SU-33).
 */
function nativeSchema(schema) {
    const native = {};
    for (const [keyword, value] of Object.entries(schema)) {
        if (PLAIN.has(keyword))
            native[keyword] = value;
        else if (LISTS.has(keyword))
            native[keyword] = listOf(value);
        else if (keyword === 'oneOf')
            native['anyOf'] = listOf(value);
        else if (MAPS.has(keyword))
            native[keyword] = mapOf(value);
        else if (keyword === 'items' && isSchema(value))
            native['items'] = nativeSchema(value);
        else if (keyword === 'minItems' && (value === 0 || value === 1))
            native['minItems'] = value;
        else if (keyword === 'format' && FORMATS.has(String(value)))
            native['format'] = value;
    }
    if (native['type'] === 'object' || 'properties' in native)
        native['additionalProperties'] = false;
    return native;
}
function listOf(value) {
    return Array.isArray(value) ? value.map((entry) => (isSchema(entry) ? nativeSchema(entry) : entry)) : value;
}
function mapOf(value) {
    if (!isSchema(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, isSchema(entry) ? nativeSchema(entry) : entry]));
}
function isSchema(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./build/src/model/request.js

/** Tokens set aside for thoughts, which count toward `max_tokens`, by effort; for models that think, or may. */
const THOUGHT_TOKENS = {
    unset: 8_000,
    low: 4_000,
    medium: 8_000,
    high: 16_000,
    xhigh: 32_000,
    max: 32_000,
};
/** For servers that are not known: their windows are small, and they refuse more than fits beside the prompt. */
const UNKNOWN_THOUGHT_TOKENS = 4_000;
/** Characters of a bad answer that go back to the model. */
const QUOTED_ANSWER = 4_000;
const QUOTED_PROBLEMS = 8;
function buildRequest(parts) {
    const { model, facts, effort, batch, dialect } = parts;
    const extras = new Set();
    const use = (extra) => {
        if (dialect.takes(extra))
            extras.add(extra);
        return dialect.takes(extra);
    };
    const isThinkingOff = facts?.thinkingCanBeOff === true && effort !== 'xhigh' && effort !== 'max' && use('thinking');
    const isMarked = batch.questions.length > 1 && batch.shared !== '' && use('cache-marks');
    const withFormat = use('format');
    const withEffort = effort !== undefined && use('effort');
    const stream = use('stream');
    use('version');
    const shared = batch.shared === ''
        ? []
        : [{ type: 'text', text: batch.shared, ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}) }];
    const messages = conversation(shared, parts);
    return {
        extras,
        prefixBytes: Buffer.byteLength(batch.system) + Buffer.byteLength(batch.shared),
        bytes: Buffer.byteLength(batch.system) + textBytes(messages),
        body: {
            model,
            max_tokens: batch.answerTokens + (isThinkingOff ? 0 : thoughtTokens(facts, effort)),
            stream,
            ...(batch.system === '' ? {} : { system: [{ type: 'text', text: batch.system }] }),
            messages,
            ...(withFormat || withEffort
                ? {
                    output_config: {
                        ...(withEffort ? { effort } : {}),
                        ...(withFormat ? { format: { type: 'json_schema', schema: nativeSchema(batch.schema) } } : {}),
                    },
                }
                : {}),
            ...(isThinkingOff ? { thinking: { type: 'disabled' } } : {}),
        },
    };
}
function thoughtTokens(facts, effort) {
    if (facts === null)
        return UNKNOWN_THOUGHT_TOKENS;
    return facts.thinks ? THOUGHT_TOKENS[effort ?? 'unset'] : 0;
}
function conversation(shared, { question, repair }) {
    if (repair === null)
        return [{ role: 'user', content: [...shared, request_text(question.task)] }];
    const listed = repair.problems.slice(0, QUOTED_PROBLEMS).map((problem) => `- ${problem}`);
    // The task stands last once more: a small model answers what it read last.
    const again = `That answer could not be used:\n${listed.join('\n')}\nAnswer once more, with the JSON object alone.\n\n${question.task}`;
    const quoted = repair.text.trim().slice(0, QUOTED_ANSWER).trim();
    // The service refuses an empty turn.
    if (quoted === '')
        return [{ role: 'user', content: [...shared, request_text(again)] }];
    return [
        { role: 'user', content: [...shared, request_text(question.task)] },
        { role: 'assistant', content: [request_text(quoted)] },
        { role: 'user', content: [request_text(again)] },
    ];
}
function request_text(value) {
    return { type: 'text', text: value };
}
function textBytes(messages) {
    let bytes = 0;
    for (const { content } of messages)
        for (const block of typeof content === 'string' ? [request_text(content)] : content)
            if (block.type === 'text')
                bytes += Buffer.byteLength(block.text);
    return bytes;
}

;// CONCATENATED MODULE: ./build/src/model/retry.js

/** Tries after the first, per question, repair included (SU-34). */
const MAX_RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 16_000;
/** A server that asks for more gets this: it is the last wait that still makes sense within a question's deadline. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** Statuses that pass, each as a person says it. */
const PASSING_STATUSES = {
    408: 'request timeout',
    409: 'conflict',
    429: 'rate limit',
    529: 'overloaded',
};
/** Errors inside a stream have no status, only these names. */
const PASSING_TYPES = {
    overloaded_error: 529,
    rate_limit_error: 429,
    timeout_error: 504,
    api_error: 500,
};
const REFUSING_TYPES = { authentication_error: 401, permission_error: 403 };
/** Judges a failure by its status; inside a stream by the error's name. `sent` are the extras that the request held. */
function remedyFor(failure, sent) {
    const { type, message } = failure;
    const status = failure.status ?? PASSING_TYPES[type ?? ''] ?? REFUSING_TYPES[type ?? ''] ?? null;
    if (status === null && type === null)
        return { kind: 'retry', why: 'error', what: `no answer from the network (${message})` };
    if (status === 401 || status === 403) {
        const detail = `the model service refused the key (${status}: ${message}); check the input that holds it`;
        return { kind: 'end', why: 'key-refused', detail, everyone: true };
    }
    const isOverload = status === 429 || status === 503 || status === 529;
    const passing = status === null ? undefined : (PASSING_STATUSES[status] ?? (status >= 500 ? 'server error' : undefined));
    if (passing !== undefined)
        return { kind: 'retry', why: isOverload ? 'overloaded' : 'error', what: `${status} ${passing}` };
    const extras = status === 400 || status === 422 ? refusedExtras(message, sent) : [];
    if (extras.length > 0)
        return { kind: 'drop', extras };
    if (status === 413 || isTooLong(message))
        return {
            kind: 'end',
            why: 'too-long',
            detail: `the prompt is too long for the model (${message})`,
            everyone: false,
        };
    if (status === 404) {
        const detail = `the model service knows no such model or address (404: ${message}); check the inputs model and base-url`;
        return { kind: 'end', why: 'error', detail, everyone: true };
    }
    const detail = `the model service refused the request (${status ?? type}: ${message})`;
    return { kind: 'end', why: 'error', detail, everyone: false };
}
function isTooLong(message) {
    return /(prompt|input|request|context)\b.{0,40}\b(too long|too large|exceeds?)|(maximum|max) context|context (length|window|size)/i.test(message);
}
/**
 * Milliseconds to wait before retry `count` (1 is the first): what `Retry-After` asks for, up to a bound, else doubling
 * from a second; with jitter on top, so that questions do not come back together.
 */
function waitBefore(count, { retryAfter, now, random }) {
    const asked = parseRetryAfter(retryAfter, now);
    if (asked !== null)
        return Math.round(Math.min(asked, LONGEST_RETRY_AFTER_MS) + 250 * random());
    const backoff = Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_BACKOFF_MS);
    return Math.round(backoff * (0.75 + 0.5 * random()));
}
/** Milliseconds from `now`; seconds and HTTP dates are both in use. */
function parseRetryAfter(value, now) {
    if (value === null || value.trim() === '')
        return null;
    const seconds = Number(value);
    if (Number.isFinite(seconds))
        return Math.max(0, seconds * 1000);
    const date = Date.parse(value);
    return Number.isNaN(date) ? null : Math.max(0, date - now);
}

;// CONCATENATED MODULE: ./build/src/model/inquiry.js







/** Asks one question until it is answered or cannot be: retries and one repair turn within its deadline (SU-33, SU-34). */
async function askQuestion(question, shared) {
    const inquiry = new Inquiry(question, shared);
    return inquiry.answer();
}
class Inquiry {
    #question;
    #shared;
    #run;
    #deadline = null;
    #begunAt = null;
    #sent = {};
    #ledger;
    constructor(question, shared) {
        this.#question = question;
        this.#shared = shared;
        this.#run = shared.run;
        this.#ledger = new Ledger(shared.model);
    }
    async answer() {
        try {
            const outcome = await this.#pursue();
            const milliseconds = this.#begunAt === null ? 0 : this.#run.clock.now() - this.#begunAt;
            return { id: this.#question.id, ...this.#ledger.figures(), milliseconds, ...outcome };
        }
        finally {
            this.#deadline?.release();
        }
    }
    async #pursue() {
        let repair = null;
        let retries = 0;
        for (;;) {
            const attempt = await this.#attempt(repair);
            if (attempt.kind === 'ended')
                return attempt.outcome;
            if (attempt.kind === 'reply') {
                const verdict = this.#shared.judge(attempt.reply);
                if (verdict.kind !== 'unfit')
                    return this.#plain(verdict);
                if (repair !== null)
                    return this.#unanswered('invalid', `the answer does not fit: ${verdict.problems.join('; ')}`);
                this.#narrate('the answer does not fit what was asked for; asking once more');
                repair = { text: attempt.reply.text, problems: verdict.problems };
                continue;
            }
            const { remedy } = attempt;
            if (remedy.kind === 'drop') {
                for (const extra of remedy.extras)
                    if (this.#shared.dialect.drop(extra))
                        this.#run.narrate(`The model service does not take ${EXTRA_NAMES[extra]}; it is left out from here on.`);
                continue;
            }
            if (remedy.kind === 'end') {
                if (remedy.why === 'key-refused' && attempt.wasSent && this.#run.credentials.renew(this.#sent))
                    continue;
                const outcome = this.#unanswered(remedy.why, remedy.detail);
                if (remedy.everyone && this.#run.halt.call(outcome))
                    this.#run.narrate(`No question can be asked: ${outcome.detail}.`);
                return outcome;
            }
            retries += 1;
            const ended = await this.#wait(retries, remedy, attempt.retryAfter);
            if (ended !== null)
                return ended;
        }
    }
    /** Waits before a retry; gives the outcome when there is none. */
    async #wait(count, remedy, retryAfter) {
        const { clock, halt } = this.#run;
        if (count > MAX_RETRIES)
            return this.#unanswered(remedy.why, `${remedy.what}, still after ${MAX_RETRIES} retries`);
        const wait = waitBefore(count, { retryAfter, now: clock.now(), random: clock.random });
        const deadline = this.#deadline ?? this.#shared.deadline;
        const seconds = (wait / 1000).toFixed(1);
        if (clock.now() + wait >= deadline.at)
            return this.#unanswered(remedy.why, `${remedy.what}; a wait of ${seconds} s does not fit the deadline`);
        this.#narrate(`${remedy.what}; waiting ${seconds} s before retry ${count} of ${MAX_RETRIES}`);
        await clock.sleep(wait, AbortSignal.any([deadline.signal, halt.signal]));
        return null;
    }
    /** One call, when the batch's gate, a slot and the budget let it through. */
    async #attempt(repair) {
        const { gate } = this.#shared;
        const role = await gate.enter(this.#patience());
        if (role === null)
            return this.#ended();
        let hasBegun = false;
        try {
            const place = this.#begunAt === null ? 'behind' : 'ahead';
            if (!(await this.#run.slots.take(this.#patience(), place)))
                return this.#ended();
            try {
                return await this.#callWithin({ role, repair }, () => {
                    hasBegun = true;
                    if (role === 'warms')
                        gate.begun();
                });
            }
            finally {
                this.#run.slots.free();
            }
        }
        finally {
            if (role === 'warms' && !hasBegun)
                gate.failed();
        }
    }
    async #callWithin({ role, repair }, onBegin) {
        const deadline = this.#begin();
        if (deadline.signal.aborted || this.#run.halt.reason !== null)
            return this.#ended();
        const { batch, model, facts, effort, dialect } = this.#shared;
        const request = buildRequest({ model, facts, effort, batch, question: this.#question, dialect, repair });
        const prefix = this.#billingOf(role, request);
        const estimate = this.#run.estimator.estimate({ model, request, prefix, answerTokens: batch.answerTokens });
        const reservation = await this.#run.budget.reserve(estimate, this.#patience());
        if (reservation === null)
            return this.#ended();
        if (reservation.kind === 'denied') {
            this.#narrate(`not asked: ${reservation.detail}`);
            return { kind: 'ended', outcome: this.#unanswered('budget', reservation.detail) };
        }
        let actual = { tokens: 0, cost: 0 };
        try {
            this.#sent = await this.#run.credentials.headers(deadline.signal);
            this.#ledger.begin();
            const headers = dialect.takes('version') ? this.#sent : { ...this.#sent, 'anthropic-version': OLD_API_VERSION };
            const result = await this.#run.client.call(request.body, { headers, signal: deadline.signal, onBegin });
            actual = this.#record({ result, request, estimate, role });
            return this.#attemptOf(result, request);
        }
        catch (error) {
            if (deadline.signal.aborted)
                return this.#ended();
            if (error instanceof CredentialError)
                return { kind: 'remedy', remedy: credentialRemedy(error), retryAfter: null, wasSent: false };
            throw error;
        }
        finally {
            reservation.settle(actual);
        }
    }
    #attemptOf(result, request) {
        if (result.kind === 'aborted')
            return this.#ended();
        if (result.kind === 'reply')
            return { kind: 'reply', reply: result };
        const { status, type, message, retryAfter } = result;
        const remedy = remedyFor({ status, type, message: this.#clean(message) }, request.extras);
        return { kind: 'remedy', remedy, retryAfter, wasSent: true };
    }
    /** Adds a call to this question's figures, and gives what it took from the budget: the estimate where nobody tells. */
    #record(call) {
        const { result, request, estimate, role } = call;
        const { cache } = this.#shared;
        const requestId = result.requestId === null ? null : this.#clean(result.requestId);
        const took = this.#ledger.record(result.usage, requestId);
        // A call that was given up before its first event may have been counted by the service all the same.
        if (!result.hasBegun)
            return result.kind === 'aborted' ? estimate : { tokens: 0, cost: 0 };
        this.#run.estimator.learn(request, result.usage);
        if (role === 'follows' && request.extras.has('cache-marks') && result.usage.cacheRead !== null) {
            if (result.usage.cacheRead > 0)
                cache.reads += 1;
            else
                cache.misses += 1;
        }
        return { tokens: took.tokens ?? estimate.tokens, cost: took.cost ?? estimate.cost };
    }
    #billingOf(role, request) {
        if (!request.extras.has('cache-marks'))
            return 'input';
        if (role === 'warms')
            return 'cache-write';
        const { reads, misses } = this.#shared.cache;
        return reads === 0 && misses > 0 ? 'cache-write' : 'cache-read';
    }
    /** The question's own deadline runs from its first call on. */
    #begin() {
        if (this.#deadline !== null)
            return this.#deadline;
        const { clock, questionTimeoutMs, runDeadline } = this.#run;
        this.#begunAt = clock.now();
        this.#deadline = startDeadline(clock, Math.min(this.#begunAt + questionTimeoutMs, runDeadline));
        return this.#deadline;
    }
    /** What ends a wait that is not a call. */
    #patience() {
        return AbortSignal.any([(this.#deadline ?? this.#shared.deadline).signal, this.#run.halt.signal]);
    }
    /** Why there is no answer, where no call can tell: the run was halted, or a deadline passed. */
    #ended() {
        const { halt, runDeadline, questionTimeoutMs } = this.#run;
        if (halt.reason !== null)
            return { kind: 'ended', outcome: halt.reason };
        const isRuns = (this.#deadline?.at ?? runDeadline) === runDeadline;
        const detail = isRuns
            ? "timed out: the run's deadline (run-timeout-seconds) passed"
            : `timed out: no answer within ${questionTimeoutMs / 1000} s (timeout-seconds)`;
        return { kind: 'ended', outcome: this.#unanswered('timeout', detail) };
    }
    #unanswered(why, detail) {
        return { kind: 'unanswered', why, detail: this.#clean(detail) };
    }
    #plain(outcome) {
        return outcome.kind === 'answered' ? outcome : this.#unanswered(outcome.why, outcome.detail);
    }
    #narrate(what) {
        this.#run.narrate(`${this.#question.id}: ${this.#clean(what)}`);
    }
    /** One line without secrets: a service may repeat in its words what it was sent. */
    #clean(text) {
        const line = this.#run.credentials
            .redact(text)
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .trim();
        const points = [...line.slice(0, 2_000)];
        return points.length <= 500 ? line : `${points.slice(0, 499).join('')}…`;
    }
}
function credentialRemedy({ message, passing }) {
    if (passing)
        return { kind: 'retry', why: 'error', what: message };
    return { kind: 'end', why: 'key-refused', detail: message, everyone: true };
}

// EXTERNAL MODULE: ./build/src/core/validate.js
var validate = __webpack_require__(5503);
;// CONCATENATED MODULE: ./build/src/model/extract-json.js
/** Deeper nesting than any answer has; it keeps everything that later walks a value safe. */
const MAX_DEPTH = 100;
/** Steps per character before the search gives up: hostile text costs linear time, honest text a fraction of this. */
const STEPS_PER_CHARACTER = 24;
/**
 * The whole JSON objects that a model's text holds, in order, whatever fences, prose or `<think>` blocks stand around
 * (SU-33). A list of exactly one object is that object; any other list is none. Objects inside thoughts do not count.
 */
function extractObjects(text) {
    return new Search(text).all();
}
/** The last of them, which is the answer where there are several; null when there is none. */
function extractObject(text) {
    return extractObjects(text).at(-1) ?? null;
}
const OPEN_THOUGHT = /<think(?:ing)?>/iy;
const CLOSE_THOUGHT = /<\/think(?:ing)?>/gi;
const STRAY_CLOSE = /<\/think(?:ing)?>/iy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
class Search {
    #text;
    #steps;
    /** Starts that are known to lead nowhere, because a parse that went through them failed while they were open. */
    #dead = new Set();
    constructor(text) {
        this.#text = text;
        this.#steps = STEPS_PER_CHARACTER * text.length + 1000;
    }
    all() {
        const text = this.#text;
        let found = [];
        let at = 0;
        while (at < text.length && this.#steps > 0) {
            const character = text[at];
            if (character === '{' || character === '[') {
                const end = this.#dead.has(at) ? null : this.#endOf(at);
                if (end !== null) {
                    const value = JSON.parse(text.slice(at, end));
                    const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
                    if (isObject(object))
                        found.push(object);
                    at = end;
                    continue;
                }
            }
            else if (character === '<') {
                if (matchAt(OPEN_THOUGHT, text, at) !== null) {
                    CLOSE_THOUGHT.lastIndex = at;
                    // A thought that never ends holds no answer, and nothing comes after it.
                    if (CLOSE_THOUGHT.exec(text) === null)
                        break;
                    at = CLOSE_THOUGHT.lastIndex;
                    continue;
                }
                // Some servers' templates leave only the closing tag: all before it was thought.
                if (matchAt(STRAY_CLOSE, text, at) !== null)
                    found = [];
            }
            at += 1;
            this.#steps -= 1;
        }
        return found;
    }
    /** The index after the JSON value that begins with the bracket at `start`, or null if none ends. No recursion. */
    #endOf(start) {
        const open = [];
        let at = start;
        let expected = 'value';
        while (this.#steps > 0) {
            at = this.#afterSpace(at);
            this.#steps -= 1;
            const character = this.#text[at];
            if (expected === 'after') {
                const inObject = this.#text[open.at(-1) ?? 0] === '{';
                if (character === ',') {
                    at += 1;
                    expected = inObject ? 'key' : 'value';
                }
                else if (character === (inObject ? '}' : ']')) {
                    at += 1;
                    open.pop();
                    if (open.length === 0)
                        return at;
                }
                else
                    break;
            }
            else if (expected === 'first-key' && character === '}') {
                expected = 'after';
            }
            else if (expected === 'first-item' && character === ']') {
                expected = 'after';
            }
            else if (expected === 'first-key' || expected === 'key') {
                const colon = this.#afterKey(at);
                if (colon === null)
                    break;
                at = colon;
                expected = 'value';
            }
            else if (character === '{' || character === '[') {
                if (open.length === MAX_DEPTH)
                    break;
                open.push(at);
                at += 1;
                expected = character === '{' ? 'first-key' : 'first-item';
            }
            else {
                const end = this.#afterScalar(at);
                if (end === null)
                    break;
                at = end;
                expected = 'after';
            }
        }
        // From each of these the same parse would fail at the same place. One that was closed may still be an answer.
        for (const bracket of open)
            if (bracket !== start)
                this.#dead.add(bracket);
        return null;
    }
    #afterKey(at) {
        const end = this.#afterString(at);
        if (end === null)
            return null;
        const colon = this.#afterSpace(end);
        return this.#text[colon] === ':' ? colon + 1 : null;
    }
    #afterScalar(at) {
        if (this.#text[at] === '"')
            return this.#afterString(at);
        return this.#match(NUMBER, at) ?? this.#match(WORD, at);
    }
    #afterSpace(start) {
        let at = start;
        while (' \t\n\r'.includes(this.#text[at] ?? '-'))
            at += 1;
        this.#steps -= at - start;
        return at;
    }
    #match(sticky, at) {
        const end = matchAt(sticky, this.#text, at);
        if (end !== null)
            this.#steps -= end - at;
        return end;
    }
    #afterString(start) {
        const text = this.#text;
        if (text[start] !== '"')
            return null;
        for (let at = start + 1; at < text.length && this.#steps > 0; at += 1) {
            this.#steps -= 1;
            const code = text.charCodeAt(at);
            if (code === 0x22)
                return at + 1;
            if (code < 0x20)
                return null;
            if (code !== 0x5c)
                continue;
            at += 1;
            const escaped = text[at] ?? '';
            if (escaped === 'u') {
                if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5)))
                    return null;
                at += 4;
            }
            else if (escaped === '' || !'"\\/bfnrt'.includes(escaped))
                return null;
        }
        return null;
    }
}
function matchAt(sticky, text, at) {
    sticky.lastIndex = at;
    return sticky.test(text) ? sticky.lastIndex : null;
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./build/src/model/ladder.js


/** Judges the replies to one batch: whatever the endpoint claims, only the whole schema counts. */
function createLadder(schema) {
    const check = (0,validate/* compileSchema */.F)(schema);
    return ({ text, stopReason, refusal }) => {
        if (stopReason === 'refusal')
            return {
                kind: 'unanswered',
                why: 'refusal',
                detail: `the model refused to answer${refusal ? ` (${refusal})` : ''}`,
            };
        // Even if an object can be found in it, a cut text may have had a later one.
        if (stopReason === 'max_tokens')
            return { kind: 'unanswered', why: 'truncated', detail: 'the answer was cut off (max_tokens)' };
        if (stopReason === 'model_context_window_exceeded')
            return {
                kind: 'unanswered',
                why: 'too-long',
                detail: "the prompt and the answer exceed the model's context window",
            };
        return decode(text, check);
    };
}
function decode(text, check) {
    if (text.trim() === '')
        return { kind: 'unfit', problems: ['the answer is empty'] };
    const objects = extractObjects(text);
    const value = objects.at(-1);
    if (value === undefined)
        return { kind: 'unfit', problems: ['the answer is not one JSON object'] };
    const checked = check(value);
    if (!checked.ok)
        return { kind: 'unfit', problems: checked.problems.map(({ message }) => message) };
    // A text that quotes an answer out of the pull request beside its own must not let the quoted one win (CL-21).
    const own = JSON.stringify(value);
    const another = objects.some((object) => JSON.stringify(object) !== own && check(object).ok);
    return another
        ? { kind: 'unfit', problems: ['the answer holds several objects that fit and differ; write exactly one'] }
        : { kind: 'answered', value };
}

;// CONCATENATED MODULE: ./build/src/model/api.js












const OFFICIAL_BASE_URL = 'https://api.anthropic.com';
/**
 * The `api` runtime (SU-30). Throws a `ModelError` without a key, and a `UserError` where `max-cost-usd` bounds a model
 * whose price is unknown (SU-36) or `base-url` is no address. `detail` of an unanswered question may quote the service or
 * the model: untrusted.
 */
function createApiModel(options) {
    return createApiRuntime(options)(options);
}
/** Makes the models of one run, which share its credentials, concurrency, budgets and deadline (SU-34, SU-36). */
function createApiRuntime(options) {
    const { clock, narrate, contextTokens, maxCostUsd, maxInputTokens, questionTimeoutMs, runDeadline } = options;
    const baseUrl = parseBaseUrl(options.baseUrl);
    const run = {
        clock,
        narrate,
        client: createMessagesClient(baseUrl),
        credentials: createCredentials(options, { baseUrl, clock }),
        slots: createSlots(options.maxParallel),
        budget: createBudget({ maxInputTokens, maxCostUsd }),
        estimator: createEstimator(),
        halt: createHalt(),
        questionTimeoutMs,
        runDeadline,
    };
    const dialects = new Map();
    /** What one model of an endpoint refuses, another may take. */
    function dialectOf(model) {
        const known = dialects.get(model) ?? createDialect();
        dialects.set(model, known);
        return known;
    }
    async function ask(choice, batch, asking) {
        const model = resolveModelName(asking.model ?? choice.model);
        requirePrice(model, maxCostUsd);
        const deadline = startDeadline(clock, runDeadline);
        const shared = {
            run,
            batch,
            model,
            facts: factsOf(model),
            effort: asking.effort ?? choice.effort,
            dialect: dialectOf(model),
            gate: createGate(),
            judge: createLadder(batch.schema),
            deadline,
            cache: { reads: 0, misses: 0 },
        };
        try {
            return await Promise.all(batch.questions.map(async (question) => {
                const answer = await askQuestion(question, shared);
                asking.onAnswer?.(answer);
                return answer;
            }));
        }
        finally {
            deadline.release();
            tellUselessCache(shared);
        }
    }
    return (choice) => {
        const name = resolveModelName(choice.model);
        requirePrice(name, maxCostUsd);
        const outputPrice = factsOf(name)?.prices.output ?? null;
        return {
            name,
            outputPrice: outputPrice === null ? null : outputPrice / 1_000_000,
            roomFor: (overhead) => Math.max(0, Math.floor(contextTokens * BYTES_PER_TOKEN) - overhead),
            ask: (batch, asking = {}) => ask(choice, batch, asking),
        };
    };
}
function parseBaseUrl(given) {
    const address = (given ?? OFFICIAL_BASE_URL).trim().replace(/\/+$/, '');
    const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    if (!isAddress)
        throw new errors/* UserError */.yo(`The input base-url is not an address. Expected one like ${OFFICIAL_BASE_URL}, that /v1/messages is added to.`);
    return address;
}
function requirePrice(model, maxCostUsd) {
    if (maxCostUsd === undefined || factsOf(model) !== null)
        return;
    throw new errors/* UserError */.yo(`max-cost-usd cannot be kept: the price of the model "${model}" is not known (table of ${PRICES_DATE}). Use max-input-tokens instead.`);
}
/** One line for whoever pays: an endpoint that was asked to cache, could have, and did not. */
function tellUselessCache({ run, batch, facts, cache }) {
    if (cache.reads > 0 || cache.misses < 2)
        return;
    const prefix = run.estimator.tokens(Buffer.byteLength(batch.system) + Buffer.byteLength(batch.shared));
    if (prefix > (facts?.cacheFloor ?? 0))
        run.narrate('The model service does not cache the shared part of the prompts; every question pays for it in full.');
}


/***/ })

};
