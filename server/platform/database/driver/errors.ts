import pg from 'pg';

/** An error that PostgreSQL answered, with its SQLSTATE. */
export const DatabaseError = pg.DatabaseError;
export type DatabaseError = InstanceType<typeof pg.DatabaseError>;

/** No connection, or one that was lost before the answer came: whether the statement was carried out is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The SQLSTATE of a statement that PostgreSQL refused because an earlier one of its transaction had failed. */
const inFailedTransaction = '25P02';
/** PostgreSQL found a prepared statement outdated, by a change of the schema, or does not know it. */
const routines = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery']);

export const isInFailedTransaction = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === inFailedTransaction;

export const isOutdated = (error: Error): boolean =>
  error instanceof DatabaseError && routines.has(error.routine ?? '');

/**
 * Whether the coordinator of a cluster could not reach another node: that one is away, or was restarted and the connection kept to it
 * is stale. Citus has no SQLSTATE for the latter. The statement was answered, so its transaction is not committed.
 */
export const isNodeLost = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (/^08/.test(error.code ?? '') || (error.code === 'XX000' && /\bconnection\b|healthy placement/.test(error.message)));

/** The error of a statement, as its caller gets it: it tells the statement, and whether it is the connection's. */
export function failureOf(error: Error, text: string): Error {
  const failure = error instanceof DatabaseError || !isOfConnection(error) ? error : connectionError(error);
  const statement = text.replaceAll(/\s+/g, ' ').trim();
  failure.stack = `${failure.stack}\n    in the statement ${statement.length > 200 ? `${statement.slice(0, 200)}…` : statement}`;
  return failure;
}

export const connectionError = (cause: Error): ConnectionError =>
  cause instanceof ConnectionError ? cause : new ConnectionError(cause.message, { cause });

/** Errors of a value that cannot be read or written are the program's own. */
const isOfConnection = (error: Error): boolean =>
  !(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError);
