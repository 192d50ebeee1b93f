import { type GenuineStep, isGenuineFrom } from '@suyuan/contract/trace/genuine.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { type CodeRecords, readCodes } from '#trace/state/code-records.ts';
import { type DealersPart, noDealer, stepReached } from '#trace/state/genuine-step.ts';
import { recalledAmong } from './recalled.ts';
import type { ScannedCode } from './scan-answer.ts';

/** An issued code, and what is kept of it with a scan. */
export interface IssuedCode extends ScannedCode {
  readonly record: CodeRecord;
  /** The furthest step that it has come to; undefined for a pre-code. */
  readonly step: GenuineStep | undefined;
  /** The place of the goods by events. */
  readonly placeId: number | null;
}

/** Reads what the answers to scans tell of issued codes, by id. */
export async function codesOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, IssuedCode>> {
  const [codes, isRecalled] = await Promise.all([readCodes(sql, ids), recalledAmong(sql, ids)]);
  const records = codes.among(ids);
  const sales = await Sales.of(sql, codes, records);
  return new Map(
    records.map((record): [number, IssuedCode] => {
      const goods = codes.goodsOf(record);
      const step = stepReached(codes, record, sales.partIn(record));
      const shippedBy = codes.outermostOf(record).shippedBy;
      const code = {
        record,
        isVoid: codes.statusOf(record) === 'void',
        step,
        isActivated: isGenuineFrom(record.issue.genuine_from, step),
        isRecalled: isRecalled(record.id, goods),
        isLost: codes.isLost(record),
        goods,
        level: record.level,
        units: record.contents?.units ?? null,
        issuedAt: record.issue.ordered_at,
        boundAt: record.boundAt,
        packedAt: (record.packedBy ?? record.contents?.packedBy)?.at ?? null,
        shippedAt: shippedBy?.at ?? null,
        shippedTo: sales.areaOf(shippedBy?.waybillId ?? 0),
        placeId: record.life === 'active' ? codes.placeOf(record) : null,
      };
      return [record.id, code];
    }),
  );
}

interface WaybillRow {
  readonly id: number;
  readonly to_dealer: boolean;
  readonly from_dealer: boolean;
  /** The area of the dealer that it goes to. */
  readonly area_code: string | null;
}

/** Which waybills and warehouses of some goods are those of dealers. */
class Sales {
  readonly #codes: CodeRecords;
  readonly #waybills: ReadonlyMap<number, WaybillRow>;
  readonly #dealerPlaces: ReadonlySet<number>;

  private constructor(codes: CodeRecords, waybills: readonly WaybillRow[], dealerPlaces: readonly number[]) {
    this.#codes = codes;
    this.#waybills = new Map(waybills.map((row) => [row.id, row]));
    this.#dealerPlaces = new Set(dealerPlaces);
  }

  /** Asks nothing for goods that have not left the line that they were made on. */
  static async of(sql: Connection, codes: CodeRecords, records: readonly CodeRecord[]): Promise<Sales> {
    const waybills: number[] = [];
    const warehouses: number[] = [];
    for (const record of records) {
      const { last, shippedBy } = codes.outermostOf(record);
      if (last === null) continue;
      if (shippedBy?.waybillId) waybills.push(shippedBy.waybillId);
      const kind = codes.placeKindOf(record);
      const [place, waybill] = [codes.placeOf(record), codes.waybillOf(record)];
      if (kind === 'waybill' && waybill !== null) waybills.push(waybill);
      if (kind === 'warehouse' && place !== null && record.issue.genuine_from !== 'issued') warehouses.push(place);
    }
    if (waybills.length + warehouses.length === 0) return new Sales(codes, [], []);
    const [rows, places] = await Promise.all([waybillsAmong(sql, waybills), dealersAmong(sql, warehouses)]);
    return new Sales(codes, rows, places);
  }

  partIn(record: CodeRecord): DealersPart {
    const kind = this.#codes.placeKindOf(record);
    if (kind === 'warehouse') {
      return { ...noDealer, fromDealer: this.#dealerPlaces.has(this.#codes.placeOf(record) ?? 0) };
    }
    const waybill = kind === 'waybill' && this.#waybills.get(this.#codes.waybillOf(record) ?? 0);
    return waybill ? { fromDealer: waybill.from_dealer, toDealer: waybill.to_dealer } : noDealer;
  }

  areaOf(waybillId: number): string | null {
    return this.#waybills.get(waybillId)?.area_code ?? null;
  }
}

async function waybillsAmong(sql: Connection, ids: readonly number[]): Promise<readonly WaybillRow[]> {
  if (ids.length === 0) return [];
  return sql<WaybillRow[]>`
    select w.id, w.to_dealer_id is not null as to_dealer, f.dealer_id is not null as from_dealer, d.area_code
    from waybill w join warehouse f on f.id = w.from_warehouse_id left join dealer d on d.id = w.to_dealer_id
    where w.id ${among(sql, [...new Set(ids)])}`;
}

/** The places that are warehouses of dealers. */
async function dealersAmong(sql: Connection, places: readonly number[]): Promise<number[]> {
  if (places.length === 0) return [];
  const rows = await sql<{ id: number }[]>`
    select p.id from place p join warehouse w on p.kind = 'warehouse' and w.id = p.ref_id
    where p.id ${among(sql, [...new Set(places)])} and w.dealer_id is not null`;
  return rows.map(({ id }) => id);
}
