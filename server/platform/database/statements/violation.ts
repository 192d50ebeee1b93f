import postgres from '../postgres.ts';

/**
 * Whether a row was refused by the named constraint. On a cluster it is a shard's, whose number follows the name; and what
 * a worker refuses is told in a sentence alone, which holds the name in any language.
 */
export function isViolationOf(constraint: string, error: unknown): boolean {
  if (!(error instanceof postgres.PostgresError) || !error.code.startsWith('23')) return false;
  return new RegExp(`(?<!\\w)${constraint}(_\\d+)?(?!\\w)`).test(error.constraint_name ?? error.message);
}

/**
 * For `.catch`: a violation of the named constraint becomes a refusal; anything else goes on as it is. The database is
 * the judge, so two writers at once cannot both pass a check.
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
    if (error instanceof postgres.PostgresError && error.code === '23503') throw refusal();
    throw error;
  };
}
