import type { HeadFile } from '../../../src/core/reconcile/head-file.ts';
import type { SurveyedThread } from '../../../src/core/reconcile/survey.ts';

/** A text file of a head. */
export function textFile(text: string, mode = '100644'): HeadFile {
  return { kind: 'text', mode, text };
}

/** Files of a head by path; a plain text is one of mode 100644. */
export function headOf(files: Readonly<Record<string, string | HeadFile>>): ReadonlyMap<string, HeadFile> {
  return new Map(Object.entries(files).map(([path, file]) => [path, typeof file === 'string' ? textFile(file) : file]));
}

/** A thread of a review bot with good defaults. */
export function aThread(over: Partial<SurveyedThread> = {}): SurveyedThread {
  return {
    id: 'PRRT_1',
    path: 'src/tides.py',
    line: 8,
    startLine: null,
    side: 'RIGHT',
    resolved: false,
    outdated: false,
    comments: [aComment()],
    resolvedBy: null,
    viewerCanReply: true,
    viewerCanResolve: true,
    viewerCanUnresolve: false,
    ...over,
  };
}

/** A comment of a review bot with good defaults. */
export function aComment(over: Partial<SurveyedThread['comments'][number]> = {}): SurveyedThread['comments'][number] {
  return {
    id: 1,
    nodeId: 'PRRC_1',
    author: { login: 'coderabbitai', type: 'Bot', id: 136622811 },
    editor: null,
    body: 'Add a day after the last high water.',
    url: 'https://github.com/acme/tides/pull/31#discussion_r1',
    createdAt: '2030-01-31T09:05:00Z',
    ...over,
  };
}

/** The file that most tests edit: twelve lines. */
export const TIDES = `from datetime import datetime, timedelta


def next_high(times, now):
    for t in times:
        if t > now:
            return t
    return times[0]


def minutes_until(times, now):
    return (next_high(times, now) - now).seconds // 60
`;
