import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Account } from '../../../platform/caller.ts';
import type { Rooms } from '../../../rooms.ts';
import { actInChange } from '../../../trace/asked/acts-together.ts';
import { doneNow } from '../../../trace/asked/moment.ts';

interface Recalled {
  readonly id: number;
  readonly reason: string;
  readonly account: Account;
}

interface GoodsRow {
  readonly id: number;
  readonly code: number | null;
  readonly lot_id: number | null;
  readonly product_id: number | null;
}

/** Holds the chosen lots and codes of a recall, effective from the commit on. The change must hold the turn for writing acts. */
export async function holdGoods(rooms: Rooms, change: Change, { id, reason, account }: Recalled): Promise<void> {
  const goods = await change.sql<GoodsRow[]>`
    select g.id, g.code, g.lot_id, l.product_id from recall_goods g left join lot l on l.id = g.lot_id
    where g.recall_id = ${id} and g.chosen order by g.id`;
  if (goods.length === 0) return;
  const lots = goods.flatMap((row) => lotOf(row) ?? []);
  const codes = goods.flatMap(({ code }) => code ?? []);
  await actInChange(change, rooms, [{ act: 'hold', recallId: id, lots, codes, reason, ...doneNow({ account }) }]);
  const held = await change.sql<{ id: number }[]>`select id from hold where recall_id = ${id} and released_at is null`;
  change.made('hold', ...held.map((one) => one.id));
}

/** Releases the goods that are held by a recall. */
export async function letGoodsGo(rooms: Rooms, change: Change, { id, reason, account }: Recalled): Promise<void> {
  const rows = await change.sql<GoodsRow[]>`
    select h.id, h.code, h.lot_id, l.product_id from hold h left join lot l on l.id = h.lot_id
    where h.recall_id = ${id} and h.released_at is null order by h.id`;
  if (rows.length === 0) return;
  await change.changing('hold', ...rows.map((one) => one.id));
  const holds = rows.map((row) => ({ id: row.id, lot: lotOf(row) ?? null, code: row.code }));
  await actInChange(change, rooms, [{ act: 'release', holds, reason, ...doneNow({ account }) }]);
}

const lotOf = ({ lot_id, product_id }: GoodsRow) =>
  lot_id === null || product_id === null ? undefined : { id: lot_id, productId: product_id };
