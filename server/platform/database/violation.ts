import type { Refusal } from '../refusal.ts';
import postgres from './postgres.ts';

/**
 * For `.catch`: a violation of the named constraint becomes a refusal; anything else goes on as it is. The database is
 * the judge, so two writers at once cannot both pass a check.
 */
export function violates(constraint: string, refusal: () => Refusal): (error: unknown) => never {
  return (error) => {
    if (error instanceof postgres.PostgresError && error.constraint_name === constraint) throw refusal();
    throw error;
  };
}

/** For `.catch` of a delete: a row of another table refers to the one that should go. */
export function isReferredTo(refusal: () => Refusal): (error: unknown) => never {
  return (error) => {
    if (error instanceof postgres.PostgresError && error.code === '23503') throw refusal();
    throw error;
  };
}
