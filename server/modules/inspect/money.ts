import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** An amount as calls have it: with two places, whatever the database has kept. */
export function moneyOf(amount: string | number | null): string {
  const [whole = '0', places = ''] = `${amount ?? 0}`.split('.');
  return `${whole}.${places.padEnd(2, '0').slice(0, 2)}`;
}

/** The currency of the enterprise. */
export async function currencyOf(db: Kysely<Schema>): Promise<string> {
  const row = await db.selectFrom('enterprise').select('currency').executeTakeFirst();
  return row?.currency ?? 'CNY';
}
