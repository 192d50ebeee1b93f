import {
  consumerWarning,
  consumerWarningDetail,
  type WarningStatus,
  warningAssign,
  warningOwners,
  warningSettle,
  warningStep,
  warningTake,
} from '@suyuan/contract/inspect/consumer-warning.ts';
import type { Kysely } from 'kysely';
import { areaName, provinceOfArea } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { codeOfRows } from '#trace/lookup/event-rows.ts';
import { codesOnHold, free } from '#trace/lookup/goods-on-hold.ts';
import { areasOfSale } from '#trace/state/sold-to.ts';
import { peopleOfEnterprise, personChosen } from '../people.ts';

/** 预警清单: warnings, who investigates them, and the outcome. */
export function serveWarningList(services: Services, shared: Pick<SharedServices, 'rules'>): void {
  const { routes } = services;
  const { sql } = services.system.enterprise;

  serveDeclaredList(services, consumerWarning, {
    rows: warnings,
    resolveFilters: (filters) => codeOfRows(services, shared, filters),
    defaultSort: '-fired_at',
    narrow: {
      province: (rows, area) => rows.where('consumer_warning.province', '=', provinceOfArea(area)),
      owned: (rows, value) => rows.where('consumer_warning.owner_id', value === 'yes' ? 'is not' : 'is', null),
      open: (rows, value) => rows.where('consumer_warning.status', value === 'yes' ? '<>' : '=', 'settled'),
      in_case: (rows, value) => rows.where('consumer_warning.case_id', value === 'yes' ? 'is not' : 'is', null),
      counted_as: (rows, figure) =>
        rows
          .where('consumer_warning.rule', figure === 'warned_diverted' ? '=' : '<>', 'outside_area')
          .where('consumer_warning.rule', '<>', 'overproduction')
          .where((eb) =>
            eb.or([eb('consumer_warning.outcome', 'is', null), eb('consumer_warning.outcome', '<>', 'false_alarm')]),
          ),
    },
    present: (row) => declaredRow(consumerWarning, named(row)),
  });

  routes.serve(consumerWarningDetail, async ({ id }, { db }) => {
    const row = await warnings(db).where('consumer_warning.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('consumer_warning');
    const onHold = row.code === null ? free : (await codesOnHold(sql, db, [Number(row.subject)]))(Number(row.subject));
    const areas = row.dealer_id === null ? [] : await areasOfDealer(services, row.dealer_id);
    const { param_version, limits, figures, visits, firings } = row;
    return {
      ...declaredRow(consumerWarning, named(row)),
      param_version,
      limits,
      figures,
      visits,
      firings,
      areas: areas.map(areaName),
      steps: await stepsOf(db, id),
      ...onHold,
    };
  });

  routes.change(warningTake, async ({ ids }, { account }, change) => {
    await open(change, ids);
    await set(change, ids, { status: 'taken', owner_id: account.id });
    return step(change, ids, { step: 'taken', text: null, by_id: account.id });
  });

  routes.change(warningAssign, async ({ ids, account_id }, { account }, change) => {
    const owner = await personChosen(change.db, 'account_id', account_id);
    await open(change, ids);
    await set(change, ids, { status: 'taken', owner_id: account_id });
    return step(change, ids, { step: 'assigned', text: owner.name, by_id: account.id });
  });

  routes.change(warningStep, async ({ ids, step: next, text }, { account }, change) => {
    await open(change, ids);
    if (next !== 'note') await set(change, ids, { status: next, owner_id: account.id });
    return step(change, ids, { step: next, text: text.trim(), by_id: account.id });
  });

  routes.change(warningSettle, async ({ ids, outcome, reason }, { account }, change) => {
    await open(change, ids);
    // Who settles what nobody had taken has taken it.
    await change.db
      .updateTable('consumer_warning')
      .set({ owner_id: account.id })
      .where('id', 'in', ids)
      .where('owner_id', 'is', null)
      .execute();
    const settlement = { settled_by: account.id, settled_at: new Date() };
    await set(change, ids, { status: 'settled', outcome, reason: reason.trim(), ...settlement });
    return step(change, ids, { step: 'settled', text: reason.trim(), by_id: account.id });
  });

  routes.serve(warningOwners, ({ keyword, id }, { db }) => peopleOfEnterprise(db, { keyword, id }));
}

const warnings = (db: Kysely<Schema>) =>
  db
    .selectFrom('consumer_warning')
    .leftJoin('product as p', 'p.id', 'consumer_warning.product_id')
    .leftJoin('dealer as d', 'd.id', 'consumer_warning.dealer_id')
    .leftJoin('account as o', 'o.id', 'consumer_warning.owner_id')
    .leftJoin('account as s', 's.id', 'consumer_warning.settled_by')
    .leftJoin('inspect_case as k', 'k.id', 'consumer_warning.case_id')
    .selectAll('consumer_warning')
    .select(['p.product_name', 'd.dealer_name', 'o.name as owner', 's.name as settler', 'k.case_no']);

type WarningRow = Awaited<ReturnType<ReturnType<typeof warnings>['execute']>>[number];

const named = ({ settler, ...row }: WarningRow) => ({
  ...row,
  subject: row.code ?? row.subject,
  settled_by: settler,
  settled_by_id: row.settled_by,
});

async function areasOfDealer({ system }: Services, dealer: number): Promise<readonly string[]> {
  return (await areasOfSale(system.enterprise.sql, [dealer])).get(dealer) ?? [];
}

async function stepsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('warning_step as w')
    .innerJoin('account as a', 'a.id', 'w.by_id')
    .select(['w.at', 'a.name as by', 'w.step', 'w.text'])
    .where('w.warning_id', '=', id)
    .orderBy('w.id')
    .execute();
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}

/** Locks open warnings; throws 404 if one is missing, 409 if one is settled. */
async function open(change: Change, ids: readonly number[]): Promise<void> {
  await change.changing('consumer_warning', ...ids.toSorted((a, b) => a - b));
  const rows = await change.db.selectFrom('consumer_warning').select(['id', 'status']).where('id', 'in', ids).execute();
  if (rows.length < ids.length) throw notFound('consumer_warning');
  const count = rows.filter(({ status }) => status === 'settled').length;
  if (count > 0) throw conflict('warning_settled', { count });
}

interface Changes {
  readonly status: WarningStatus;
  readonly owner_id?: number;
  readonly outcome?: 'right' | 'false_alarm';
  readonly reason?: string;
  readonly settled_by?: number;
  readonly settled_at?: Date;
}

const set = (change: Change, ids: readonly number[], values: Changes) =>
  change.db.updateTable('consumer_warning').set(values).where('id', 'in', ids).execute();

async function step(
  change: Change,
  ids: readonly number[],
  values: { readonly step: Schema['warning_step']['step']; readonly text: string | null; readonly by_id: number },
): Promise<{ changed: number }> {
  await change.db
    .insertInto('warning_step')
    .values(ids.map((warning_id) => ({ warning_id, ...values })))
    .execute();
  return { changed: ids.length };
}
