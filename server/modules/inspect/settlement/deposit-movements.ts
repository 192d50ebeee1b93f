import type { Selectable } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { conflict } from '#platform/refusal.ts';
import { moneyOf } from '../money.ts';

interface Movement {
  readonly dealer_id: number;
  readonly kind: 'paid_in' | 'withheld' | 'returned' | 'reversal';
  /** Signed: negative where the deposit becomes less. */
  readonly amount: string;
  readonly currency: string;
  readonly settlement_id?: number;
  readonly reverses_id?: number;
  readonly note?: string | null;
  readonly by_id: number;
}

/** Adds movements of one dealer's deposit, which must suffice for them; throws 409 if it does not. */
export async function move(change: Change, movements: readonly Movement[]): Promise<number[]> {
  const [first] = movements;
  if (!first) return [];
  const { dealer_id, currency } = first;
  // So that two movements at once cannot both take the same money.
  await change.sql`select pg_advisory_xact_lock(hashtext('suyuan.deposit'), ${dealer_id}::int)`;
  const rows = await change.db
    .insertInto('deposit_movement')
    .values(movements.map((one) => ({ settlement_id: null, reverses_id: null, note: null, ...one })))
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  change.made('deposit_movement', ...ids);
  const balance = await depositOf(change, dealer_id, currency);
  if (balance.startsWith('-')) throw conflict('deposit_too_small', { missing: balance.slice(1), currency });
  return ids;
}

/** The deposit of a dealer in a currency. */
async function depositOf(change: Change, dealerId: number, currency: string): Promise<string> {
  const row = await change.db
    .selectFrom('deposit_movement')
    .select(ksql<string>`coalesce(sum(amount), 0)::text`.as('balance'))
    .where('dealer_id', '=', dealerId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return moneyOf(row?.balance ?? null);
}

/** Takes what a settlement withholds and gives back out of the dealer's deposit. */
export async function takeFromDeposit(
  change: Change,
  row: Selectable<Schema['dealer_settlement']>,
  { id: by_id }: { readonly id: number },
): Promise<void> {
  const { id: settlement_id, dealer_id, currency } = row;
  const shared = { dealer_id, currency, settlement_id, by_id };
  const movements = (['withheld', 'returned'] as const).flatMap((kind): Movement[] =>
    Number(row[kind]) === 0 ? [] : [{ ...shared, kind, amount: `-${moneyOf(row[kind])}` }],
  );
  await move(change, movements);
}

/** Reverses the movements of a settlement whose payment is taken back. */
export async function undoMovements(
  change: Change,
  settlementId: number,
  { reason, by }: { readonly reason: string; readonly by: number },
): Promise<void> {
  const rows = await change.db
    .selectFrom('deposit_movement as m')
    .selectAll()
    .where('m.settlement_id', '=', settlementId)
    .where('m.kind', '<>', 'reversal')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('deposit_movement as r').select('r.id').whereRef('r.reverses_id', '=', 'm.id'))),
    )
    .execute();
  await move(
    change,
    rows.map((row) => ({ ...reversalOf(row), note: reason, by_id: by, settlement_id: settlementId })),
  );
}

/** The movement that makes up for another one. */
export const reversalOf = ({ id, dealer_id, currency, amount }: Selectable<Schema['deposit_movement']>) => ({
  dealer_id,
  currency,
  kind: 'reversal' as const,
  amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
  reverses_id: id,
});
