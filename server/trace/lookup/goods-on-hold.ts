import type { HeldFor, PartlyOnHold } from '@suyuan/contract/trace/on-hold.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { type CodeRecord, goodsIn } from '../state/code-record.ts';
import { CodeRecords } from '../state/code-records.ts';
import { type HeldBy, Holds, holdableOf } from '../state/holds.ts';
import { holdsInWords } from './refused-texts.ts';

/** Whether goods are on hold, and what for, as far as the reader may know. */
export interface OnHold {
  readonly held: boolean;
  readonly hold: HeldFor | null;
}

/** Of goods that are not on hold. */
export const free: OnHold = { held: false, hold: null };

/** Recalls and quality holds on goods, as every screen that shows goods tells of them. */
export interface GoodsOnHold {
  /** A package is on hold, too, if something in it is: it cannot be moved as a whole. */
  of(record: CodeRecord): OnHold;
  /**
   * Those of the codes within a package that a tree marks: they are held themselves, or hold such a code. A lot or place that holds
   * all of the package is told of the package, and not again of each code in it.
   */
  within(record: CodeRecord, ids: () => readonly number[]): Promise<ReadonlySet<number>>;
}

/** Reads what goods are on hold for. `db` is the database of the reader; `codes` has the records of the goods. */
export async function goodsOnHold(
  sql: Connection,
  db: Kysely<Schema>,
  codes: CodeRecords,
  records: readonly CodeRecord[],
): Promise<GoodsOnHold> {
  const holds = await Holds.read(sql);
  if (holds.none) return { of: () => free, within: async () => new Set() };
  const inner = await heldCodes(sql, holds);
  const around = new Map(inner.flatMap(({ above, by }) => above.map(({ id }) => [id, by] as const)));
  const heldBy = (record: CodeRecord): HeldBy | undefined =>
    holds.heldBy(holdableOf(codes, record)) ?? around.get(record.id);
  const inWords = await holdsInWords(
    db,
    records.flatMap((record) => heldBy(record)?.document ?? []),
  );
  return {
    of: (record) => {
      const by = heldBy(record);
      return { held: by !== undefined, hold: inWords(by?.document) ?? null };
    },
    within: async (record, ids) => {
      const lots = goodsIn(record).flatMap(({ lotId }) => lotId ?? []);
      const some = lots.length > 1 && holds.heldBy({ codes: [], lots, place: null });
      return new Set([
        ...inner.map(({ id }) => id),
        ...around.keys(),
        ...(some ? await heldByLot(sql, holds, ids()) : []),
      ]);
    },
  };
}

/** The same of issued codes whose records nobody has read: they are read only if anything is on hold. */
export async function codesOnHold(
  sql: Connection,
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<(id: number) => OnHold> {
  if (ids.length === 0 || (await Holds.read(sql)).none) return () => free;
  const codes = new CodeRecords(sql);
  await codes.read(ids);
  const onHold = await goodsOnHold(sql, db, codes, codes.among(ids));
  return (id) => {
    const record = codes.get(id);
    return record ? onHold.of(record) : free;
  };
}

/** What a whole lot is on hold for. */
export async function lotOnHold(sql: Connection, db: Kysely<Schema>, lot: number): Promise<OnHold> {
  const by = (await Holds.read(sql)).heldBy({ codes: [], lots: [lot], place: null });
  if (!by) return free;
  return { held: true, hold: (await holdsInWords(db, [by.document]))(by.document) ?? null };
}

/** Recalls and quality holds on lots, and on their packages by level. */
export interface LotsOnHold {
  /** Undefined if nothing of it is on hold. */
  of(lot: number, level?: number): PartlyOnHold | undefined;
}

/** Reads what lots are on hold for, wholly or in part: by some of their codes, or by a place where some of them are. */
export async function lotsOnHold(sql: Connection, db: Kysely<Schema>, lots: readonly number[]): Promise<LotsOnHold> {
  const holds = await Holds.read(sql);
  if (holds.none || lots.length === 0) return { of: () => undefined };
  const [inner, stocks] = await Promise.all([heldCodes(sql, holds), stockOnHold(sql, holds, lots)]);
  const codes = inner.flatMap(({ record, above, by }) =>
    goodsIn(record).flatMap(({ lotId }) =>
      [record, ...above].map(({ level }) => ({ lot: lotId, level, document: by.document })),
    ),
  );
  const heldBy = (lot: number, level?: number) => {
    const whole = holds.heldBy({ codes: [], lots: [lot], place: null });
    if (whole) return { document: whole.document, partly: false };
    const part =
      codes.find((one) => one.lot === lot && (level === undefined || one.level === level)) ??
      stocks.find((one) => one.lot === lot);
    return part && { document: part.document, partly: true };
  };
  const inWords = await holdsInWords(
    db,
    lots.flatMap((lot) =>
      [heldBy(lot), ...levels.map((level) => heldBy(lot, level))].flatMap((by) => by?.document ?? []),
    ),
  );
  return {
    of: (lot, level) => {
      const by = heldBy(lot, level);
      return by && { held: true, hold: inWords(by.document) ?? null, partly: by.partly };
    },
  };
}

const levels = [1, 2, 3, 4, 5];

/** The codes that are held themselves, with the packages around them, and what holds them. */
async function heldCodes(sql: Connection, holds: Holds) {
  if (holds.codes.length === 0) return [];
  const codes = new CodeRecords(sql);
  await codes.read(holds.codes);
  return codes.among(holds.codes).flatMap((record) => {
    const by = holds.heldBy(holdableOf(codes, record));
    return by ? [{ id: record.id, record, above: codes.above(record), by }] : [];
  });
}

/** Those of the codes whose lot is on hold. */
async function heldByLot(sql: Connection, holds: Holds, ids: readonly number[]): Promise<number[]> {
  const codes = new CodeRecords(sql);
  await codes.read(ids);
  return codes
    .among(ids)
    .flatMap((record) => (holds.heldBy({ ...holdableOf(codes, record), place: null }) ? record.id : []));
}

/** Which of the lots lie at places that are on hold. */
async function stockOnHold(sql: Connection, holds: Holds, lots: readonly number[]) {
  if (holds.places.length === 0) return [];
  const rows = await sql<{ lot_id: number; place_id: number }[]>`
    select lot_id, place_id from (
      select lot_id, place_id, units from stock where place_id = any(${holds.places}::bigint[])
      union all select lot_id, place_id, units from stock_delta where place_id = any(${holds.places}::bigint[])
    ) standing
    where lot_id = any(${lots as number[]}::bigint[])
    group by lot_id, place_id having sum(units) > 0`;
  return rows.flatMap(({ lot_id: lot, place_id: place }) => {
    const by = holds.heldBy({ codes: [], lots: [], place });
    return by ? [{ lot, document: by.document }] : [];
  });
}
