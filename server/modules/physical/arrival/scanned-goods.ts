import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { placesOf } from '#trace/places.ts';
import { type CodeRecord, goodsIn, unitsOf } from '#trace/state/code-record.ts';
import { type CodeRecords, readCodes } from '#trace/state/code-records.ts';
import { namedPlaces } from '#trace/visible-names.ts';

/** Units of a scan, by line of the waybill, product and lot; 0 where there is none. */
export interface CountedGoods {
  readonly line_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly units: number;
}

/** What a code is, compared with the waybill that arrives; whether it was scanned already is not looked at. */
export interface ScannedCode {
  readonly outcome: Exclude<ArrivalOutcome, 'repeated' | 'unknown'>;
  readonly units: number;
  readonly goods: readonly CountedGoods[];
  /** The packages around it, innermost first. */
  readonly above: readonly number[];
  /** The other waybill that it is on, if the caller may see it. */
  readonly otherWaybill: { readonly id: number; readonly waybill_no: string } | undefined;
  /** The warehouse that misses it, if the caller may see that. */
  readonly missingFrom: string | undefined;
}

interface GoodsRow {
  readonly code: number;
  readonly line_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly units: number;
  readonly received: number;
}

/** Compares codes with the waybill that arrives. Codes that were never issued are left out. */
export async function comparedWith(
  sql: Connection,
  seen: Kysely<Schema>,
  waybillId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScannedCode>> {
  const records = await readCodes(sql, ids);
  const known = records.among(ids);
  const around = new Map(known.map((record) => [record.id, records.above(record).map(({ id }) => id)]));
  const codes = [...new Set([...around].flatMap(([id, above]) => [id, ...above]))];
  const [rows, own, lost, others, missing] = await Promise.all([
    sql<GoodsRow[]>`
      select code, line_id, product_id, lot_id, units, received from waybill_goods
      where waybill_id = ${waybillId} and code = any(${codes}::bigint[])`,
    placesOf(sql, 'waybill', [waybillId]),
    placesOf(sql, 'lost', [waybillId]),
    otherWaybills(sql, seen, waybillId, known, records),
    missingGoods(sql, seen, known, records),
  ]);
  const onWaybill = Map.groupBy(rows, ({ code }) => code);
  const places = new Set([...own.values(), ...lost.values()]);
  return new Map(
    known.map((record) => {
      const above = around.get(record.id) ?? [];
      const loaded = [record.id, ...above].flatMap((id) => onWaybill.get(id) ?? []);
      const isComing =
        records.waybillOf(record) === waybillId && places.has(records.placeOf(record) ?? 0) && isThere(records, record);
      const hasArrived = !isComing && loaded.some(({ units, received }) => received > 0 && received >= units);
      const [otherWaybill, missingFrom] = [others.get(record.id), missing.get(record.id)];
      const outcome = isComing
        ? above.length > 0
          ? 'part'
          : 'counted'
        : hasArrived
          ? 'arrived'
          : otherWaybill
            ? 'other_waybill'
            : missingFrom
              ? 'missing'
              : 'not_shipped';
      return [
        record.id,
        {
          outcome,
          units: unitsOf(record),
          goods: isComing ? countedGoods(record, loaded) : [],
          above,
          otherWaybill,
          missingFrom,
        },
      ];
    }),
  );
}

const isThere = (records: CodeRecords, record: CodeRecord): boolean =>
  records.lifeOf(record) === 'active' && (record.level === 1 || record.contents !== null);

/** The goods of a code by the line that they were loaded for. */
const countedGoods = (record: CodeRecord, loaded: readonly GoodsRow[]): CountedGoods[] =>
  goodsIn(record).map(({ productId, lotId, units }) => ({
    line_id:
      loaded.find((row) => row.product_id === (productId ?? 0) && row.lot_id === (lotId ?? 0))?.line_id ??
      loaded[0]?.line_id ??
      0,
    product_id: productId ?? 0,
    lot_id: lotId ?? 0,
    units,
  }));

/** The other waybills that codes are under way with, as far as the caller may see them. */
async function otherWaybills(
  sql: Connection,
  seen: Kysely<Schema>,
  waybillId: number,
  known: readonly CodeRecord[],
  records: CodeRecords,
): Promise<Map<number, { id: number; waybill_no: string }>> {
  const waybillOf = new Map(
    known.flatMap((record) => {
      const other = records.waybillOf(record);
      return other && other !== waybillId ? [[record.id, other] as const] : [];
    }),
  );
  if (waybillOf.size === 0) return new Map();
  const places = await placesOf(sql, 'waybill', [...waybillOf.values()]);
  const rows = await seen
    .selectFrom('waybill')
    .select(['id', 'waybill_no'])
    .where('id', 'in', [...new Set(waybillOf.values())])
    .execute();
  return new Map(
    [...waybillOf].flatMap(([code, other]) => {
      const row = rows.find(({ id }) => id === other);
      const record = records.get(code);
      return row && record && records.placeOf(record) === places.get(other) ? [[code, row] as const] : [];
    }),
  );
}

/** The warehouses that miss codes, as far as the caller may see them: a count has not found these goods. */
async function missingGoods(
  sql: Connection,
  seen: Kysely<Schema>,
  known: readonly CodeRecord[],
  records: CodeRecords,
): Promise<Map<number, string>> {
  const placeOf = new Map(
    known.flatMap((record) => {
      const place = records.waybillOf(record) === null ? records.placeOf(record) : null;
      return place === null ? [] : [[record.id, place] as const];
    }),
  );
  const places = await namedPlaces(sql, seen, [...new Set(placeOf.values())]);
  return new Map(
    [...placeOf].flatMap(([code, id]) => {
      const place = places.get(id);
      return place?.kind === 'missing' && place.name !== null ? [[code, place.name] as const] : [];
    }),
  );
}
