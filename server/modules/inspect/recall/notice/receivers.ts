import type { Connection } from '#platform/database/database.ts';
import { measureOf } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import type { Targets } from '../../goods/where-goods-are.ts';

/** Who is concerned by recalled goods, and with how much of which product and lot. */

export interface ReceivedGoods {
  readonly product_id: number;
  readonly lot_id: number | null;
  readonly units: number;
  readonly waybills: readonly string[];
}

export interface Receiver {
  readonly kind: 'dealer' | 'factory' | 'warehouse';
  readonly id: number;
  readonly name: string;
  readonly goods: readonly ReceivedGoods[];
}

interface Found extends ReceivedGoods {
  readonly kind: Receiver['kind'];
  readonly receiver: number;
}

/** Dealers that got some, by their waybills; factories and the enterprise's own warehouses that have some. */
export async function receiversOf(sql: Connection, { lots, codes }: Targets): Promise<Receiver[]> {
  const found = lots.length > 0 ? await ofLots(sql, lots) : await ofCodes(sql, codes);
  const nameOf = await namesOf(sql, found);
  return Array.from(Map.groupBy(found, keyOf), ([key, goods]) => {
    const { kind, receiver: id } = goods[0] as Found;
    return { kind, id, name: nameOf.get(key) ?? '', goods };
  });
}

const keyOf = ({ kind, receiver }: Pick<Found, 'kind' | 'receiver'>): string => `${kind} ${receiver}`;

async function namesOf(sql: Connection, found: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const ids = (wanted: Found['kind']) => found.flatMap(({ kind, receiver }) => (kind === wanted ? receiver : []));
  const rows = await sql<{ kind: Found['kind']; receiver: number; name: string }[]>`
    select 'dealer' as kind, id as receiver, dealer_name as name from dealer where id = any(${ids('dealer')}::bigint[])
    union all select 'factory', id, factory_name from factory where id = any(${ids('factory')}::bigint[])
    union all select 'warehouse', id, warehouse_name from warehouse where id = any(${ids('warehouse')}::bigint[])`;
  return new Map(rows.map((row) => [keyOf(row), row.name]));
}

async function ofLots(sql: Connection, lots: readonly number[]): Promise<Found[]> {
  const ids = lots as number[];
  const [shipped, stored] = await Promise.all([
    sql<Found[]>`
      select 'dealer' as kind, b.to_dealer_id as receiver, g.product_id, g.lot_id, safe_integer(sum(g.units)) as units,
        array_agg(distinct b.waybill_no order by b.waybill_no) as waybills
      from waybill_goods g join waybill b on b.id = g.waybill_id
      where g.lot_id = any(${ids}::bigint[]) and b.status in ('shipped', 'signed', 'closed') and b.shipped_at is not null
        and b.to_dealer_id is not null
      group by 2, 3, 4 order by 2, 3, 4`,
    sql<{ place_id: number; product_id: number; lot_id: number; units: number }[]>`
      with moved as (
        select place_id, product_id, lot_id, units from stock where lot_id = any(${ids}::bigint[])
        union all select place_id, product_id, lot_id, units from stock_delta where lot_id = any(${ids}::bigint[])
      )
      select place_id, product_id, lot_id, safe_integer(sum(units)) as units from moved
      group by 1, 2, 3 having sum(units) > 0 order by 1, 2, 3`,
  ]);
  return [...shipped, ...(await withHolders(sql, stored))];
}

