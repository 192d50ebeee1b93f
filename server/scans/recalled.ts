import type { Connection } from '#platform/database/database.ts';

/** Goods as recalls see them. */
interface CalledGoods {
  readonly product_id: number | null;
  readonly lot: string | null;
}

interface CalledBack {
  readonly recall_id: number;
  /** The code was released from the recall. */
  readonly released: boolean;
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
): Promise<(id: number, state: CalledGoods) => boolean> {
  const rows = await sql<CalledBack[]>`
    select r.id as recall_id, g.released, g.code, l.product_id, l.lot_no as lot
    from recall r join recall_goods g on g.recall_id = r.id left join lot l on l.id = g.lot_id
    where r.in_force and (g.lot_id is not null or g.code = any(${ids as number[]}::bigint[]))`;
  if (rows.length === 0) return () => false;
  const tests = [...Map.groupBy(rows, ({ recall_id }) => recall_id).values()].map(calledBackBy);
  return (id, state) => tests.some((isCalledBack) => isCalledBack(id, state));
}

/** The same test for one recall, by what it calls back. */
function calledBackBy(rows: readonly CalledBack[]) {
  const codesWhere = (isReleased: boolean) =>
    new Set(rows.flatMap(({ code, released }) => (released === isReleased ? (code ?? []) : [])));
  const [codes, released] = [codesWhere(false), codesWhere(true)];
  const lots = new Set(rows.flatMap(({ code, product_id, lot }) => (code === null ? `${product_id} ${lot}` : [])));
  return (id: number, { product_id, lot }: CalledGoods): boolean =>
    codes.has(id) || (lot !== null && lots.has(`${product_id} ${lot}`) && !released.has(id));
}
