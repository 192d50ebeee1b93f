type Image = Readonly<Record<string, unknown>>;

/** A column that is not what it was. Lists tell what was taken out and put in; other values what they were and are. */
export interface Difference {
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the system keeps by itself says nothing of what somebody did. */
const kept = new Set(['id', 'created_at', 'updated_at']);

/** The columns in which two states of a row differ. A row that was made or deleted tells all that is in it. */
export function differencesOf(before: Image | null, after: Image | null): Difference[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return columns
    .filter((column) => !kept.has(column))
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

/** A secret is not in the log: a mark stands for it, which differs when the secret does. */
export const isSecret = (value: unknown): boolean => typeof value === 'string' && value.startsWith('•••');