async function ofCodes(sql: Connection, codes: readonly number[]): Promise<Found[]> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  await ledger.readPlaces();
  const units = codes.flatMap((id) => ledger.get(id) ?? []).filter((record) => measureOf(record) !== undefined);
  const around = await packagesAround(
    sql,
    units.map(({ id }) => id),
  );
  const loaded = [...new Set(units.flatMap(({ id }) => [id, ...(around.get(id) ?? [])]))];
  const carried = await sql<{ code: number; receiver: number; waybill_no: string }[]>`
    select distinct g.code, b.to_dealer_id as receiver, b.waybill_no
    from waybill_goods g join waybill b on b.id = g.waybill_id
    where g.code = any(${loaded}::bigint[]) and b.status in ('shipped', 'signed', 'closed') and b.shipped_at is not null
      and b.to_dealer_id is not null`;
  const waybillsOf = Map.groupBy(carried, ({ code }) => code);
  const found: Found[] = [];
  const stored = new Map<string, { place_id: number; product_id: number; lot_id: number; units: number }>();
  for (const record of units) {
    const product_id = record.productId ?? 0;
    const lot_id = record.lotId ?? 0;
    for (const code of [record.id, ...(around.get(record.id) ?? [])])
      for (const { receiver, waybill_no } of waybillsOf.get(code) ?? [])
        found.push({ kind: 'dealer', receiver, product_id, lot_id, units: 1, waybills: [waybill_no] });
    const place_id = ledger.placeOf(record);
    if (place_id === null) continue;
    const key = `${place_id} ${product_id} ${lot_id}`;
    stored.set(key, { place_id, product_id, lot_id, units: (stored.get(key)?.units ?? 0) + 1 });
  }
  return [...summed(found), ...(await withHolders(sql, [...stored.values()]))];
}

/** The packages around units, from the inside out. */
async function packagesAround(sql: Connection, units: readonly number[]): Promise<Map<number, number[]>> {
  const around = new Map<number, number[]>();
  let inner = new Map(units.map((id) => [id, [id]]));
  while (inner.size > 0) {
    const rows = await sql<{ child: number; parent: number }[]>`
      select child, parent from packing where child = any(${[...inner.keys()]}::bigint[])`;
    const outer = new Map<number, number[]>();
    for (const { child, parent } of rows) {
      for (const unit of inner.get(child) ?? []) {
        around.set(unit, [...(around.get(unit) ?? []), parent]);
        outer.set(parent, [...(outer.get(parent) ?? []), unit]);
      }
    }
    inner = outer;
  }
  return around;
}

function summed(found: readonly Found[]): Found[] {
  const groups = Map.groupBy(
    found,
    ({ kind, receiver, product_id, lot_id }) => `${kind} ${receiver} ${product_id} ${lot_id}`,
  );
  return Array.from(groups.values(), (all) => ({
    ...(all[0] as Found),
    units: all.reduce((sum, { units }) => sum + units, 0),
    waybills: [...new Set(all.flatMap(({ waybills }) => waybills))].toSorted(),
  }));
}

/** What lies at factories and in the enterprise's warehouses. What dealers have came by waybills, which are counted. */
async function withHolders(
  sql: Connection,
  stored: readonly { place_id: number; product_id: number; lot_id: number; units: number }[],
): Promise<Found[]> {
  const ids = [...new Set(stored.map(({ place_id }) => place_id))];
  const holders = await sql<{ place_id: number; kind: Receiver['kind']; receiver: number }[]>`
    select p.id as place_id, case when coalesce(w.factory_id, s.factory_id, f.id) is null then 'warehouse' else 'factory' end as kind,
      coalesce(w.factory_id, s.factory_id, f.id, w.id) as receiver
    from place p
    left join warehouse w on p.kind = 'warehouse' and w.id = p.ref_id
    left join production_line l on p.kind = 'line' and l.id = p.ref_id
    left join workshop s on s.id = l.workshop_id
    left join factory f on p.kind = 'factory' and f.id = p.ref_id
    where p.id = any(${ids}::bigint[]) and (w.id is not null or l.id is not null or f.id is not null)
      and w.dealer_id is null`;
  const holderOf = new Map(holders.map(({ place_id, ...holder }) => [place_id, holder]));
  return summed(
    stored.flatMap(({ place_id, ...goods }) => {
      const holder = holderOf.get(place_id);
      return holder ? [{ ...goods, ...holder, waybills: [] }] : [];
    }),
  );
}
