import type { Account } from './account.ts';
import { UserError } from './errors.ts';
import type { EventComment, EventPullRequest, Trigger } from './event.ts';

/**
 * What started the run, from the event's name and its payload as it was read. `pull_request_target` and every event that
 * no action knows are `other`. Throws a `UserError` that names the event and the field where a payload is not GitHub's.
 */
export function parseEvent(name: string, payload: unknown): Trigger {
  switch (name) {
    case 'pull_request':
      return parsePullRequestEvent(rootOf(name, payload));
    case 'issue_comment':
      return parseIssueComment(rootOf(name, payload));
    case 'pull_request_review_comment':
      return parseThreadComment(rootOf(name, payload));
    case 'pull_request_review':
      return parseReview(rootOf(name, payload));
    case 'workflow_dispatch':
      return parseDispatch(rootOf(name, payload));
    case 'schedule':
      return { kind: 'schedule' };
    case 'workflow_run':
      return parseWorkflowRun(rootOf(name, payload));
    default:
      return {
        kind: 'other',
        name,
        action: isRecord(payload) && typeof payload['action'] === 'string' ? payload['action'] : '',
      };
  }
}

function parsePullRequestEvent(event: Place): Trigger {
  const action = event.text('action');
  const requested = action === 'review_requested' || action === 'review_request_removed';
  return {
    kind: 'pull-request',
    action,
    pullRequest: parsePullRequest(event.record('pull_request')),
    sender: parseAccount(event.optional('sender')),
    reviewer: requested ? parseReviewer(event) : null,
    // GitHub lists what an edit changed; the base is there only if it is another one.
    baseChanged: action === 'edited' && event.optional('changes')?.has('base') === true,
  };
}

/** A user or a team, never both; null when the reviewer's account is gone. */
function parseReviewer(event: Place): { readonly kind: 'user' | 'team'; readonly name: string } | null {
  const team = event.optional('requested_team');
  if (team !== null) return { kind: 'team', name: team.text('slug') };
  const user = event.optional('requested_reviewer');
  return user === null ? null : { kind: 'user', name: user.text('login') };
}

function parseIssueComment(event: Place): Trigger {
  const issue = event.record('issue');
  return {
    kind: 'comment',
    action: event.text('action'),
    number: issue.id('number'),
    onPullRequest: issue.optional('pull_request') !== null,
    state: issue.openOrClosed('state'),
    comment: parseComment(event.record('comment')),
  };
}

function parseThreadComment(event: Place): Trigger {
  const comment = event.record('comment');
  return {
    kind: 'thread-comment',
    action: event.text('action'),
    pullRequest: parsePullRequest(event.record('pull_request')),
    comment: parseComment(comment),
    inReplyTo: comment.has('in_reply_to_id') ? comment.id('in_reply_to_id') : null,
  };
}

function parseReview(event: Place): Trigger {
  return {
    kind: 'review',
    action: event.text('action'),
    pullRequest: parsePullRequest(event.record('pull_request')),
    author: parseAccount(event.record('review').optional('user')),
  };
}

function parseDispatch(event: Place): Trigger {
  const inputs = event.optional('inputs');
  return {
    kind: 'dispatch',
    sender: parseAccount(event.optional('sender')),
    pullRequest: inputs?.has('pull-request') ? inputs.textOrNumber('pull-request').trim() : '',
  };
}

function parseWorkflowRun(event: Place): Trigger {
  const run = event.record('workflow_run');
  const repository = run.optional('head_repository');
  return {
    kind: 'workflow-run',
    action: event.text('action'),
    startedBy: run.text('event'),
    headRepository:
      repository === null ? null : { owner: repository.record('owner').text('login'), name: repository.text('name') },
    headBranch: run.has('head_branch') ? run.text('head_branch') : null,
    // Compared with heads and nothing else, so that what is no commit belongs to no pull request (SU-16).
    headSha: run.anything('head_sha'),
  };
}

