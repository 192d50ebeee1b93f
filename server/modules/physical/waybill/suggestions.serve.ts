import { type Suggestion, suggestions } from '../../../../contract/physical/suggestion.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import { inOrderOfLeaving, maySell } from '../../../trace/state/record/lot-facts.ts';
import { requireSender } from './require-waybill.ts';

/** Serves suggestions for loading: first expired, first out (FEFO), as loading checks it. */
export default function serveSuggestions({ routes, system, timeZone }: Services): void {
  routes.serve(suggestions, async ({ id }, caller) => {
    await requireSender(caller, id);
    const [wanting, lots] = await Promise.all([wantingLines(system.sql, id), freeLots(system.sql, id, timeZone())]);
    return wanting.flatMap((line) => suggestedFor(line, lots));
  });
}

interface WantingLine {
  readonly line_id: number;
  readonly product_id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly lot: string | null;
  readonly wanted: number;
}

interface FreeLot {
  readonly product_id: number;
  readonly lot: string;
  readonly expiry_date: string | null;
  readonly production_date: string | null;
  /** The units that are not suggested for a line yet. */
  units: number;
}

/** Suggests lots for a line, in their order. */
function suggestedFor({ product_id, wanted, lot, ...line }: WantingLine, lots: readonly FreeLot[]): Suggestion[] {
  let left = wanted;
  return lots.flatMap((free) => {
    const units = Math.min(left, free.units);
    if (units <= 0 || free.product_id !== product_id || (lot !== null && lot !== free.lot)) return [];
    left -= units;
    free.units -= units;
    return [
      {
        ...line,
        product_id,
        lot: free.lot,
        expiry_date: free.expiry_date,
        production_date: free.production_date,
        units,
      },
    ];
  });
}

/** Lines that are not fully loaded. Those with a lot come first, so that they get theirs. */
const wantingLines = (sql: Connection, id: number) => sql<WantingLine[]>`
  select l.id as line_id, l.product_id, p.product_code, p.product_name, l.lot,
    (l.quantity - coalesce(d.units, 0))::bigint as wanted
  from waybill_line l
  join product p on p.id = l.product_id
  left join waybill_load d on d.waybill_id = l.waybill_id and d.line_id = l.id
  where l.waybill_id = ${id} and l.quantity > coalesce(d.units, 0)
  order by l.lot is null, l.line_no`;

/** The lots of the ordered products that are in the warehouse and may be shipped. */
const freeLots = (sql: Connection, id: number, zone: string) => sql<FreeLot[]>`
  with here as materialized (
    select p.id as place_id, b.from_warehouse_id
    from waybill b join place p on p.kind = 'warehouse' and p.ref_id = b.from_warehouse_id
    where b.id = ${id}
  ),
  wanted as materialized (select distinct product_id from waybill_line where waybill_id = ${id}),
  moved as (
    select m.lot_id, m.units from here join stock m on m.place_id = here.place_id join wanted using (product_id)
    union all
    select m.lot_id, m.units from here join stock_delta m on m.place_id = here.place_id join wanted using (product_id)
    union all
    select g.lot_id, -g.units
    from here
    join waybill b on b.from_warehouse_id = here.from_warehouse_id and b.status = 'loading'
    join waybill_goods g on g.waybill_id = b.id
    join wanted using (product_id)
  )
  select l.product_id, l.lot_no as lot, to_char(l.expiry_date, 'YYYY-MM-DD') as expiry_date,
    to_char(l.production_date, 'YYYY-MM-DD') as production_date, safe_integer(sum(m.units)) as units
  from moved m join lot l on l.id = m.lot_id
  where ${maySell(sql, zone)}
  group by l.id, l.product_id, l.lot_no, l.expiry_date, l.production_date
  having sum(m.units) > 0
  order by ${inOrderOfLeaving(sql)}`;
