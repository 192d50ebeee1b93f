import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** The column that names the rows of a table to people. */
const nameOf = {
  waybill: 'waybill_no',
  refund: 'refund_no',
  work_order: 'order_no',
  account: 'name',
  dealer: 'dealer_name',
  device_key: 'name',
} as const satisfies Partial<Record<keyof Schema, string>>;

/**
 * Names of rows by id, read through the database of the caller: row security narrows it for people of a party, so rows of
 * others have no name. Answers about codes gather ids without regard to the caller; the words in them come from here.
 */
export async function visibleNames(
  db: Kysely<Schema>,
  table: keyof typeof nameOf,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom(table as 'account')
    .select(['id', db.dynamic.ref<'name'>(nameOf[table])])
    .where('id', 'in', known)
    .execute();
  return new Map(rows.map((row) => [row.id, Object.values(row).find((value) => typeof value === 'string') as string]));
}

/** Which of these numbers are those of waybills or returns that the database shows. */
export async function visibleDocuments(db: Kysely<Schema>, numbers: Iterable<string>): Promise<ReadonlySet<string>> {
  const candidates = [...new Set(numbers)];
  if (candidates.length === 0) return new Set();
  const [waybills, refunds] = await Promise.all([
    db.selectFrom('waybill').select('waybill_no as no').where('waybill_no', 'in', candidates).execute(),
    db.selectFrom('refund').select('refund_no as no').where('refund_no', 'in', candidates).execute(),
  ]);
  return new Set([...waybills, ...refunds].map(({ no }) => no));
}
