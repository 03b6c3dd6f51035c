/** Something that the stand-in has to say about a line of code wherever it sees it. */
export type Remark = {
  /** Whether it is about a line of this file; `next` is the line below it, where that is shown. */
  readonly about: (line: { readonly path: string; readonly text: string; readonly next: string }) => boolean;
  /** Names of classes that it fits. A reviewer that has none of them does not look for such things. */
  readonly classes: readonly string[];
  readonly tag: 'must-fix' | 'suggestion' | 'could-fix';
  readonly confidence: 'high' | 'medium' | 'low';
  /** Tells remarks apart, and comes back with the question what became of it. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** The whole new line. */
  readonly replacement?: string;
};
