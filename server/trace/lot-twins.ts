import type { Change } from '#platform/audit/audit-log.ts';
import { badInput } from '#platform/refusal.ts';

/** A number of a lot, as it is about to be written. */
interface WrittenLot {
  readonly product_id: number;
  readonly lot: string;
  /** The work order that it is written in, if it was there before. */
  readonly work_order_id?: number | undefined;
}

/**
 * Throws 400 if the product has a lot whose number differs in case only: a recall of the one would miss the other. Asked wherever
 * the number of a lot is first written: in work orders, with codes that are ordered or bound. A lot that is known as it is
 * written passes, even if it has a twin from earlier.
 */
export async function requireNoTwin(change: Change, { product_id, lot, work_order_id = 0 }: WrittenLot): Promise<void> {
  const { db } = change;
  const lots = await db
    .selectFrom('lot')
    .select('lot_no as lot')
    .where('product_id', '=', product_id)
    .where((eb) => eb(eb.fn<string>('lower', ['lot_no']), '=', lot.toLowerCase()))
    .execute();
  const orders = await db
    .selectFrom('work_order')
    .select('lot')
    .where('product_id', '=', product_id)
    .where('id', '<>', work_order_id)
    .where((eb) => eb(eb.fn<string>('lower', ['lot']), '=', lot.toLowerCase()))
    .execute();
  // Codes without a product of their own are bound to that of their order.
  const segments = await db
    .selectFrom('code_segment')
    .innerJoin('code_order', 'code_order.id', 'code_segment.order_id')
    .select('code_segment.lot')
    .distinct()
    .where((eb) => eb(eb.fn<string>('lower', ['code_segment.lot']), '=', lot.toLowerCase()))
    .where((eb) => eb(eb.fn.coalesce('code_segment.product_id', 'code_order.product_id'), '=', product_id))
    .execute();
  const before = writtenIn.getOrInsertComputed(change, () => new Map());
  const key = `${product_id} ${lot.toLowerCase()}`;
  const spellings = [...lots, ...orders, ...segments].flatMap((row) => row.lot ?? []);
  refuseTwin('lot', lot, [...spellings, ...(before.get(key) ?? [])]);
  before.set(key, [lot]);
}

/** The lots that a change is going to write: lines of a file are written together after they were checked. */
const writtenIn = new WeakMap<Change, Map<string, readonly string[]>>();

/** Throws 400 if a lot is known in another case, and not as it is written. */
export function refuseTwin(path: string, lot: string, spellings: readonly string[]): void {
  const [twin] = spellings;
  if (twin !== undefined && !spellings.includes(lot))
    throw badInput({ path, reason: 'lot_twin', params: { lot: twin } });
}
