import { SIGNATURE } from './change-words.ts';
import type { Remark } from './remark.ts';

const PROSE = /\.(md|mdx|rst|txt|adoc)$/i;
const TESTS = /(^|\/)(tests?|__tests__|spec|fixtures?|examples?)\/|[._-](test|spec)\./i;

/** What words alone can find in anybody's code; each says that nothing was understood. */
export const WORD_REMARKS: readonly Remark[] = [
  {
    about: ({ path, text }) => !PROSE.test(path) && /\b(TODO|FIXME|XXX)\b/.test(text),
    classes: ['maintainability', 'missing'],
    tag: 'could-fix',
    confidence: 'high',
    title: 'Something is left to do',
    why: `${SIGNATURE}it found TODO, FIXME or XXX, and does not know whether it can wait.`,
    fix: 'Do it, or name the issue that will.',
  },
  {
    about: ({ path, text }) => !PROSE.test(path) && !TESTS.test(path) && /\bconsole\.(log|debug)\(/.test(text),
    classes: ['maintainability'],
    tag: 'could-fix',
    confidence: 'medium',
    title: 'Output that looks like a trace of debugging',
    why: `${SIGNATURE}it found console.log or console.debug, which in a command-line tool is no mistake.`,
    fix: 'Take it out, or use the logger.',
  },
  {
    about: ({ path, text, next }) => {
      const found = /\bcatch\b[^{}]*\{\s*\}|^\s*except\b[^:]*:\s*pass\b/.exec(`${text}\n${next}`);
      return !PROSE.test(path) && !TESTS.test(path) && found !== null && found.index < text.length;
    },
    classes: ['error-handling', 'errors'],
    tag: 'must-fix',
    confidence: 'medium',
    title: 'An error is caught, and nothing is done with it',
    why: `${SIGNATURE}it found a handler without a statement, and does not know whether the error may be ignored.`,
    fix: 'Handle it, or say in a comment why it may be ignored.',
  },
  {
    about: ({ path, text }) =>
      !PROSE.test(path) && !TESTS.test(path) && /["'`]https?:\/\/(?!localhost|127\.|www\.w3\.org)[^"'`]+/.test(text),
    classes: ['maintainability'],
    tag: 'could-fix',
    confidence: 'medium',
    title: 'An address stands in the code',
    why: `${SIGNATURE}it found a URL in quotes, and does not know whether anybody would want to set another.`,
    fix: 'Take it from the configuration if it differs between installations.',
  },
];