function parsePullRequest(place: Place): EventPullRequest {
  const head = place.record('head');
  const headRepository = head.optional('repo');
  return {
    number: place.id('number'),
    state: place.openOrClosed('state'),
    // Payloads about reviews left it out in older releases of GitHub Enterprise Server.
    draft: place.has('draft') ? place.flag('draft') : false,
    author: parseAccount(place.optional('user')),
    updatedAt: place.time('updated_at'),
    head: head.commit('sha'),
    baseRef: place.record('base').text('ref'),
    base: place.record('base').commit('sha'),
    fork: headRepository === null || headRepository.id('id') !== place.record('base').record('repo').id('id'),
  };
}

function parseComment(place: Place): EventComment {
  return {
    id: place.id('id'),
    body: place.has('body') ? place.text('body') : '',
    author: parseAccount(place.optional('user')),
    createdAt: place.time('created_at'),
  };
}

/** Null for an account that is gone. Whatever is not a Bot counts as a person: User, Organization, Mannequin (SU-13). */
function parseAccount(place: Place | null): Account | null {
  if (place === null) return null;
  return { login: place.text('login'), type: place.text('type') === 'Bot' ? 'Bot' : 'User', id: place.id('id') };
}

function rootOf(event: string, payload: unknown): Place {
  if (!isRecord(payload)) throw garbled(event, '', 'an object', payload);
  return new Place(event, '', payload);
}

/** One object of the payload: reads its fields by kind, and says which field of which event has another. */
class Place {
  readonly #event: string;
  readonly #path: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(event: string, path: string, fields: Readonly<Record<string, unknown>>) {
    this.#event = event;
    this.#path = path;
    this.#fields = fields;
  }

  /** Whether a field is there and not null. */
  has(key: string): boolean {
    const value = this.#get(key);
    return value !== undefined && value !== null;
  }

  record(key: string): Place {
    return new Place(this.#event, `${this.#path}${key}.`, this.#read(key, 'an object', isRecord));
  }

  /** An object that may be missing or null. */
  optional(key: string): Place | null {
    return this.has(key) ? this.record(key) : null;
  }

  text(key: string): string {
    return this.#read(key, 'a text', isText);
  }

  /** Whatever stands there, as text; '' for nothing. */
  anything(key: string): string {
    return String(this.#get(key) ?? '');
  }

  textOrNumber(key: string): string {
    return String(this.#read(key, 'a text or a whole number', isTextOrNumber));
  }

  /** A positive whole number: an id, or a pull request's number. */
  id(key: string): number {
    return this.#read(key, 'a whole number above 0', isId);
  }

  flag(key: string): boolean {
    return this.#read(key, 'true or false', isFlag);
  }

  time(key: string): string {
    return this.#read(key, 'a time in ISO 8601', isTime);
  }

  commit(key: string): string {
    return this.#read(key, 'a commit of 40 hex digits', isCommit);
  }

  openOrClosed(key: string): 'open' | 'closed' {
    return this.#read(key, "'open' or 'closed'", isOpenOrClosed);
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  #read<T>(key: string, expected: string, accepts: (value: unknown) => value is T): T {
    const value = this.#get(key);
    if (accepts(value)) return value;
    throw garbled(this.#event, `${this.#path}${key}`, expected, value);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isTextOrNumber(value: unknown): value is string | number {
  return isText(value) || Number.isSafeInteger(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isOpenOrClosed(value: unknown): value is 'open' | 'closed' {
  return value === 'open' || value === 'closed';
}

function isTime(value: unknown): value is string {
  return isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));
}

function isCommit(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{40}$/.test(value);
}

function garbled(event: string, field: string, expected: string, value: unknown): UserError {
  const found =
    value === undefined ? 'nothing' : value === null ? 'null' : isRecord(value) ? 'an object' : kindOf(value);
  const place = field === '' ? 'is not usable' : `has no usable '${field}'`;
  return new UserError(
    `The payload of event '${event}' ${place}: expected ${expected}, found ${found}. Please run the action on the event as GitHub sent it.`,
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
