import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { stockByPlace, stockPackages } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort, milliseconds } from '../harness.ts';
import { codesOf, fileOf, packFile, perPallet, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const packedUnits: BySize = { smallest: 10_000, short: 500_000, usual: 2_000_000, long: 10_000_000 };
/** Pallets of the lot that is walked, every second of which has left. */
const pallets: BySize = { smallest: 4, short: 40, usual: 100, long: 100 };
const rounds: BySize = { smallest: 2, short: 9, usual: 15, long: 15 };
/** What the other goods are spread over. */
const [lots, warehouses] = [100, 50];

/**
 * Walking the stock of a warehouse while many units are packed: the list of its goods, the pallets of a lot, and what lies in one of them;
 * each alternating with a SELECT of the same rows by their keys, on the same database.
 */
export const stockAtPlace: Benchmark = {
  name: 'stock-at-place',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const order = await prepare(stage);
    const codes = await codesOf(stage, order.rules, perPallet * pallets[size]);
    await packFile(stage, order.id, fileOf(codes));
    await sendAway(sql, order.rules.pallet);
    await packMore(sql, order.product_id, packedUnits[size]);

    const { warehouse_id, product_id } = order;
    const query = (input: Record<string, string | number>) =>
      new URLSearchParams(Object.entries(input).map(([key, value]) => [key, `${value}`]));
    const get = async <Data>(path: string, input: Record<string, string | number>) =>
      stage.get<Data>(`${path}?${query(input)}`);
    const listed = await get<{ rows: { lot_id: number }[] }>(stockByPlace.page.path, { warehouse_id });
    const lot_id = listed.rows[0]?.lot_id as number;
    const there = { warehouse_id, product_id, lot_id };
    const found = await get<{ rows: { code: string }[]; total: number }>(stockPackages.path, there);
    if (found.total !== pallets[size] / 2) throw new Error(`${found.total} of ${pallets[size] / 2} pallets were found`);
    const code = found.rows[0]?.code as string;
    const ids = (await sql<{ code: number }[]>`select code from package where lot_id = ${lot_id} and level = 4`).map(
      (row) => row.code,
    );
    const name = `${inShort(packedUnits[size])} packed`;
    const measured = async (call: () => Promise<unknown>, select: () => Promise<unknown>) => {
      for (const work of [call, select]) await work();
      return alternate(rounds[size], { call: () => milliseconds(call), select: () => milliseconds(select) });
    };
    const lists = [
      {
        name: 'goods of a warehouse',
        target: 60,
        call: () => get(stockByPlace.page.path, { warehouse_id }),
        select: () => sql`
          select s.*, w.warehouse_name, p.product_name, l.lot_no
          from stock s join place a on a.id = s.place_id join warehouse w on w.id = a.ref_id
          join product p on p.id = s.product_id join lot l on l.id = s.lot_id
          where s.place_id = (select id from place where kind = 'warehouse' and ref_id = ${warehouse_id})`,
      },
      {
        name: 'goods of all warehouses, first page',
        target: 60,
        call: () => get(stockByPlace.page.path, { size: 20 }),
        select: () => sql`select * from stock order by place_id, product_id, lot_id limit 20`,
      },
      {
        name: 'pallets of a lot there',
        target: 60,
        call: () => get(stockPackages.path, there),
        select: () => sql`
          select k.* from package k where k.code = any(${ids}::bigint[])
            and not exists (select from packing p where p.child = k.code)`,
      },
      {
        name: 'contents of a pallet',
        target: 60,
        call: () => get(packageTree.path, { code }),
        select: () => sql`
          select c.child, u.child as unit from packing c join packing u on u.parent = c.child where c.parent = ${ids[0] as number}`,
      },
      {
        name: 'where a pallet is',
        target: 30,
        call: () => stage.call(boxCodes.path, { codes: [code] }),
        select: () => sql`select * from event_code where code = ${ids[0] as number}`,
      },
    ];
    for (const { name: what, target, call, select } of lists) {
      const { call: ours, select: baseline } = await measured(call, select);
      yield { name: `${what}, ${name}`, ours, unit: 'ms', target, atMost: true };
      yield { name: `${what}, ${name}`, ours, unit: 'ms', baselineName: 'SELECT by keys', baseline };
    }
  },
};

