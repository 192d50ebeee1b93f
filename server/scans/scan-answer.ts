import type { ScanAnswer, Verdict } from '@suyuan/contract/consumer/scan.ts';
import { provinceName } from '#platform/areas/areas.ts';
import { type Region, regionName } from '#platform/areas/regions.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { type CodeGoods, readCodes } from '#trace/state/code-records.ts';

/** When and where a code was scanned first, and how often. */
export interface FirstScan {
  readonly count: number;
  readonly firstAt: Date;
  readonly firstRegion: Region;
}

/** What an answer tells of a code. */
export interface ScannedCode {
  readonly status: 'issued' | 'bound' | 'void';
  readonly isRecalled: boolean;
  readonly isLost: boolean;
  readonly goods: CodeGoods;
  readonly level: number;
  /** How many units are in a package; null for a unit. */
  readonly units: number | null;
  readonly issuedAt: Date;
  /** In epoch milliseconds, if known from events. */
  readonly boundAt: number | null;
  readonly packedAt: number | null;
  readonly shippedAt: number | null;
  /** The area of the dealer that it was shipped to. */
  readonly shippedTo: string | null;
}

/**
 * The answer to a scan. A code that was never issued gets the same answer whether a rule could have issued it or its check
 * character is wrong: the printed form and the number of scans are left out, since they depend on the deciphered code.
 */
export function answerOf(
  { text, statedGtin }: { readonly text: string; readonly statedGtin: string | undefined },
  code: ScannedCode | undefined,
  first: FirstScan,
): ScanAnswer {
  if (!code || contradicts(statedGtin, code.goods)) {
    const scan = { count: 1, first_at: null, first_region: null };
    return { verdict: 'unknown', code: null, product: null, package: null, scan, trace: [] };
  }
  const isProduct = code.status === 'bound';
  return {
    verdict: verdictOf(code, first.count),
    code: text,
    product: isProduct ? productOf(code.goods) : null,
    package: code.level > 1 ? { level: code.level, units: code.units } : null,
    scan: {
      count: first.count,
      first_at: first.firstAt.toISOString(),
      first_region: regionName(first.firstRegion) || null,
    },
    trace: isProduct ? traceOf(code) : [],
  };
}

function productOf(goods: CodeGoods): ScanAnswer['product'] {
  const { product_code, product_name, gtin, spec, lot, production_date, expiry_date } = goods;
  if (product_code === null || product_name === null) return null;
  return { product_code, product_name, gtin, spec, lot, production_date, expiry_date };
}

/** The steps of the product known from events; without events, when its code was issued. */
function traceOf({ issuedAt, boundAt, packedAt, shippedAt, shippedTo }: ScannedCode): ScanAnswer['trace'] {
  const steps: [step: string, at: number | null, region?: string | null][] =
    boundAt === null
      ? [['commissioning', issuedAt.getTime()]]
      : [
          ['production', boundAt],
          ['packing', packedAt],
          ['shipping', shippedAt, shippedTo && provinceName(shippedTo)],
        ];
  return steps.flatMap(([step, at, region = null]) =>
    at === null ? [] : [{ step, at: new Date(at).toISOString(), region }],
  );
}

/** Whether the text states the GTIN of another product. */
const contradicts = (statedGtin: string | undefined, { product_id, gtin }: CodeGoods): boolean =>
  statedGtin !== undefined && product_id !== null && gtin?.padStart(14, '0') !== statedGtin;

function verdictOf({ status, isRecalled, isLost }: ScannedCode, count: number): Verdict {
  if (status === 'void') return 'void';
  if (isRecalled) return 'recalled';
  if (isLost) return 'lost';
  if (status === 'issued') return 'unbound';
  return count === 1 ? 'genuine' : 'repeated';
}

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
async function recalledAmong(
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

/** The areas of the dealers that waybills go to, by waybill, as far as they are known. */
async function areasOfWaybills(sql: Connection, waybills: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (waybills.length === 0) return new Map();
  const rows = await sql<{ id: number; area_code: string }[]>`
    select w.id, d.area_code from waybill w join dealer d on d.id = w.to_dealer_id
    where w.id ${among(sql, [...new Set(waybills)])} and d.area_code is not null`;
  return new Map(rows.map(({ id, area_code }) => [id, area_code]));
}

/** An issued code, and what is kept of it with a scan. */
export interface IssuedCode extends ScannedCode {
  readonly record: CodeRecord;
  /** The place of the goods by events. */
  readonly placeId: number | null;
}

/** Reads what the answers to scans tell of issued codes, by id. */
export async function codesOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, IssuedCode>> {
  const [codes, isRecalled] = await Promise.all([readCodes(sql, ids), recalledAmong(sql, ids)]);
  const records = codes.among(ids);
  const shipments = records.map((record) => codes.outermostOf(record).shippedBy);
  const areas = await areasOfWaybills(
    sql,
    shipments.flatMap((by) => by?.waybillId ?? []),
  );
  return new Map(
    records.map((record, index): [number, IssuedCode] => {
      const goods = codes.goodsOf(record);
      const shippedBy = shipments[index];
      const code = {
        record,
        status: codes.statusOf(record),
        isRecalled: isRecalled(record.id, goods),
        isLost: codes.isLost(record),
        goods,
        level: record.level,
        units: record.contents?.units ?? null,
        issuedAt: record.issue.ordered_at,
        boundAt: record.boundAt,
        packedAt: (record.packedBy ?? record.contents?.packedBy)?.at ?? null,
        shippedAt: shippedBy?.at ?? null,
        shippedTo: areas.get(shippedBy?.waybillId ?? 0) ?? null,
        placeId: record.life === 'active' ? codes.placeOf(record) : null,
      };
      return [record.id, code];
    }),
  );
}
