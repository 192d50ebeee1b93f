import type { ChainOfCase } from '@suyuan/contract/inspect/case/case-detail.ts';
import type { Connection } from '#platform/database/database.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';

/** The most codes of a case that are looked up. */
const maxCodes = 2000;

interface GoodsOfCase {
  readonly chain: ChainOfCase[];
  readonly codes: number;
  readonly units: number;
}

/** Goods that went the same way: of one lot, by one waybill, to one dealer. */
interface Way {
  readonly productId: number | null;
  readonly productName: string | null;
  readonly lot: string | null;
  readonly workOrderId: number | null;
  readonly waybillId: number | null;
  readonly dealerId: number | null;
  readonly units: number;
}

/** The goods of the codes of a case, and the way that they went, from who made them to the dealer. */
export async function goodsOfCase(
  sql: Connection,
  codeIds: readonly number[],
  waybillDealers: WaybillDealers,
): Promise<GoodsOfCase> {
  const ids = [...new Set(codeIds)].slice(0, maxCodes);
  if (ids.length === 0) return { chain: [], codes: 0, units: 0 };
  const codes = await readCodes(sql, ids);
  const whereabouts = await whereaboutsOf(sql, codes, ids, waybillDealers);
  const ways = codes.among(ids).map((record): Way => {
    const goods = codes.goodsOf(record);
    const shippedBy = codes.outermostOf(record).shippedBy ?? record.shippedBy;
    return {
      productId: goods.product_id,
      productName: goods.product_name,
      lot: goods.lot,
      workOrderId: record.workOrderId,
      waybillId: shippedBy?.waybillId ?? shippedBy?.forWaybillId ?? null,
      dealerId: whereabouts.get(record.id)?.sold?.dealerId ?? null,
      units: record.contents?.units ?? 1,
    };
  });
  const groups = [...Map.groupBy(ways, ({ units: _, ...way }) => Object.values(way).join(' ')).values()];
  const names = await namesOf(sql, ways);
  return {
    chain: groups
      .map((some) => linkOf(some, names))
      .toSorted((a, b) => b.codes - a.codes || (a.waybill_no ?? '').localeCompare(b.waybill_no ?? '')),
    codes: ways.length,
    units: unitsOf(ways),
  };
}

const unitsOf = (ways: readonly Way[]): number => ways.reduce((sum, { units }) => sum + units, 0);

function linkOf(some: readonly Way[], { orders, waybills, dealers }: Names): ChainOfCase {
  const [{ productId, productName, lot, workOrderId, waybillId, dealerId }] = some as [Way, ...Way[]];
  const order = orders.get(workOrderId ?? 0);
  const waybill = waybills.get(waybillId ?? 0);
  const dealer = dealerId ?? waybill?.to_dealer_id ?? null;
  return {
    product_id: productId,
    product_name: productName,
    lot,
    work_order_id: order ? workOrderId : null,
    work_order_no: order?.order_no ?? null,
    factory_name: order?.factory_name ?? null,
    warehouse_name: waybill?.warehouse_name ?? order?.warehouse_name ?? null,
    waybill_id: waybill ? waybillId : null,
    waybill_no: waybill?.waybill_no ?? null,
    shipped_at: waybill?.shipped_at?.toISOString() ?? null,
    dealer_id: dealer,
    dealer_name: dealers.get(dealer ?? 0) ?? null,
    codes: some.length,
    units: unitsOf(some),
  };
}

interface Order {
  readonly id: number;
  readonly order_no: string;
  readonly factory_name: string | null;
  readonly warehouse_name: string | null;
}

interface Waybill {
  readonly id: number;
  readonly waybill_no: string;
  readonly warehouse_name: string | null;
  readonly to_dealer_id: number | null;
  readonly shipped_at: Date | null;
}

interface Names {
  readonly orders: ReadonlyMap<number, Order>;
  readonly waybills: ReadonlyMap<number, Waybill>;
  readonly dealers: ReadonlyMap<number, string>;
}

async function namesOf(sql: Connection, ways: readonly Way[]): Promise<Names> {
  const distinct = (key: 'workOrderId' | 'waybillId' | 'dealerId') => [
    ...new Set(ways.flatMap((way) => way[key] ?? [])),
  ];
  const [orders, waybills] = await Promise.all([
    sql<Order[]>`
      select o.id, o.order_no, f.factory_name, w.warehouse_name from work_order o
      left join factory f on f.id = o.factory_id left join warehouse w on w.id = o.to_warehouse_id
      where o.id = any(${distinct('workOrderId')}::bigint[])`,
    sql<Waybill[]>`
      select b.id, b.waybill_no, w.warehouse_name, b.to_dealer_id, b.shipped_at from waybill b
      left join warehouse w on w.id = b.from_warehouse_id
      where b.id = any(${distinct('waybillId')}::bigint[])`,
  ]);
  const dealerIds = [
    ...new Set([...distinct('dealerId'), ...waybills.flatMap(({ to_dealer_id }) => to_dealer_id ?? [])]),
  ];
  const dealers = await sql<{ id: number; dealer_name: string }[]>`
    select id, dealer_name from dealer where id = any(${dealerIds}::bigint[])`;
  return {
    orders: new Map(orders.map((row) => [row.id, row])),
    waybills: new Map(waybills.map((row) => [row.id, row])),
    dealers: new Map(dealers.map(({ id, dealer_name }) => [id, dealer_name])),
  };
}
