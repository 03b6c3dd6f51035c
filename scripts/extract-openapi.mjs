// Extracts what the embedded GitHub serves from GitHub's own OpenAPI description into src/embedded/github-api.json.
//
//   cd "$(mktemp -d)" && npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-*.tgz
//   node <revi>/scripts/extract-openapi.mjs package/generated/api.github.com.json
//
// The package is 400 MB installed, so it is no dependency of ours; its extract is committed (MIT, Copyright GitHub).
import { readFileSync, writeFileSync } from 'node:fs';

const repo = '/repos/{owner}/{repo}';
const pull = `${repo}/pulls/{pull_number}`;
const review = `${pull}/reviews/{review_id}`;
const issue = `${repo}/issues/{issue_number}`;

const OPERATIONS = `
GET /rate_limit
GET /user
GET ${repo}
GET ${repo}/collaborators/{username}/permission
GET ${repo}/compare/{basehead}
GET ${repo}/contents/{path}
GET ${repo}/git/blobs/{file_sha}
GET ${repo}/commits/{ref}/status
GET ${repo}/commits/{ref}/statuses
POST ${repo}/statuses/{sha}
GET ${repo}/pulls
GET ${pull}
GET ${pull}/files
GET ${pull}/commits
GET ${pull}/requested_reviewers
POST ${pull}/requested_reviewers
DELETE ${pull}/requested_reviewers
GET ${pull}/reviews
POST ${pull}/reviews
GET ${review}
PUT ${review}
DELETE ${review}
GET ${review}/comments
POST ${review}/events
PUT ${review}/dismissals
GET ${pull}/comments
POST ${pull}/comments
POST ${pull}/comments/{comment_id}/replies
GET ${repo}/pulls/comments/{comment_id}
PATCH ${repo}/pulls/comments/{comment_id}
DELETE ${repo}/pulls/comments/{comment_id}
GET ${repo}/pulls/comments/{comment_id}/reactions
POST ${repo}/pulls/comments/{comment_id}/reactions
DELETE ${repo}/pulls/comments/{comment_id}/reactions/{reaction_id}
GET ${issue}/comments
POST ${issue}/comments
GET ${repo}/issues/comments/{comment_id}
PATCH ${repo}/issues/comments/{comment_id}
DELETE ${repo}/issues/comments/{comment_id}
GET ${repo}/issues/comments/{comment_id}/reactions
POST ${repo}/issues/comments/{comment_id}/reactions
DELETE ${repo}/issues/comments/{comment_id}/reactions/{reaction_id}
GET ${issue}/reactions
POST ${issue}/reactions
DELETE ${issue}/reactions/{reaction_id}
GET ${issue}/labels
POST ${issue}/labels
DELETE ${issue}/labels/{name}
GET ${repo}/labels
POST ${repo}/labels
GET ${repo}/labels/{name}`
  .trim()
  .split('\n');

const WEBHOOKS = [
  'issue-comment-created',
  'pull-request-edited',
  'pull-request-opened',
  'pull-request-review-comment-created',
  'pull-request-review-request-removed',
  'pull-request-review-requested',
  'pull-request-review-submitted',
  'pull-request-synchronize',
  'workflow-dispatch',
  'workflow-run-completed',
];

const PROSE = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'deprecated']);

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('usage: node scripts/extract-openapi.mjs <api.github.com.json of @octokit/openapi>');
  process.exit(2);
}
const document = JSON.parse(readFileSync(source, 'utf8'));
const $defs = {};

/** A schema of OpenAPI 3.0 as JSON Schema: references become local, prose goes, `nullable` becomes a type. */
function toJsonSchema(schema) {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  if (typeof schema.$ref === 'string') return toReference(schema.$ref);
  const made = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties')
      made[key] = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJsonSchema(member)]));
    else if (key === 'enum' || key === 'required' || key === 'default') made[key] = value;
    else if (!PROSE.has(key) && !key.startsWith('x-') && key !== 'nullable') made[key] = toJsonSchema(value);
  }
  if (schema.nullable !== true) return made;
  // GitHub writes `nullable` beside anyOf and allOf too, where a `type` to widen is missing.
  if (typeof made.type !== 'string') return { anyOf: [{ type: 'null' }, made] };
  return {
    ...made,
    type: [made.type, 'null'],
    ...(made.enum && !made.enum.includes(null) ? { enum: [...made.enum, null] } : {}),
  };
}

function toReference(reference) {
  const [, , group, name] = reference.split('/');
  if (group !== 'schemas') return toJsonSchema(document.components[group][name]);
  if (!(name in $defs)) {
    // The placeholder ends the recursion of schemas that contain themselves.
    $defs[name] = null;
    $defs[name] = toJsonSchema(document.components.schemas[name]);
  }
  return { $ref: `#/$defs/${name}` };
}

function resolved(thing) {
  if (thing?.$ref === undefined) return thing;
  const [, , group, name] = thing.$ref.split('/');
  return document.components[group][name];
}

function extractOperation(key) {
  const [method, path] = key.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`GitHub's description has no ${key}`);
  const body = resolved(operation.requestBody);
  const responses = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    const content = resolved(response).content ?? {};
    const schema = content['application/json']?.schema ?? content['application/vnd.github.object']?.schema;
    responses[status] = schema === undefined ? null : toJsonSchema(schema);
  }
  return {
    operationId: operation.operationId,
    parameters: (operation.parameters ?? []).map(resolved).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      schema: toJsonSchema(parameter.schema),
    })),
    body:
      body === undefined
        ? null
        : { required: body.required ?? false, schema: toJsonSchema(body.content['application/json'].schema) },
    responses,
  };
}

const operations = Object.fromEntries(OPERATIONS.map((key) => [key, extractOperation(key)]));
const webhooks = Object.fromEntries(
  WEBHOOKS.map((name) => [
    name,
    toJsonSchema(document['x-webhooks'][name].post.requestBody.content['application/json'].schema),
  ]),
);
// Slips of the description: GitHub sends null for a label without a description in lists of pull requests too.
$defs['pull-request-simple'].properties.labels.items.properties.description.type = ['string', 'null'];
const target = new URL('../src/embedded/github-api.json', import.meta.url);
const about = `GitHub's REST API description ${document.info.version}, the part that src/embedded serves; made by scripts/extract-openapi.mjs`;
writeFileSync(target, `${JSON.stringify({ about, operations, webhooks, $defs })}\n`);
console.log(`${OPERATIONS.length} operations, ${WEBHOOKS.length} webhooks, ${Object.keys($defs).length} schemas`);
