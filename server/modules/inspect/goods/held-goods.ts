import type { GoodsThere } from '@suyuan/contract/inspect/goods-there.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { SharedServices } from '#shared-services.ts';
import { captureInChange, doneNow } from '#trace/lookup/events-together.ts';
import type { HeldGoods, HoldDocument } from '#trace/state/holds.ts';

/** Holding and releasing goods, for recalls and quality holds alike. A change that does it must hold the capture lock. */

interface Deciding {
  readonly document: HoldDocument;
  readonly reason: string;
  readonly account: Account;
}

interface Goods {
  readonly lots: readonly number[];
  readonly codes: readonly number[];
  readonly places: readonly number[];
}

/** Holds goods, effective from the commit on. */
export async function holdGoods(
  shared: SharedServices,
  change: Change,
  { document, reason, account }: Deciding,
  { lots, codes, places }: Goods,
): Promise<void> {
  if (lots.length + codes.length + places.length === 0) return;
  const ofLots = await change.sql<{ id: number; productId: number }[]>`
    select id, product_id as "productId" from lot where id = any(${lots as number[]}::bigint[]) order by id`;
  const event = { act: 'hold', document, lots: ofLots, codes, places, reason, ...doneNow({ account }) } as const;
  await captureInChange(change, shared, [event]);
  change.made('hold', ...(await holdsOf(change.sql, document)).map(({ id }) => id));
}

/** Holds further places for a document that holds others already. */
export async function holdMorePlaces(
  shared: SharedServices,
  change: Change,
  { document, reason, account }: Deciding,
  placeIds: readonly number[],
): Promise<void> {
  const before = await holdsOf(change.sql, document);
  const places = placeIds.filter((place) => !before.some(({ place_id }) => place_id === place));
  if (places.length === 0) return;
  await captureInChange(change, shared, [
    { act: 'hold', document, lots: [], codes: [], places, reason, ...doneNow({ account }) },
  ]);
  const ids = new Set(before.map(({ id }) => id));
  const after = await holdsOf(change.sql, document);
  change.made('hold', ...after.flatMap(({ id }) => (ids.has(id) ? [] : id)));
}

/** Releases all goods that are held for a document. Resolves to false: it holds none any more. */
export async function releaseGoods(
  shared: SharedServices,
  change: Change,
  { document, reason, account }: Deciding,
): Promise<false> {
  const rows = await holdsOf(change.sql, document);
  // What was released of it one by one holds nothing.
  if (rows.every(({ exempts }) => exempts)) return false;
  await change.changing('hold', ...rows.map(({ id }) => id));
  const holds = rows.map(lifted);
  await captureInChange(change, shared, [{ act: 'release', document, holds, reason, ...doneNow({ account }) }]);
  return false;
}

/**
 * Releases codes with what lies in them; throws 409 if the document does not hold one. When these were all, it holds nothing any
 * more. Resolves to whether it still holds goods.
 */
export async function releaseCodes(
  shared: SharedServices,
  change: Change,
  { document, reason, account }: Deciding,
  codes: readonly number[],
): Promise<boolean> {
  const rows = await holdsOf(change.sql, document);
  const own = rows.filter(({ code, exempts }) => code !== null && !exempts && codes.includes(code));
  const stays = rows.some((row) => !row.exempts && !own.includes(row));
  const holds = (stays ? own : rows).map(lifted);
  await change.changing('hold', ...holds.map(({ id }) => id));
  await captureInChange(change, shared, [{ act: 'release', document, holds, codes, reason, ...doneNow({ account }) }]);
  const ids = new Set(rows.map(({ id }) => id));
  const after = await holdsOf(change.sql, document);
  change.made('hold', ...after.flatMap(({ id }) => (ids.has(id) ? [] : id)));
  return stays;
}

interface HoldRow {
  readonly id: number;
  readonly code: number | null;
  readonly lot_id: number | null;
  readonly product_id: number | null;
  readonly place_id: number | null;
  readonly exempts: boolean;
}

const holdsOf = (sql: Connection, document: HoldDocument) => sql<HoldRow[]>`
  select h.id, h.code, h.lot_id, l.product_id, h.place_id, h.exempts from hold h left join lot l on l.id = h.lot_id
  where ${isFor(sql, document)} and h.released_at is null order by h.id`;

/** The holds in force of a document, as a release lifts them. */
export const liftedBy = async (sql: Connection, document: HoldDocument) => (await holdsOf(sql, document)).map(lifted);

const lifted = (row: HoldRow) => ({ id: row.id, goods: goodsOf(row), exempts: row.exempts });

const isFor = (sql: Connection, { kind, id }: HoldDocument): Fragment =>
  kind === 'recall' ? sql`h.recall_id = ${id}` : sql`h.quality_hold_id = ${id}`;

function goodsOf({ code, lot_id, product_id, place_id }: HoldRow): HeldGoods {
  if (code !== null) return { code };
  if (lot_id !== null) return { lot: { id: lot_id, productId: product_id as number } };
  return { placeId: place_id as number };
}

/** The lots, codes and places that a document holds or has held. */
export async function goodsOfHold(sql: Connection, document: HoldDocument): Promise<Goods> {
  const rows = await sql<Pick<HoldRow, 'code' | 'lot_id' | 'place_id'>[]>`
    select h.code, h.lot_id, h.place_id from hold h where ${isFor(sql, document)} and not h.exempts order by h.id`;
  return {
    lots: rows.flatMap(({ lot_id }) => lot_id ?? []),
    codes: rows.flatMap(({ code }) => code ?? []),
    places: rows.flatMap(({ place_id }) => place_id ?? []),
  };
}

/** The most released codes in an answer. */
const maxReleased = 200;

/** The codes that were released from a document one by one, the last first. */
export async function releasedOneByOne(
  sql: Connection,
  { rules }: Pick<SharedServices, 'rules'>,
  document: HoldDocument,
): Promise<GoodsThere['released']> {
  const rows = await sql<{ code: number; at: Date; by: string | null; reason: string | null }[]>`
    select distinct on (e.id, c.code) c.code, e.event_time as at, a.name as by, e.reason
    from trace_event e
    join event_code c on c.event_id = e.id
    left join account a on a.id = e.account_id
    where e.act = ${eventTypes.release.no} and e.id in (
      select h.event_id from hold h where ${isFor(sql, document)} and h.exempts
      union select h.release_event_id from hold h where ${isFor(sql, document)}
    )
    order by e.id desc, c.code limit ${maxReleased}`;
  const texts = await rules.texts(
    sql,
    rows.map(({ code }) => code),
  );
  return rows.map(({ code, at, ...row }) => ({ code: texts.get(code) ?? '', at: at.toISOString(), ...row }));
}
