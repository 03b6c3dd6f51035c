import type { Access } from '../accounts.ts';
import { nodeId } from '../node-id.ts';
import { pullOf } from '../pull-request.ts';
import { invalid, notFound } from '../refusal.ts';
import { type Label, type PullRequest, type Reaction, stamp, type World, type Writing } from '../state.ts';
import {
  addComment,
  checkLength,
  checkNotBlank,
  commentOf,
  editBody,
  react,
  reviewCommentOf,
  unreact,
} from '../writing.ts';
import { type Answer, type Call, numberParam, type Operations, page, textMember, type Urls } from './call.ts';
import { type Json, showLabel, showReaction, showReactions, showWriting } from './show.ts';
import { pullUrls } from './show-pull.ts';

const KEYS = ['issues', 'pull-requests'];
const READ: Access = { level: 'read', keys: KEYS, role: 'read' };
const WRITE: Access = { level: 'write', keys: KEYS, role: 'read' };
const LABEL: Access = { level: 'write', keys: KEYS, role: 'triage' };
const REPOSITORY_LABEL: Access = { level: 'write', keys: KEYS, role: 'write' };

const REPO = '/repos/{owner}/{repo}';
const ISSUE = `${REPO}/issues/{issue_number}`;
const COMMENT = `${REPO}/issues/comments/{comment_id}`;

export const conversationOperations: Operations = {
  [`GET ${ISSUE}/comments`]: { access: READ, handle: listComments },
  [`POST ${ISSUE}/comments`]: { access: WRITE, handle: createComment },
  [`GET ${COMMENT}`]: { access: READ, handle: (call) => showFound(call, 200, findComment(call)) },
  [`PATCH ${COMMENT}`]: { access: WRITE, handle: updateComment },
  [`DELETE ${COMMENT}`]: { access: WRITE, handle: deleteComment },
  [`GET ${ISSUE}/labels`]: { access: READ, handle: listLabels },
  [`POST ${ISSUE}/labels`]: { access: LABEL, handle: addLabels },
  [`DELETE ${ISSUE}/labels/{name}`]: { access: LABEL, handle: removeLabel },
  [`GET ${REPO}/labels`]: { access: READ, handle: listRepositoryLabels },
  [`POST ${REPO}/labels`]: { access: REPOSITORY_LABEL, handle: createLabel },
  [`GET ${REPO}/labels/{name}`]: {
    access: READ,
    handle: ({ world, urls, params }) => {
      const label = findLabel(world, params['name'] ?? '');
      if (label === undefined) throw notFound();
      return { status: 200, body: showLabel(urls, world.repository, label) };
    },
  },
  ...reactionOperations(ISSUE, (call) => pullOf(call.world, numberParam(call, 'issue_number'))),
  ...reactionOperations(COMMENT, (call) => findComment(call).comment),
  ...reactionOperations(
    `${REPO}/pulls/comments/{comment_id}`,
    (call) => reviewCommentOf(call.world, numberParam(call, 'comment_id')).comment,
  ),
};

function reactionOperations(path: string, find: (call: Call) => { reactions: Reaction[] }): Operations {
  return {
    [`GET ${path}/reactions`]: {
      access: READ,
      handle(call) {
        const shown = find(call).reactions.map((reaction) => showReaction(call.urls, reaction));
        const { items, headers } = page(call, shown, fill(path, call));
        return { status: 200, headers, body: items };
      },
    },
    [`POST ${path}/reactions`]: {
      access: WRITE,
      handle(call) {
        const { made, reaction } = react(call.world, call.caller, find(call), textMember(call, 'content'));
        return { status: made ? 201 : 200, body: showReaction(call.urls, reaction) };
      },
    },
    [`DELETE ${path}/reactions/{reaction_id}`]: {
      access: WRITE,
      handle(call) {
        unreact(call.caller, find(call), numberParam(call, 'reaction_id'));
        return { status: 204 };
      },
    },
  };
}

function fill(path: string, call: Call): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => call.params[name] ?? '');
}

function pullOfIssue(call: Call): PullRequest {
  return pullOf(call.world, numberParam(call, 'issue_number'));
}

/** A comment of the conversation as REST shows it. */
export function showComment(world: World, urls: Urls, pull: PullRequest, comment: Writing): Json {
  const url = pullUrls(world, urls, pull);
  const self = `${url.repository}/issues/comments/${comment.id}`;
  return {
    ...showWriting(world, urls, comment),
    node_id: nodeId('IssueComment', comment.id),
    url: self,
    html_url: `${url.html}#issuecomment-${comment.id}`,
    issue_url: url.issue,
    performed_via_github_app: null,
    reactions: showReactions(self, comment.reactions),
  };
}

