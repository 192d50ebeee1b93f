import { dealerAccount, deposit, depositAdd, depositReverse } from '@suyuan/contract/inspect/case/deposit.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { currencyOf, moneyOf } from '../money.ts';
import { accountOf } from './dealer-account.ts';
import { move, reversalOf } from './deposit-movements.ts';

/** 押金: movements of dealers' deposits, and what they come to for one dealer. */
export default function serveDeposits(services: Services): void {
  const { routes } = services;

  serveDeclaredList(services, deposit, {
    rows: movements,
    defaultSort: '-created_at',
    present: (row) => declaredRow(deposit, { ...row, amount: signed(row.amount), reversed: row.reversed === true }),
  });

  routes.change(depositAdd, async ({ dealer_id, kind, amount, note }, { account }, change) => {
    const dealer = await change.db.selectFrom('dealer').select('id').where('id', '=', dealer_id).executeTakeFirst();
    if (!dealer) throw badInput({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
    if (Number(amount) === 0) throw badInput({ path: 'amount', reason: 'too_small', params: { limit: 0.01 } });
    const currency = await currencyOf(change.db);
    const movement = { dealer_id, kind, currency, note: note?.trim() || null, by_id: account.id };
    const [id] = await move(change, [{ ...movement, amount: kind === 'paid_in' ? amount : `-${amount}` }]);
    return { id: id as number };
  });

  routes.change(depositReverse, async ({ id, reason }, { account }, change) => {
    await change.changing('deposit_movement', id);
    const row = await change.db.selectFrom('deposit_movement').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('deposit_movement');
    if (row.settlement_id !== null) throw conflict('deposit_of_settlement');
    const reversal = await change.db
      .selectFrom('deposit_movement')
      .select('id')
      .where('reverses_id', '=', id)
      .executeTakeFirst();
    if (reversal || row.kind === 'reversal') throw conflict('deposit_reversed');
    const [made] = await move(change, [{ ...reversalOf(row), note: reason.trim(), by_id: account.id }]);
    return { id: made as number };
  });

  routes.serve(dealerAccount, ({ dealer_id }, { db }) => accountOf(db, services.timeZone(), dealer_id));
}

const movements = (db: Kysely<Schema>) =>
  db
    .selectFrom('deposit_movement')
    .innerJoin('dealer as d', 'd.id', 'deposit_movement.dealer_id')
    .innerJoin('account as a', 'a.id', 'deposit_movement.by_id')
    .leftJoin('dealer_settlement as s', 's.id', 'deposit_movement.settlement_id')
    .selectAll('deposit_movement')
    .select(['d.dealer_name', 'a.name as by', 's.settlement_no'])
    .select(
      ksql<boolean>`(deposit_movement.kind = 'reversal'
        or exists (select from deposit_movement r where r.reverses_id = deposit_movement.id))`.as('reversed'),
    );

const signed = (amount: string): string => (amount.startsWith('-') ? `-${moneyOf(amount.slice(1))}` : moneyOf(amount));
