import { DatabaseError } from '../driver/errors.ts';

/**
 * Whether an error is a violation of the named constraint. On Citus, a constraint of a shard has the shard's number appended,
 * and an error from a worker has the name in its message only. Rows that an INSERT … SELECT copies to the workers are refused as an
 * internal error with that message.
 */
export function isViolationOf(constraint: string, error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const isOfCopy = error.code === 'XX000' && error.message.includes('violates unique constraint');
  if (!isOfCopy && !error.code?.startsWith('23')) return false;
  return new RegExp(`(?<!\\w)${constraint}(_\\d+)?(?!\\w)`).test(error.constraint ?? error.message);
}

/**
 * For `.catch`: turns a violation of the named constraint into a refusal, and rethrows anything else. Leaving the check to the
 * database means that two concurrent writers cannot both pass it.
 */
export function violates(constraint: string, refusal: () => Error): (error: unknown) => never {
  return (error) => {
    if (isViolationOf(constraint, error)) throw refusal();
    throw error;
  };
}

/** For `.catch` of a delete: a row of another table refers to the one that should go. */
export function isReferredTo(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    if (error instanceof DatabaseError && error.code === '23503') throw refusal();
    throw error;
  };
}
