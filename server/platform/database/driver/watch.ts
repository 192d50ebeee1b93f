/** Told of statements that take long; what each was sent in the course of is asked as it is sent. */
export interface StatementWatch<Context = unknown> {
  /** In milliseconds. */
  readonly threshold: number;
  context(): Context;
  statement(text: string, milliseconds: number, context: Context): void;
}

/** The watch of a pool, which may be set after its first connections are made. */
export interface Watched {
  watch: StatementWatch | undefined;
}
