type Image = Readonly<Record<string, unknown>>;

/** A changed column. Of lists, `before` has the removed items and `after` the added ones; of other values, the whole values. */
export interface Difference {
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Columns maintained by the system, which say nothing of what a person did. */
const systemColumns = new Set(['id', 'created_at', 'updated_at']);

/** The columns in which two versions of a row differ. A created or deleted row has all its columns. */
export function differencesOf(before: Image | null, after: Image | null): Difference[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return columns
    .filter((column) => !systemColumns.has(column))
    .map((column) => ({ column, before: before?.[column] ?? null, after: after?.[column] ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
    .filter(({ before: was, after: is }) => !isNothing(was) || !isNothing(is))
    .map(withoutWhatStayed)
    .toSorted((one, other) => one.column.localeCompare(other.column));
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function withoutWhatStayed(difference: Difference): Difference {
  const { column, before, after } = difference;
  if (!Array.isArray(before) || !Array.isArray(after)) return difference;
  return {
    column,
    before: before.filter((item) => !after.includes(item)),
    after: after.filter((item) => !before.includes(item)),
  };
}

/** The log has a mark instead of a secret; the mark changes if the secret does. */
export const isSecret = (value: unknown): boolean => typeof value === 'string' && value.startsWith('•••');
