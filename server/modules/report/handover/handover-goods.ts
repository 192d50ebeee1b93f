import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { eventRefused } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneNow } from '#trace/lookup/events-together.ts';
import { refusedTexts } from '#trace/lookup/refused-texts.ts';
import { placesOf } from '#trace/places.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** A locked paper that is about to be signed or withdrawn. */
export interface LockedPaper {
  readonly id: number;
  readonly handover_no: string;
  readonly status: 'draft' | 'handed' | 'received' | 'withdrawn';
  readonly packages: number;
  readonly handed_by: number | null;
  readonly handed_at: Date | null;
  readonly warehouse_id: number | null;
  readonly line_id: number | null;
}

/** The places where its goods go to and come from. */
async function waysOf(sql: Connection, { warehouse_id, line_id }: LockedPaper) {
  const [warehouses, lines] = [
    await placesOf(sql, 'warehouse', [warehouse_id]),
    await placesOf(sql, 'line', [line_id]),
  ];
  return { warehouse: warehouses.get(warehouse_id ?? 0) ?? null, line: lines.get(line_id ?? 0) ?? null };
}

/**
 * Moves the goods of a paper that are at its line, or at no place, into stock in its warehouse. Goods that came there when they
 * were packed stay. Throws 409 with all packages that cannot be moved.
 */
export async function storeGoods(
  sql: Connection,
  shared: SharedServices,
  caller: Pick<Caller<Account>, 'account' | 'db'>,
  paper: LockedPaper,
): Promise<void> {
  const { warehouse, line } = await waysOf(sql, paper);
  if (warehouse === null) return;
  const places = await placesNow(sql, await codesOn(sql, paper, 'not off'));
  const codes = [...places].flatMap(([code, place]) => (place === null || place === line ? [code] : []));
  if (codes.length === 0) return;
  await store(sql, shared, caller, { codes, placeId: warehouse, reason: paper.handover_no });
  await sql`
    update handover_package set stored = true where handover_id = ${paper.id} and code = any(${codes}::bigint[])`;
}

/** Moves goods that came into stock by a paper back to its line. Throws 409 with all packages that have changed since. */
export async function giveGoodsBack(
  sql: Connection,
  shared: SharedServices,
  caller: Pick<Caller<Account>, 'account' | 'db'>,
  paper: LockedPaper,
  reason: string,
): Promise<void> {
  const codes = await codesOn(sql, paper, 'stored');
  if (codes.length === 0) return;
  const { line } = await waysOf(sql, paper);
  const [places, there] = [await placesNow(sql, codes), await placesIn(sql, paper.warehouse_id)];
  const codesElsewhere = codes.filter((code) => !there.has(places.get(code) ?? 0));
  if (codesElsewhere.length > 0) {
    const refusals = codesElsewhere.map((code): Refused => ({ code, reason: 'not_here' }));
    throw eventRefused(await refusedTexts(sql, { rules: shared.rules, seen: caller.db }, refusals));
  }
  await store(sql, shared, caller, { codes, placeId: line, reason });
}

/** Moves packages to a place; throws 409 with all that cannot be moved. */
const store = (
  sql: Connection,
  shared: SharedServices,
  caller: Pick<Caller<Account>, 'account' | 'db'>,
  goods: { readonly codes: readonly number[]; readonly placeId: number | null; readonly reason: string },
) => captureAll(sql, shared, caller, [{ ...doneNow(caller), act: 'store', ...goods }]);

const codesOn = async (sql: Connection, { id }: LockedPaper, which: 'not off' | 'stored'): Promise<number[]> => {
  const rows = await sql<{ code: number }[]>`
    select code from handover_package
    where handover_id = ${id} and ${which === 'stored' ? sql`stored` : sql`not off`}
    order by code`;
  return rows.map(({ code }) => code);
};

/** The places of a warehouse and its zones: where it may have put the goods since. */
async function placesIn(sql: Connection, warehouse: number | null): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select id from place where kind = 'warehouse' and ref_id in (select warehouses_within(${warehouse}))`;
  return new Set(rows.map(({ id }) => id));
}

async function placesNow(sql: Connection, codes: readonly number[]): Promise<Map<number, number | null>> {
  const records = await readCodes(sql, codes);
  return new Map(codes.map((code) => [code, records.placeOf(records.of(code))]));
}
