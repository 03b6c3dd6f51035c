import { CODEX, RABBIT } from './sample-findings.ts';
import type { WorldDescription } from './world.ts';

/** Number of the demo's pull request. */
export const SAMPLE_NUMBER = 12;

/** The reviewer whose request starts the classifier. */
export const REVIEWER = 'review-classifier';

/** Who may approve the demo's pull request, and is not its author. */
export const MAINTAINER = 'kofi';

/** Where a repository has its rules. */
export const RULES_PATH = '.hyperhive/review-classifier.yml';

/** Where it has the settings of the suite. */
export const SETTINGS_PATH = '.hyperhive/revi.yml';

const RULES = `classifications:
  - name: retries are bounded
    description: >-
      A request that the change sends again after a failure has a bounded number of attempts, with a pause between the
      attempts.
    polarity: positive
    threshold: 50
  - name: tests with logic
    description: Changed business logic comes with a test that would fail without the change.
    polarity: positive
    threshold: 50
  - name: secrets in logs
    description: The change writes a password, an api key, a token or another secret to a log or console.
    polarity: negative
    threshold: 50
  - name: schema migration
    description: The change alters a database table or column without a migration.
    polarity: negative
    threshold: 90
`;

/**
 * Whom the bot may call, areas of its own, the rationale of a ranking as a comment, and whose threads are settled; everything else
 * is the default.
 */
const SETTINGS = `maintainers: [${MAINTAINER}]
triage:
  areas:
    - name: "area: carriers"
      description: What is asked of carriers, and how.
      paths: ["parcels/carrier.py"]
    - name: "area: tests"
      description: The project's own tests.
      paths: ["tests/**"]
  comment: true
review_bots:
  logins: ["${CODEX}", "${RABBIT}"]
`;

const CARRIER = `"""Where is my parcel? Asks the carrier's HTTP interface."""

from dataclasses import dataclass

import httpx


class CarrierError(Exception):
    """The carrier did not tell."""


@dataclass(frozen=True)
class Carrier:
    client: httpx.Client
    api_key: str

    def locate(self, parcel_id: str) -> dict:
        response = self.client.get(f"/parcels/{parcel_id}", headers={"authorization": f"Bearer {self.api_key}"})
        if response.is_error:
            raise CarrierError(f"carrier answered {response.status_code}")
        return response.json()
`;

const CARRIER_AFTER = CARRIER.replace('import httpx\n', 'import httpx\n\nfrom parcels.retry import retry\n').replace(
  /response = [\s\S]*$/,
  `return retry(lambda: self._ask(parcel_id), on=CarrierError, attempts=3, pause_s=0.5)

    def _ask(self, parcel_id: str) -> dict:
        response = self.client.get(f"/parcels/{parcel_id}", headers={"authorization": f"Bearer {self.api_key}"})
        if response.status_code >= 500:
            raise CarrierError(f"carrier answered {response.status_code}")
        return response.json()
`,
);

/** The sample's file as its first pull request leaves it, and the author's next commit: it heals one thing and breaks another. */
export const SAMPLE_PUSH = {
  path: 'parcels/carrier.py',
  before: CARRIER_AFTER,
  message: 'Raise for every error of the carrier, and log it',
  after: CARRIER_AFTER.replace(
    'from dataclasses import dataclass\n',
    'import logging\nfrom dataclasses import dataclass\n',
  )
    .replace('import retry\n', 'import retry\n\nlog = logging.getLogger(__name__)\n')
    .replace(
      '        if response.status_code >= 500:\n',
      `        if response.is_error:
            log.warning("carrier answered %s to %s", response.status_code, response.request.headers)
`,
    ),
} as const;

const RETRY = `"""Asks again, but not forever."""

from collections.abc import Callable
from time import sleep
from typing import TypeVar

T = TypeVar("T")


def retry(request: Callable[[], T], *, on: type[Exception], attempts: int, pause_s: float) -> T:
    """Runs a request until it succeeds or the attempts are used up; the pause doubles after every failure."""
    for attempt in range(1, attempts + 1):
        try:
            return request()
        except on:
            if attempt == attempts:
                raise
            sleep(pause_s * 2 ** (attempt - 1))
    raise ValueError("attempts must be at least 1")
`;

const RETRY_TEST = `import pytest

from parcels.retry import retry


def test_gives_up_after_the_last_attempt():
    calls = []

    def failing():
        calls.append(1)
        raise TimeoutError

    with pytest.raises(TimeoutError):
        retry(failing, on=TimeoutError, attempts=3, pause_s=0)
    assert len(calls) == 3
`;

const BODY = 'The carrier drops about one request in a hundred. We ask up to three times.';

/** The same from an agent that works with somebody's account: the last line says so. */
export const AGENT_BODY = `${BODY}\n\n— hive: agent=coder`;

/** A small repository with rules of its own and one pull request: a service that follows parcels learns to ask again. */
export const SAMPLE: WorldDescription = {
  owner: 'acme',
  name: 'parcel-tracker',
  collaborators: { mia: 'write', [MAINTAINER]: 'maintain', [REVIEWER]: 'read' },
  files: {
    'README.md': '# parcel-tracker\n\nFollows parcels through the hands of their carriers.\n',
    [RULES_PATH]: RULES,
    [SETTINGS_PATH]: SETTINGS,
    'pyproject.toml': '[project]\nname = "parcel-tracker"\nversion = "1.4.0"\ndependencies = ["httpx>=0.28"]\n',
    'parcels/__init__.py': '',
    'parcels/carrier.py': CARRIER,
  },
  pull: {
    number: SAMPLE_NUMBER,
    title: 'Ask the carrier again when it is briefly away',
    body: BODY,
    author: 'mia',
    head: 'retry-carrier',
    commits: [
      {
        message: 'Ask the carrier again when it is briefly away\n\nThree attempts, half a second and a second apart.',
        files: { 'parcels/retry.py': RETRY, 'parcels/carrier.py': CARRIER_AFTER },
      },
      { message: 'Test that retrying gives up', files: { 'tests/test_retry.py': RETRY_TEST } },
    ],
  },
};
