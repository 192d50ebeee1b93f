import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows, rowsTable } from '#platform/database/statements/insert-rows.ts';
import type { GoodsUnits } from '#trace/goods.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';

/** Where goods were before their return, and the cause if they should not have come from this dealer. */
interface Before {
  readonly goods: readonly GoodsUnits[];
  readonly placeId: number | null;
  readonly waybillId: number | null;
  readonly cause: RefusalReason | null;
}

interface PlaceRow {
  readonly id: number;
  readonly kind: PlaceKind;
  readonly dealer_id: number | null;
}

/** Reads the state of codes before they are taken back, and whether each was sold to this dealer. */
export async function statesBeforeReturn(
  sql: Connection,
  dealerId: number,
  codes: readonly number[],
): Promise<Map<number, Before>> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  const records = codes.flatMap((code) => ledger.get(code) ?? []);
  const placeIds = [...new Set(records.flatMap((record) => ledger.placeOf(record) ?? []))];
  const places = await sql<PlaceRow[]>`
    select p.id, p.kind, coalesce(s.dealer_id, b.to_dealer_id, case when p.kind = 'dealer' then p.ref_id end) as dealer_id
    from place p
    left join ship_to s on p.kind = 'ship_to' and s.id = p.ref_id
    left join waybill b on p.kind in ('waybill', 'lost') and b.id = p.ref_id
    where p.id = any(${placeIds}::bigint[])`;
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return new Map(
    records.map((record) => {
      const placeId = ledger.placeOf(record);
      const place = placeId === null ? undefined : placeOf.get(placeId);
      const cause = causeOf(place, dealerId);
      return [record.id, { goods: goodsIn(record), placeId, waybillId: ledger.waybillOf(record), cause }];
    }),
  );
}

/** Where goods are that no dealer has got; of what a warehouse misses, it is the last that was known. */
const neverShipped: ReadonlySet<PlaceKind> = new Set(['warehouse', 'factory', 'line', 'missing']);

function causeOf(place: PlaceRow | undefined, dealerId: number): RefusalReason | null {
  if (!place || neverShipped.has(place.kind)) return 'not_shipped';
  return place.dealer_id === dealerId ? null : 'sold_to_another';
}

/** Stores the goods that came back by a return. */
export async function keepReturned(
  sql: Connection,
  refundId: number,
  codes: readonly number[],
  before: ReadonlyMap<number, Before>,
): Promise<void> {
  const rows = codes.flatMap((code) => {
    const { goods = [], ...of } = before.get(code) ?? { placeId: null, waybillId: null, cause: null };
    return goods.map((one) => ({ code, ...one, ...of }));
  });
  if (rows.length === 0) return;
  await sql`
    ${insertRows(sql, 'refund_goods', rows, {
      refund_id: ['bigint', () => refundId],
      code: ['bigint', ({ code }) => code],
      product_id: ['bigint', ({ productId }) => productId ?? 0],
      lot_id: ['bigint', ({ lotId }) => lotId ?? 0],
      units: ['bigint', ({ units }) => units],
      waybill_id: ['bigint', ({ waybillId }) => waybillId],
      from_place_id: ['bigint', ({ placeId }) => placeId],
      cause: ['text', ({ cause }) => cause],
    })}
    on conflict (refund_id, code, product_id, lot_id) do update set
      units = excluded.units, waybill_id = excluded.waybill_id, from_place_id = excluded.from_place_id,
      cause = excluded.cause, result = null, result_reason = null, inspected_at = null, received_at = now()`;
}

/**
 * Splits off codes in returned packages that are inspected individually: from then on their units are rows of their own, and no
 * longer the package's.
 */
export async function nameApart(sql: Connection, refundId: number, codes: readonly number[]): Promise<void> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  const rows = codes
    .flatMap((code) => ledger.get(code) ?? [])
    .flatMap((record) => {
      const around = ledger.outermostOf(record);
      if (around === record) return [];
      return goodsIn(record).map((goods) => ({ ...goods, code: record.id, around: around.id }));
    });
  if (rows.length === 0) return;
  const table = rowsTable(sql, rows, {
    code: ['bigint', ({ code }) => code],
    around: ['bigint', ({ around }) => around],
    product_id: ['bigint', ({ productId }) => productId ?? 0],
    lot_id: ['bigint', ({ lotId }) => lotId ?? 0],
    units: ['bigint', ({ units }) => units],
  });
  await sql`
    with apart as (select * from ${table}),
    less as (
      update refund_goods g set units = g.units - a.units
      from (select around, product_id, lot_id, safe_integer(sum(units)) as units from apart group by 1, 2, 3) a
      where g.refund_id = ${refundId} and g.code = a.around and g.product_id = a.product_id and g.lot_id = a.lot_id
        and (g.result is null or g.result = 'rework')
      returning g.code, g.product_id, g.lot_id, g.waybill_id, g.from_place_id, g.cause
    )
    insert into refund_goods (refund_id, code, product_id, lot_id, units, waybill_id, from_place_id, cause)
    select ${refundId}, a.code, a.product_id, a.lot_id, a.units, l.waybill_id, l.from_place_id, l.cause
    from apart a join less l on l.code = a.around and l.product_id = a.product_id and l.lot_id = a.lot_id
    on conflict (refund_id, code, product_id, lot_id) do nothing`;
  await sql`
    delete from refund_goods
    where refund_id = ${refundId} and units <= 0 and code = any(${[...new Set(rows.map(({ around }) => around))]}::bigint[])`;
}
