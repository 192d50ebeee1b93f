import type { Connection } from '../../../platform/database/database.ts';
import { goodsIn } from '../../state/code-record.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { WaybillFacts } from '../../waybill-facts.ts';
import { type ActInput, codesOf } from './act-input.ts';

interface LotFacts {
  readonly id: number;
  readonly lotNo: string;
  /** It may go to the market. */
  readonly released: boolean;
  /** `2026-01-31`. */
  readonly expiry: string | null;
}

/** What has to be known of lots before goods of them are loaded. */
export interface LoadingLots {
  of(lotId: number): LotFacts | undefined;
  /** The lot that ought to leave a place before another one does: it expires first, and some of it is there. */
  before(placeId: number, productId: number, lotId: number): LotFacts | undefined;
}

export const noLots: LoadingLots = { of: () => undefined, before: () => undefined };

interface StockedRow {
  readonly place_id: number;
  readonly product_id: number;
  readonly id: number;
  readonly lot_no: string;
  readonly released: boolean;
  readonly expiry: string | null;
}

/** Reads, for acts that load, the lots of their goods and which others of the same products lie where they are loaded. */
export async function loadingLots(
  sql: Connection,
  ledger: Ledger,
  inputs: readonly ActInput[],
  waybills: ReadonlyMap<number, WaybillFacts>,
): Promise<LoadingLots> {
  const loads = inputs.filter((input) => input.act === 'load' || input.act === 'exchange');
  if (loads.length === 0) return noLots;
  const places = [...new Set(loads.flatMap(({ waybillId }) => waybills.get(waybillId)?.fromPlaces ?? []))];
  const records = loads.flatMap(codesOf).flatMap((code) => ledger.get(code) ?? []);
  const goods = records.flatMap(goodsIn);
  const lotIds = [...new Set(goods.flatMap(({ lotId }) => lotId ?? []))];
  const products = [...new Set(goods.flatMap(({ productId }) => productId ?? []))];
  if (lotIds.length === 0) return noLots;
  const [lots, stocked] = await Promise.all([
    sql<Omit<StockedRow, 'place_id' | 'product_id'>[]>`
      select id, lot_no, market_released_at is not null as released, to_char(expiry_date, 'YYYY-MM-DD') as expiry
      from lot where id = any(${lotIds}::bigint[])`,
    sql<StockedRow[]>`
      select s.place_id, s.product_id, l.id, l.lot_no, l.market_released_at is not null as released,
        to_char(l.expiry_date, 'YYYY-MM-DD') as expiry
      from (
        select place_id, product_id, lot_id, units from stock
        where place_id = any(${places}::bigint[]) and product_id = any(${products}::bigint[])
        union all
        select place_id, product_id, lot_id, units from stock_delta
        where place_id = any(${places}::bigint[]) and product_id = any(${products}::bigint[])
        union all
        -- What is on waybills already is as good as gone.
        select p.id, g.product_id, g.lot_id, -g.units
        from waybill w
        join place p on p.kind = 'warehouse' and p.ref_id = w.from_warehouse_id
        join waybill_goods g on g.waybill_id = w.id
        where w.status = 'loading' and p.id = any(${places}::bigint[]) and g.product_id = any(${products}::bigint[])
      ) s
      join lot l on l.id = s.lot_id
      where l.expiry_date is not null and l.market_released_at is not null
      group by 1, 2, 3
      having sum(s.units) > 0
      order by l.expiry_date, l.id`,
  ]);
  const known = new Map(lots.map(({ id, lot_no, ...lot }) => [id, { id, lotNo: lot_no, ...lot }]));
  return {
    of: (id) => known.get(id),
    before: (placeId, productId, lotId) => {
      const expiry = known.get(lotId)?.expiry;
      if (!expiry) return undefined;
      const first = stocked.find((one) => one.place_id === placeId && one.product_id === productId);
      if (!first?.expiry || first.expiry >= expiry) return undefined;
      return { id: first.id, lotNo: first.lot_no, released: first.released, expiry: first.expiry };
    },
  };
}
