import { expect, test } from '@jest/globals';
import { shareSnapshot } from '../../src/actions/shared-snapshot.ts';
import type { ContextParts, PullRequestContext } from '../../src/core/pull-request.ts';
import type { Forge } from '../../src/ports.ts';

const parts = (overrides: Partial<ContextParts> = {}): ContextParts => ({
  files: [],
  folders: [],
  commits: false,
  reviews: false,
  reviewRequests: false,
  comments: 'none',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
  ...overrides,
});

/** A forge that only reads contexts, and remembers what it was asked for. */
function counting(): { forge: Forge; asked: ContextParts[] } {
  const asked: ContextParts[] = [];
  const forge = {
    readContext: async (_number: number, wanted: ContextParts) => {
      asked.push(wanted);
      return { reading: asked.length } as unknown as PullRequestContext;
    },
  } as unknown as Forge;
  return { forge, asked };
}

test('SU-6 the actions of a run read one snapshot, which holds the parts of all', async () => {
  const { forge, asked } = counting();
  const view = shareSnapshot(forge, [
    parts({ labels: true, files: ['a'] }),
    parts({ commits: true, files: ['a', 'b'] }),
  ]);

  const first = await view().readContext(1, parts({ labels: true }));
  const second = await view().readContext(1, parts({ commits: true }));

  expect(second).toBe(first);
  expect(asked).toEqual([parts({ labels: true, commits: true, files: ['a', 'b'] })]);
});

test('SU-20 an action that reads again reads anew, and the next action gets that', async () => {
  const { forge, asked } = counting();
  const view = shareSnapshot(forge, []);
  const own = view();

  const first = await own.readContext(1, parts());
  const again = await own.readContext(1, parts());

  expect(again).not.toBe(first);
  expect(await view().readContext(1, parts())).toBe(again);
  expect(asked).toHaveLength(2);
});

test('SU-6 a reading that lacks a part is not served for one that has it', async () => {
  const { forge, asked } = counting();
  const view = shareSnapshot(forge, []);

  const first = await view().readContext(1, parts({ labels: true }));
  const second = await view().readContext(1, parts({ labels: true, commits: true }));

  expect(second).not.toBe(first);
  expect(asked).toHaveLength(2);
});

test('SU-6 a reading that failed is not kept: the next action tries for itself', async () => {
  const { forge, asked } = counting();
  const failing = {
    ...forge,
    readContext: async (number: number, wanted: ContextParts) => {
      const read = await forge.readContext(number, wanted);
      if (asked.length === 1) throw new Error('502');
      return read;
    },
  };
  const view = shareSnapshot(failing, []);

  await expect(view().readContext(1, parts())).rejects.toThrow('502');
  const second = await view().readContext(1, parts());

  expect(await view().readContext(1, parts())).toBe(second);
  expect(asked).toHaveLength(2);
});
