import { type Suggestion, suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import { type FreeLot, lotsToLoad } from '#trace/capture/context/lots-to-load.ts';
import { requireSender } from './require-waybill.ts';
import { factsOf } from './waybill-facts.serve.ts';

/** Serves suggestions for loading: first expired, first out (FEFO), as loading checks it. */
export default function serveSuggestions({ routes, system, timeZone }: Services): void {
  const { sql } = system.codes;
  routes.serve(suggestions, async ({ id }, caller) => {
    await requireSender(caller, id);
    const [lines, factsById] = await Promise.all([wantingLines(sql, id), factsOf(sql, [id])]);
    const waybill = factsById.get(id);
    if (!waybill) return [];
    const products = [...new Set(lines.map(({ product_id }) => product_id))];
    const free = await lotsToLoad(sql, [waybill], products, { timeZone: timeZone() });
    const lots = free(waybill).map((lot) => ({ ...lot }));
    return lines.flatMap((line) => suggestedFor(line, lots));
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

/** A lot with the units of it that are not suggested for a line yet. */
type LeftLot = Omit<FreeLot, 'units'> & { units: number };

/** Suggests lots for a line, in their order. */
function suggestedFor({ product_id, wanted, lot, ...line }: WantingLine, lots: readonly LeftLot[]): Suggestion[] {
  let rest = wanted;
  return lots.flatMap((free) => {
    const units = Math.min(rest, free.units);
    if (units <= 0 || free.productId !== product_id || (lot !== null && lot !== free.lotNo)) return [];
    rest -= units;
    free.units -= units;
    const { lotNo, expiry, production, held } = free;
    return [{ ...line, product_id, lot: lotNo, expiry_date: expiry, production_date: production, units, held }];
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