function findComment(call: Call): { pull: PullRequest; comment: Writing } {
  return commentOf(call.world, numberParam(call, 'comment_id'));
}

function showFound({ world, urls }: Call, status: number, found: { pull: PullRequest; comment: Writing }): Answer {
  const body = showComment(world, urls, found.pull, found.comment);
  return { status, body, headers: status === 201 ? { location: String(body['url']) } : {} };
}

function listComments(call: Call): Answer {
  const { world, urls } = call;
  const pull = pullOfIssue(call);
  const since = call.query.get('since') ?? '';
  const found = pull.comments.filter((comment) => comment.updatedAt >= since);
  const { items, headers } = page(call, found, fill(`${ISSUE}/comments`, call));
  return { status: 200, headers, body: items.map((comment) => showComment(world, urls, pull, comment)) };
}

function createComment(call: Call): Answer {
  const pull = pullOfIssue(call);
  const comment = addComment(call.world, call.caller, pull, textMember(call, 'body'));
  return showFound(call, 201, { pull, comment });
}

function updateComment(call: Call): Answer {
  const found = findComment(call);
  const body = textMember(call, 'body');
  checkNotBlank('IssueComment', body);
  checkLength(call.world, 'IssueComment', body);
  editBody(call.world, call.caller, found.comment, body);
  return showFound(call, 200, found);
}

function deleteComment(call: Call): Answer {
  const { pull, comment } = findComment(call);
  pull.comments.splice(pull.comments.indexOf(comment), 1);
  return { status: 204 };
}

function findLabel(world: World, name: string): Label | undefined {
  return world.repository.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
}

function showLabels({ world, urls }: Call, names: readonly string[]): Json[] {
  return names.flatMap((name) => {
    const label = findLabel(world, name);
    return label ? [showLabel(urls, world.repository, label)] : [];
  });
}

function listLabels(call: Call): Answer {
  const { items, headers } = page(call, pullOfIssue(call).labels, fill(`${ISSUE}/labels`, call));
  return { status: 200, headers, body: showLabels(call, items) };
}

function addLabels(call: Call): Answer {
  const { world } = call;
  const pull = pullOfIssue(call);
  const asked = (call.body['labels'] ?? []) as (string | { name: string })[];
  for (const entry of asked) {
    const name = typeof entry === 'string' ? entry : entry.name;
    // A label that does not exist is made, in GitHub's default grey.
    const label = findLabel(world, name) ?? addLabel(world, { name, color: 'ededed', description: null });
    if (!pull.labels.includes(label.name)) pull.labels.push(label.name);
  }
  pull.updatedAt = stamp(world);
  return { status: 200, body: showLabels(call, pull.labels) };
}

function removeLabel(call: Call): Answer {
  const pull = pullOfIssue(call);
  const name = call.params['name'] ?? '';
  const index = pull.labels.findIndex((label) => label.toLowerCase() === name.toLowerCase());
  if (index < 0) throw notFound('Label does not exist');
  pull.labels.splice(index, 1);
  pull.updatedAt = stamp(call.world);
  return { status: 200, body: showLabels(call, pull.labels) };
}

function listRepositoryLabels(call: Call): Answer {
  const { world, urls } = call;
  const { items, headers } = page(call, world.repository.labels, fill(`${REPO}/labels`, call));
  return { status: 200, headers, body: items.map((label) => showLabel(urls, world.repository, label)) };
}

function createLabel(call: Call): Answer {
  const { world, urls } = call;
  const name = textMember(call, 'name');
  const color = textMember(call, 'color') || 'ededed';
  const description = call.body['description'] === undefined ? null : textMember(call, 'description');
  if (findLabel(world, name)) throw invalid('Label', 'name', 'name already exists', 'already_exists');
  if (!/^[0-9a-f]{6}$/i.test(color)) throw invalid('Label', 'color', 'color must be six hexadecimal digits', 'invalid');
  if ([...(description ?? '')].length > 100)
    throw invalid('Label', 'description', 'description is too long (maximum is 100 characters)', 'unprocessable');
  const label = addLabel(world, { name, color, description });
  return { status: 201, body: showLabel(urls, world.repository, label) };
}

/** Adds a label to the repository. */
export function addLabel(world: World, made: Omit<Label, 'id'>): Label {
  const label: Label = { id: world.nextId(), ...made };
  world.repository.labels.push(label);
  return label;
}
