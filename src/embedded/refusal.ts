/** GitHub's no to a request. REST shows it as a status and a body, GraphQL as an error with a `type`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly type: 'FORBIDDEN' | 'NOT_FOUND' | 'UNPROCESSABLE' | 'STALE_DATA' | 'BAD_USER_INPUT' | 'ARGUMENT_LIMIT';
  /** REST's `errors`: sentences, or objects that name a field. */
  readonly errors: readonly unknown[] | null;
  constructor(message: string, how: { status: number; type: Refused['type']; errors?: readonly unknown[] | null }) {
    super(message);
    this.status = how.status;
    this.type = how.type;
    this.errors = how.errors ?? null;
  }
}

export function notFound(message = 'Not Found'): Refused {
  return new Refused(message, { status: 404, type: 'NOT_FOUND' });
}

export function forbidden(message = 'Resource not accessible by integration'): Refused {
  return new Refused(message, { status: 403, type: 'FORBIDDEN' });
}

/** A 422 as reviews answer it: `{"message": "Unprocessable Entity", "errors": ["…"]}`. */
export function unprocessable(...sentences: string[]): Refused {
  return new Refused('Unprocessable Entity', { status: 422, type: 'UNPROCESSABLE', errors: sentences });
}

/** A 422 as most other operations answer it, naming the resource's field. */
export function invalid(resource: string, field: string, message: string, code = 'custom'): Refused {
  return new Refused('Validation Failed', {
    status: 422,
    type: 'UNPROCESSABLE',
    errors: [{ resource, code, field, message }],
  });
}

/** What a refusal says in one sentence, for GraphQL. */
export function sentenceOf(refused: Refused): string {
  const said = refused.errors?.map((error) =>
    typeof error === 'string' ? error : String((error as { message?: unknown }).message ?? ''),
  );
  return said === undefined || said.length === 0 ? refused.message : said.join(', ');
}
