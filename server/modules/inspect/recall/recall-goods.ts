import type { Change } from '#platform/audit/audit-log.ts';
import { type Chosen, withContents } from '../goods/chosen-goods.ts';

/** The goods of a recall as it keeps them: what was chosen, what lies in it, and what was released of it. */

/** The number of rows per statement. */
const rowsAtOnce = 5000;

export async function keepGoods(change: Change, recall_id: number, { lots, codes }: Chosen): Promise<void> {
  const rows = [
    ...lots.map((lot_id) => ({ recall_id, lot_id, code: null, chosen: true })),
    ...codes.map(({ id, chosen }) => ({ recall_id, lot_id: null, code: id, chosen })),
  ];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await change.db
      .insertInto('recall_goods')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

/** The lots and codes that are held for a recall: those that were chosen. */
export async function chosenOf(change: Change, recall: number) {
  const rows = await change.db
    .selectFrom('recall_goods')
    .select(['code', 'lot_id'])
    .where('recall_id', '=', recall)
    .where('chosen', '=', true)
    .orderBy('id')
    .execute();
  return {
    lots: rows.flatMap(({ lot_id }) => lot_id ?? []),
    codes: rows.flatMap(({ code }) => code ?? []),
    places: [],
  };
}

/** Keeps that codes were released, with what lies in them: a consumer who scans a bottle of a released case is not warned. */
export async function keepReleased(change: Change, recall_id: number, codes: readonly number[]): Promise<void> {
  const contents = (await withContents(change.sql, codes)).map(({ id }) => id);
  for (let at = 0; at < contents.length; at += rowsAtOnce) {
    await change.db
      .insertInto('recall_goods')
      .values(
        contents
          .slice(at, at + rowsAtOnce)
          .map((code) => ({ recall_id, lot_id: null, code, chosen: false, released: true })),
      )
      .onConflict((on) =>
        on.columns(['recall_id', 'code']).where('code', 'is not', null).doUpdateSet({ released: true }),
      )
      .execute();
  }
}