/** Every second pallet left by a waybill some time ago. */
async function sendAway(sql: Sql, rule: number): Promise<void> {
  await sql`insert into place (kind, ref_id) values ('dealer', 1000000) on conflict do nothing`;
  await sql`
    with gone as (
      select k.code, k.units, k.lot_id, k.product_id, row_number() over (order by k.code) as n
      from package k join code_order o on k.code between o.first_id and o.last_id where o.rule_id = ${rule} and k.level = 4
    ), event as (
      insert into trace_event (act, event_time, utc_offset, place_id, codes, code_count)
      select ${eventTypes.ship.no}, now(), 0, (select id from place where kind = 'dealer' and ref_id = 1000000), '{}', 1
      returning id, event_time, place_id
    ), named as (
      insert into event_code (code, event_id, event_time, place_id, units, act, naming)
      select g.code, e.id, e.event_time, e.place_id, g.units, ${eventTypes.ship.no}, 0 from gone g cross join event e where g.n % 2 = 0
    )
    insert into stock_delta (event_id, place_id, product_id, lot_id, units)
    select e.id, s.place_id, g.product_id, g.lot_id, -sum(g.units)
    from gone g cross join event e join lateral (
      select place_id from stock where lot_id = g.lot_id union select place_id from stock_delta where lot_id = g.lot_id limit 1
    ) s on true
    where g.n % 2 = 0 group by 1, 2, 3, 4`;
}

/** Packs units of other lots, in cases on pallets, in other warehouses. */
async function packMore(sql: Sql, product: number, units: number): Promise<void> {
  const [beyond, perCase, casesPerPallet] = [2 ** 52, 24, 40];
  const [cases, pallet] = [beyond * 1.25, beyond * 1.5];
  await sql`
    insert into warehouse (warehouse_code, warehouse_name, warehouse_type)
    select 'X' || n, 'X' || n, 'finished' from generate_series(1, ${warehouses}) n`;
  await sql`
    insert into place (kind, ref_id) select 'warehouse', id from warehouse w where warehouse_code like 'X%' on conflict do nothing`;
  await sql`
    insert into lot (product_id, lot_no, expiry_date)
    select ${product}, 'X' || n, current_date + n from generate_series(1, ${lots}) n`;
  await sql`
    insert into stock (place_id, product_id, lot_id, units)
    select a.id, ${product}, l.id, 1000 from place a join warehouse w on w.id = a.ref_id and w.warehouse_code like 'X%'
    join lot l on l.lot_no like 'X%' where a.kind = 'warehouse'`;
  const lot = (code: string) => sql.unsafe(`(select min(id) from lot where lot_no like 'X%') + ${code} % ${lots}`);
  await sql`
    insert into trace_event (act, event_time, utc_offset, place_id, codes, code_count)
    select ${eventTypes.pack.no}, now() - interval '1 day', 0, min(id), '{}', 1 from place where kind = 'warehouse' and ref_id > 1`;
  await sql`
    insert into packing (child, parent, packed_by)
    select ${beyond}::bigint + n, ${cases}::bigint + n / ${perCase}, (select max(id) from trace_event)
    from generate_series(0, ${units - 1}) n`;
  await sql`
    insert into packing (child, parent, packed_by)
    select ${cases}::bigint + n, ${pallet}::bigint + n / ${casesPerPallet}, (select max(id) from trace_event)
    from generate_series(0, ${Math.ceil(units / perCase) - 1}) n`;
  await sql`
    insert into package (code, packed_by, product_id, lot_id, units, children, level, complete, seen)
    select ${cases}::bigint + n, (select max(id) from trace_event), ${product}, ${lot(`(n / ${casesPerPallet})`)}, ${perCase}, ${perCase}, 3,
      true, true
    from generate_series(0, ${Math.ceil(units / perCase) - 1}) n`;
  await sql`
    insert into package (code, packed_by, product_id, lot_id, units, children, level, complete, seen)
    select ${pallet}::bigint + n, (select max(id) from trace_event), ${product}, ${lot('n')}, ${perPallet}, ${casesPerPallet}, 4, true, true
    from generate_series(0, ${Math.ceil(units / perPallet) - 1}) n`;
  for (const table of ['packing', 'package', 'event_code', 'stock']) await sql`vacuum analyze ${sql(table)}`;
}
