import { arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { type Kysely, sql } from 'kysely';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';

/** Serves the list of waybills that are on their way, or of which something is still missing. */
export default function serveArrivals(services: Services): void {
  const { system } = services;

  serveDeclaredList(services, arrival, {
    rows: (db, { keeper, outside }: Resolved) => arrivals(db, { keeper, outside }, services.timeZone()),
    handlesFilters: ['keeper', 'outside'],
    // What goes outside, the enterprise signs for.
    resolveFilters: async ({ destination }, { account }): Promise<Resolved> => ({
      ...(destination === 'mine' ? { keeper: account.id } : {}),
      outside: isOfEnterprise(account),
    }),
    narrow: {
      keyword: heldIn('waybill.waybill_no', 'waybill.carrier', 'waybill.plate', 'waybill.driver', 'waybill.seal_no'),
      destination: (rows, destination) =>
        destination === 'outside'
          ? rows.where(isOutside)
          : destination === 'ours'
            ? rows.where((eb) => eb.or([eb('to_w.id', 'is not', null), eb('to_f.id', 'is not', null)]))
            : rows.where('to_d.id', destination === 'dealers' ? 'is not' : 'is', null),
      late: (rows, late) => rows.where(isLate(services.timeZone()), '=', late),
    },
    defaultSort: 'planned_day',
    complete: async (rows) => withAmounts(system.codes.sql, await withLines(system.codes.sql, rows)),
    completeExports: true,
    present: ({ from_warehouse_name, dealer_name, to_warehouse_name, to_factory_name, ...row }) =>
      declaredRow(arrival, {
        ...row,
        from_name: from_warehouse_name,
        to_name: dealer_name ?? to_warehouse_name ?? to_factory_name ?? row.receiver,
        due_units: row.blind ? null : row.due_units,
        due_packages: row.blind ? null : row.due_packages,
      }),
  });
}

interface Resolved {
  /** Only what this account or nobody keeps. */
  readonly keeper?: number | undefined;
  readonly outside?: boolean | undefined;
}

/** It goes to a named receiver, for whom the warehouse signs that the goods were taken over. */
const isOutside = sql<boolean>`(waybill.to_warehouse_id is null and waybill.to_dealer_id is null and waybill.to_factory_id is null)`;

/** What has left for somebody who counts it, and has not arrived as a whole. */
const arrivals = (db: Kysely<Schema>, { keeper, outside = false }: Resolved, timeZone: string) =>
  waybills(db)
    .leftJoin('arrival_count as counting', (join) =>
      join.onRef('counting.waybill_id', '=', 'waybill.id').on('counting.signed_at', 'is', null),
    )
    .select([
      sql<'none' | 'counting' | 'completed'>`case when counting.id is null then 'none'
        when counting.completed_at is null then 'counting' else 'completed' end`.as('count_state'),
      sql<boolean>`coalesce(to_w.blind_count, false)`.as('blind'),
      isLate(timeZone).as('late'),
      // Filled in later by `withAmounts`.
      sql<number>`0`.as('due_units'),
      sql<number>`0`.as('due_packages'),
      sql<number>`0`.as('counted'),
    ])
    .where((eb) =>
      eb.or([
        ...[eb('to_w.id', 'is not', null), eb('to_d.id', 'is not', null), eb('to_f.id', 'is not', null)],
        ...(outside ? [isOutside] : []),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('waybill.status', '=', 'shipped'),
        eb.and([
          eb('waybill.status', 'in', ['signed', 'closed']),
          eb.exists(
            eb
              .selectFrom('waybill_load as goods')
              .select('goods.line_id')
              .whereRef('goods.waybill_id', '=', 'waybill.id')
              .where(sql<boolean>`goods.units > goods.received + goods.returned`),
          ),
        ]),
      ]),
    )
    .$if(keeper !== undefined, (rows) =>
      rows.where(
        sql<boolean>`coalesce(case when ${isOutside} then from_w.keeper_id else to_w.keeper_id end, ${keeper}) = ${keeper}`,
      ),
    );

/** Its day is over, in the time zone of the enterprise. */
const isLate = (timeZone: string) =>
  sql<boolean>`coalesce(waybill.planned_day < (now() at time zone ${timeZone})::date, false)`;

/** Adds to waybills what is still to arrive, and what is counted of it. */
async function withAmounts<Row extends { readonly id: number }>(sql: Connection, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const [due, counted] = await Promise.all([
    sql<{ id: number; units: number; packages: number }[]>`
      select waybill_id as id, safe_integer(sum(units - received - returned)) as units, safe_integer(count(distinct code)) as packages
      from waybill_goods where waybill_id = any(${ids}::bigint[]) and units > received + returned group by 1`,
    sql<{ id: number; units: number }[]>`
      select s.waybill_id as id, safe_integer(sum(s.units)) as units
      from arrival_scan s join arrival_count c on c.id = s.count_id
      where s.waybill_id = any(${ids}::bigint[]) and c.signed_at is null and s.verdict = 'expected' and s.inside_of is null
      group by 1`,
  ]);
  return rows.map((row) => {
    const { units = 0, packages = 0 } = due.find(({ id }) => id === row.id) ?? {};
    return {
      ...row,
      due_units: units,
      due_packages: packages,
      counted: counted.find(({ id }) => id === row.id)?.units ?? 0,
    };
  });
}
