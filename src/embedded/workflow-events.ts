import { accountOf } from './accounts.ts';
import { commonPart, type Event, type EventSource } from './events.ts';
import { isFork, pullOf } from './pull-request.ts';
import type { Json } from './rest/show.ts';
import { pullUrls } from './rest/show-pull.ts';
import { showRepository } from './rest/show-repository.ts';
import type { PullRequest } from './state.ts';

/** `workflow_dispatch`. */
export function dispatchEvent(source: EventSource, sender: string, inputs: { readonly [name: string]: string }): Event {
  const ref = `refs/heads/${source.world.repository.defaultBranch}`;
  return {
    name: 'workflow_dispatch',
    payload: { inputs, ref, workflow: '.github/workflows/revi.yml', ...commonPart(source, sender) },
  };
}

/** `schedule`, whose payload GitHub does not describe: the line of the workflow, and the repository. */
export function scheduleEvent(source: EventSource, schedule = '0 5 * * *'): Event {
  const { repository } = commonPart(source, source.world.repository.owner);
  return { name: 'schedule', payload: { schedule, workflow: '.github/workflows/revi.yml', repository } };
}

/** `workflow_run`: the run that a pull request's own event started is over. */
export function workflowRunEvent(
  source: EventSource,
  number: number,
  run: { readonly event?: string; readonly headSha?: string; readonly conclusion?: string } = {},
): Event {
  const { world, urls } = source;
  const pull = pullOf(world, number);
  const { repository, sender } = commonPart(source, pull.author?.login ?? 'ghost');
  const url = `${urls.api}/repos/${world.repository.owner}/${world.repository.name}`;
  const html = `${urls.html}/${world.repository.owner}/${world.repository.name}`;
  const head = pull.headRepository;
  const workflow = {
    id: 5001,
    node_id: 'W_kwNTAwMQ',
    name: 'trigger',
    path: '.github/workflows/trigger.yml',
    state: 'active',
    created_at: world.repository.createdAt,
    updated_at: world.repository.createdAt,
    url: `${url}/actions/workflows/5001`,
    html_url: `${html}/blob/main/.github/workflows/trigger.yml`,
    badge_url: `${html}/workflows/trigger/badge.svg`,
  };
  const self = `${url}/actions/runs/6001`;
  const at = pull.updatedAt;
  return {
    name: 'workflow_run',
    payload: {
      action: 'completed',
      workflow,
      workflow_run: {
        id: 6001,
        node_id: 'WFR_kwNjAwMQ',
        name: workflow.name,
        display_title: pull.title,
        path: workflow.path,
        workflow_id: workflow.id,
        workflow_url: workflow.url,
        event: run.event ?? 'pull_request',
        status: 'completed',
        conclusion: run.conclusion ?? 'success',
        head_branch: pull.headRef,
        head_sha: run.headSha ?? pull.head,
        head_commit: {
          id: pull.head,
          tree_id: pull.head,
          message: pull.title,
          timestamp: at,
          author: { name: 'mia', email: 'mia@users.noreply.github.com' },
          committer: { name: 'GitHub', email: 'noreply@github.com' },
        },
        head_repository:
          head === null ? null : showRepository(world, urls, { owner: accountOf(world, head.owner), name: head.name }),
        repository,
        // Of a fork's run GitHub lists no pull requests, so nobody may rely on them.
        pull_requests: isFork(world, pull) ? [] : [showRunPull(source, pull)],
        run_number: 12,
        run_attempt: 1,
        run_started_at: at,
        created_at: at,
        updated_at: at,
        actor: sender,
        triggering_actor: sender,
        check_suite_id: 7001,
        check_suite_node_id: 'CS_kwNzAwMQ',
        previous_attempt_url: null,
        referenced_workflows: [],
        url: self,
        html_url: `${html}/actions/runs/6001`,
        jobs_url: `${self}/jobs`,
        logs_url: `${self}/logs`,
        artifacts_url: `${self}/artifacts`,
        cancel_url: `${self}/cancel`,
        rerun_url: `${self}/rerun`,
        check_suite_url: `${url}/check-suites/7001`,
      },
      repository,
      sender,
    },
  };
}

function showRunPull(source: EventSource, pull: PullRequest): Json {
  const { world, urls } = source;
  const repo = { id: world.repository.id, name: world.repository.name, url: pullUrls(world, urls, pull).repository };
  const base = world.branches.get(pull.baseRef) ?? '';
  return {
    id: pull.id,
    number: pull.number,
    url: pullUrls(world, urls, pull).pull,
    head: { ref: pull.headRef, sha: pull.head, repo },
    base: { ref: pull.baseRef, sha: base, repo },
  };
}
