import type { WmsShipment } from '@suyuan/contract/physical/wms.ts';
import { maxRefusals } from '@suyuan/contract/trace/refusal.ts';
import type { Connection } from '#platform/database/database.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';

/** A waybill that exists, with the codes of its receivers in lower case. */
export interface KnownWaybill {
  readonly id: number;
  readonly dealer_code: string | null;
  readonly to_warehouse_code: string | null;
}

interface Line {
  readonly product_code: string;
  readonly lot?: string | null;
  readonly quantity: number;
}

const refusal = (reason: RefusedText['reason'], conflict: string): RefusedText => ({
  ...{ code: '', reason, conflict },
  overridable: true,
});

/**
 * Where a message says something else than the waybill that it names: another receiver, or other products, lots or quantities. A
 * reason overrules it, and the waybill stays as it is. What the message leaves out contradicts nothing.
 */
export async function contradictionsOf(
  sql: Connection,
  waybill: KnownWaybill,
  { dealer_code, to_warehouse_code, lines = [], reason = '' }: WmsShipment,
): Promise<readonly RefusedText[]> {
  if (reason.trim() !== '') return [];
  const others = [
    [dealer_code, waybill.dealer_code],
    [to_warehouse_code, waybill.to_warehouse_code],
  ].flatMap(([stated, own]) => (stated && stated.toLowerCase() !== own ? [refusal('other_receiver', stated)] : []));
  if (lines.length === 0) return others;
  const orderLines = await sql<Line[]>`
    select p.product_code, l.lot, l.quantity from waybill_line l join product p on p.id = l.product_id
    where l.waybill_id = ${waybill.id} order by l.line_no`;
  const refusals = otherProducts(orderLines, lines).map((product) => refusal('other_lines', product));
  return [...others, ...refusals].slice(0, maxRefusals);
}

/** The products of which two orders differ in quantity, by lot if both say the lot of all of it. */
function otherProducts(orderLines: readonly Line[], messageLines: readonly Line[]): string[] {
  const productOf = ({ product_code }: Line) => product_code.toLowerCase();
  const [ours, theirs] = [Map.groupBy(orderLines, productOf), Map.groupBy(messageLines, productOf)];
  return [...new Map([...ours, ...theirs])].flatMap(([product, [first]]) => {
    const [mine, other] = [ours.get(product) ?? [], theirs.get(product) ?? []];
    const byLot = [...mine, ...other].every(({ lot }) => lot);
    return isSame(sums(mine, byLot), sums(other, byLot)) ? [] : [(first as Line).product_code];
  });
}

function sums(lines: readonly Line[], byLot: boolean): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { lot, quantity } of lines) {
    const key = byLot ? `${lot}` : '';
    sum.set(key, (sum.get(key) ?? 0) + quantity);
  }
  return sum;
}

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([key, quantity]) => other.get(key) === quantity);
