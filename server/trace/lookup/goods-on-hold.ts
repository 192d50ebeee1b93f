import type { HeldFor } from '@suyuan/contract/trace/on-hold.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { CodeRecord } from '../state/code-record.ts';
import { CodeRecords } from '../state/code-records.ts';
import { type HeldBy, Holds, holdableOf } from '../state/holds.ts';
import { holdsInWords } from './refused-texts.ts';

/** Whether goods are on hold, and what for, as far as the reader may know. */
export interface OnHold {
  readonly held: boolean;
  readonly hold: HeldFor | null;
}

/** Recalls and quality holds on goods, as every screen that shows goods tells of them. */
export interface GoodsOnHold {
  /** A package is on hold, too, if something in it is: it cannot be moved as a whole. */
  of(record: CodeRecord): OnHold;
  /** The codes that are held themselves, apart from their lot and place. */
  readonly codes: ReadonlySet<number>;
}

/** Reads what goods are on hold for. `db` is the database of the reader; `codes` has the records of the goods. */
export async function goodsOnHold(
  sql: Connection,
  db: Kysely<Schema>,
  codes: CodeRecords,
  records: readonly CodeRecord[],
): Promise<GoodsOnHold> {
  const holds = await Holds.read(sql);
  if (holds.none) return { of: () => ({ held: false, hold: null }), codes: new Set() };
  const within = await heldWithin(sql, holds);
  const heldBy = (record: CodeRecord): HeldBy | undefined =>
    holds.heldBy(holdableOf(codes, record)) ?? within.get(record.id);
  const inWords = await holdsInWords(
    db,
    records.flatMap((record) => heldBy(record)?.document ?? []),
  );
  return {
    of: (record) => {
      const by = heldBy(record);
      return { held: by !== undefined, hold: inWords(by?.document) ?? null };
    },
    codes: new Set(holds.codes),
  };
}

/** What a whole lot is on hold for. */
export async function lotOnHold(sql: Connection, db: Kysely<Schema>, lot: number): Promise<OnHold> {
  const by = (await Holds.read(sql)).heldBy({ codes: [], lots: [lot], place: null });
  if (!by) return { held: false, hold: null };
  return { held: true, hold: (await holdsInWords(db, [by.document]))(by.document) ?? null };
}

/** The packages around codes that are held themselves, each with what holds something in it. */
async function heldWithin(sql: Connection, holds: Holds): Promise<ReadonlyMap<number, HeldBy>> {
  const within = new Map<number, HeldBy>();
  if (holds.codes.length === 0) return within;
  const inner = new CodeRecords(sql);
  await inner.read(holds.codes);
  for (const record of inner.among(holds.codes)) {
    const by = holds.heldBy(holdableOf(inner, record));
    if (by) for (const around of inner.above(record)) within.set(around.id, by);
  }
  return within;
}
