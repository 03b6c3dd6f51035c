/** A file at the head, byte for byte; `why` says in words why there is no text (`a symbolic link`, `a binary file`). */
export type HeadFile =
  | {
      readonly kind: 'text';
      /** Six octal digits: `100644`, `100755`. */
      readonly mode: string;
      /** Its UTF-8 bytes are the file's own: checked against the blob's id. */
      readonly text: string;
    }
  | { readonly kind: 'not-text'; readonly mode: string; readonly why: string }
  | { readonly kind: 'missing' };
