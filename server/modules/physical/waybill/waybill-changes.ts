import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { WaybillStatus, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

type WaybillInput = InputOf<typeof waybill.add>;

/** Where the goods go to: decided with the first goods that are loaded. */
const route = ['kind', 'to_dealer_id', 'ship_to_id', 'to_warehouse_id', 'to_factory_id'] as const;

/**
 * Throws 400 for what cannot be changed about a waybill any more. Carrier, vehicle, driver, day and remark can be until it is
 * closed, as these are known when the truck stands there, or turn out wrong. Its lines can be until it leaves, but order no less
 * than is loaded.
 */
export async function requireChangeable(sql: Connection, { input, before }: Saving<WaybillInput>): Promise<void> {
  const status = before?.status as WaybillStatus | undefined;
  if (!before || status === 'draft') return;
  const problems: Problem[] = route
    .filter((path) => (input[path] ?? null) !== (before[path] ?? null))
    .map((path) => ({ path, reason: 'fixed_once_loaded' }));
  const lines = await loadedLines(sql, before.id as number);
  const quantities = new Map(input.lines.map((line) => [keyOf(line), line.quantity]));
  for (const [index, line] of input.lines.entries()) {
    const present = lines.get(keyOf(line));
    if (status !== 'loading' && present?.quantity !== line.quantity)
      problems.push({ path: `lines.${index}.quantity`, reason: 'fixed_once_left' });
    else if (present && line.quantity < present.loaded)
      problems.push({ path: `lines.${index}.quantity`, reason: 'below_loaded', params: { loaded: present.loaded } });
  }
  for (const [key, { loaded, product_name }] of lines) {
    if (quantities.has(key)) continue;
    if (status !== 'loading') problems.push({ path: 'lines', reason: 'fixed_once_left' });
    else if (loaded > 0)
      problems.push({ path: 'lines', reason: 'line_loaded', params: { product: product_name, loaded } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

interface LoadedLine {
  readonly product_id: number;
  readonly product_name: string;
  readonly lot: string | null;
  readonly quantity: number;
  readonly loaded: number;
}

const keyOf = ({ product_id, lot }: { product_id: number; lot?: string | null }) => `${product_id} ${lot || ''}`;

/** The lines as they stand, by product and lot. */
async function loadedLines(sql: Connection, waybillId: number): Promise<Map<string, LoadedLine>> {
  const rows = await sql<LoadedLine[]>`
    select l.product_id, p.product_name, l.lot, l.quantity, coalesce(d.units, 0)::bigint as loaded
    from waybill_line l
    join product p on p.id = l.product_id
    left join waybill_load d on d.waybill_id = l.waybill_id and d.line_id = l.id
    where l.waybill_id = ${waybillId}`;
  return new Map(rows.map((row) => [keyOf(row), row]));
}
