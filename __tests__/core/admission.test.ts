import { expect, test } from '@jest/globals';
import { admissionOf } from '../../src/core/admission.ts';
import { settings } from './triage/examples.ts';

const converse = { ...settings().converse, authorizedRepliers: ['omar'], minReplierRole: 'maintainer' } as const;
const silent = { authorizedRepliers: null, minReplierRole: null };

test('CO-12 the settings decide who is admitted, and inputs that are set override them', () => {
  expect(admissionOf(silent, converse, { private: false })).toEqual({
    admission: { floor: 'maintainer', listed: ['omar'] },
  });
  const inputs = { authorizedRepliers: [], minReplierRole: 'reporter' } as const;
  expect(admissionOf(inputs, converse, { private: false })).toEqual({ admission: { floor: 'reporter', listed: [] } });
});

test('SU-14 an input that would admit everybody on a public repository is refused by name', () => {
  const inputs = { ...silent, minReplierRole: 'guest' } as const;
  expect(admissionOf(inputs, converse, { private: false })).toEqual({
    problem: expect.stringContaining('min-replier-role'),
  });
  expect(admissionOf(inputs, converse, { private: true })).toMatchObject({ admission: { floor: 'guest' } });
});
