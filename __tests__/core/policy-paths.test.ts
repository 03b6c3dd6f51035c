import { describe, expect, test } from '@jest/globals';
import { policyPath } from '../../src/core/policy-paths.ts';
import { aFile } from './changes.ts';

describe('policyPath', () => {
  test.each([
    ['.hyperhive/review-classifier.yml', true],
    ['.hyperhive/revi.yml', true],
    ['.hyperhive/any/depth', true],
    ['.github/workflows/ci.yml', true],
    ['.github/actions/setup/action.yml', true],
    ['CODEOWNERS', true],
    ['.github/CODEOWNERS', true],
    ['docs/CODEOWNERS', true],
    ['packages/a/CODEOWNERS', true],
    ['.hyperhive', true],
    ['.github', true],
    ['.github/ISSUE_TEMPLATE/bug.md', false],
    ['.github/workflows-old/ci.yml', false],
    ['src/.github/workflows/ci.yml', false],
    ['.hyperhive-notes.md', false],
    ['docs/CODEOWNERS.md', false],
    ['docs/codeowners', false],
    ['.GitHub/Workflows/ci.yml', false],
    ['src/a.ts', false],
  ])('CL-26 %s: %s', (path, policy) => {
    expect(policyPath([aFile({ path: 'src/other.ts' }), aFile({ path })])).toBe(policy ? path : null);
  });

  test('CL-26 counts either name of a rename, and the first file', () => {
    const moved = aFile({ path: 'ci/setup.yml', previousPath: '.github/actions/setup/action.yml', status: 'renamed' });
    const owners = aFile({ path: 'CODEOWNERS', status: 'deleted' });

    expect(policyPath([aFile(), moved, owners])).toBe('.github/actions/setup/action.yml');
    expect(policyPath([owners, moved])).toBe('CODEOWNERS');
  });

  test('CL-26 does not count what was only copied from', () => {
    const copy = aFile({ path: 'ci/x.yml', previousPath: '.github/workflows/x.yml', status: 'copied' });

    expect(policyPath([copy])).toBeNull();
    expect(policyPath([])).toBeNull();
  });
});
