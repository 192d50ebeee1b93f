import type { Change } from '#platform/audit/audit-log.ts';
import { ksql } from '#platform/database/schema.ts';
import { conflict, notFound } from '#platform/refusal.ts';

/** Locks warnings in the order of their ids, so that two changes never wait for each other. */
async function lockWarnings(change: Change, ids: readonly number[]) {
  await change.changing('consumer_warning', ...ids.toSorted((a, b) => a - b));
  const rows = await change.db
    .selectFrom('consumer_warning')
    .select(['id', 'status', 'case_id', 'dealer_id', 'product_id', 'lot_id', 'waybill_id', 'province'])
    .where('id', 'in', ids)
    .execute();
  if (rows.length < ids.length) throw notFound('consumer_warning');
  return rows;
}

/** Puts open warnings into a case; throws 409 if one is settled, or in another case. */
export async function putIntoCase(change: Change, caseId: number, ids: readonly number[]): Promise<void> {
  const rows = await lockWarnings(change, ids);
  const settled = rows.filter(({ status }) => status === 'settled').length;
  if (settled > 0) throw conflict('warning_settled', { count: settled });
  const others = rows.filter(({ case_id }) => case_id !== null && case_id !== caseId);
  if (others.length > 0) throw conflict('warning_in_case', { count: others.length });
  await change.db.updateTable('consumer_warning').set({ case_id: caseId }).where('id', 'in', ids).execute();
}

/** Takes warnings out of a case; throws 409 if one is not in it. */
export async function takeOutOfCase(change: Change, caseId: number, ids: readonly number[]): Promise<void> {
  const rows = await lockWarnings(change, ids);
  const others = rows.filter(({ case_id }) => case_id !== caseId).length;
  if (others > 0) throw conflict('warning_not_in_case', { count: others });
  await change.db.updateTable('consumer_warning').set({ case_id: null }).where('id', 'in', ids).execute();
}

type Common = Readonly<
  Record<'dealer_id' | 'product_id' | 'lot_id' | 'waybill_id', number | null> & { province: string | null }
>;

/** Keeps with a case what most of its warnings are about. */
export async function keepCommon(change: Change, caseId: number): Promise<void> {
  const { rows } = await ksql<Common>`
    select mode() within group (order by dealer_id) as dealer_id, mode() within group (order by product_id) as product_id,
      mode() within group (order by lot_id) as lot_id, mode() within group (order by waybill_id) as waybill_id,
      mode() within group (order by province) as province
    from consumer_warning where case_id = ${caseId}`.execute(change.db);
  const { dealer_id = null, product_id = null, lot_id = null, waybill_id = null, province = null } = rows[0] ?? {};
  await change.db
    .updateTable('inspect_case')
    .set({ dealer_id, product_id, lot_id, waybill_id, province, updated_at: new Date() })
    .where('id', '=', caseId)
    .execute();
}

interface Settlement {
  readonly outcome: 'right' | 'false_alarm';
  readonly reason: string;
  readonly by: number;
  readonly at: Date;
}

/** Settles the open warnings of a case as they would be one by one; resolves to their number. */
export async function settleWarnings(change: Change, caseId: number, settlement: Settlement): Promise<number> {
  const { outcome, reason, by, at } = settlement;
  const open = await change.db
    .selectFrom('consumer_warning')
    .select('id')
    .where('case_id', '=', caseId)
    .where('status', '<>', 'settled')
    .orderBy('id')
    .execute();
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await change.changing('consumer_warning', ...ids);
  // Who settles what nobody had taken has taken it.
  await change.db
    .updateTable('consumer_warning')
    .set({ owner_id: by })
    .where('id', 'in', ids)
    .where('owner_id', 'is', null)
    .execute();
  await change.db
    .updateTable('consumer_warning')
    .set({ status: 'settled', outcome, reason, settled_by: by, settled_at: at })
    .where('id', 'in', ids)
    .execute();
  await noteOn(change, ids, { step: 'settled', text: reason, by_id: by });
  return ids.length;
}

/**
 * Opens the warnings again that were settled with their case, at the moment when it was closed. One stays settled if its cause has a
 * newer open warning: a cause has one.
 */
export async function reopenWarnings(
  change: Change,
  caseId: number,
  { closedAt, reason, by }: { readonly closedAt: Date; readonly reason: string; readonly by: number },
): Promise<number> {
  const settled = await change.db
    .selectFrom('consumer_warning as w')
    .select('w.id')
    .where('w.case_id', '=', caseId)
    .where('w.settled_at', '=', closedAt)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('consumer_warning as newer')
            .select('newer.id')
            .whereRef('newer.rule', '=', 'w.rule')
            .whereRef('newer.subject', '=', 'w.subject')
            .where('newer.outcome', 'is', null),
        ),
      ),
    )
    .orderBy('w.id')
    .execute();
  const ids = settled.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await change.changing('consumer_warning', ...ids);
  await change.db
    .updateTable('consumer_warning')
    .set({ status: 'investigating', outcome: null, reason: null, settled_by: null, settled_at: null })
    .where('id', 'in', ids)
    .execute();
  await noteOn(change, ids, { step: 'reopened', text: reason, by_id: by });
  return ids.length;
}

async function noteOn(
  change: Change,
  ids: readonly number[],
  step: { readonly step: 'settled' | 'reopened'; readonly text: string; readonly by_id: number },
): Promise<void> {
  await change.db
    .insertInto('warning_step')
    .values(ids.map((warning_id) => ({ warning_id, ...step })))
    .execute();
}
