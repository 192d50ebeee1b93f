import type { Connection } from '../../../platform/database/database.ts';
import type { CodeState } from './code-state.ts';

interface CalledBack {
  readonly code: number | null;
  readonly product_id: number | null;
  readonly lot: string | null;
}

/**
 * Returns a test for codes under a recall in force: by their lot or by their own code (`recall_goods` also lists what is packed
 * in recalled packages). Such recalls are few, and without one the query reads an empty index.
 */
export async function recalledAmong(
  sql: Connection,
  ids: readonly number[],
): Promise<(id: number, state: Pick<CodeState, 'product_id' | 'lot'>) => boolean> {
  const rows = await sql<CalledBack[]>`
    select g.code, l.product_id, l.lot_no as lot
    from recall r join recall_goods g on g.recall_id = r.id left join lot l on l.id = g.lot_id
    where r.in_force and (g.lot_id is not null or g.code = any(${ids as number[]}::bigint[]))`;
  if (rows.length === 0) return () => false;
  const codes = new Set(rows.flatMap(({ code }) => code ?? []));
  const lots = new Set(rows.flatMap(({ code, product_id, lot }) => (code === null ? `${product_id} ${lot}` : [])));
  return (id, { product_id, lot }) => codes.has(id) || (lot !== null && lots.has(`${product_id} ${lot}`));
}
