import type { ScanVerdict } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Connection } from '#platform/database/database.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { OpenCount } from '../waybill/life/open-count.ts';
import type { ScannedCode } from './scanned-goods.ts';

interface ScanRow {
  readonly id: number | null;
  readonly code: number | null;
  readonly text: string;
  readonly verdict: ScanVerdict;
  readonly key: string | null;
}

interface NewScan extends ScanRow {
  readonly scanned: ScannedCode | undefined;
}

export interface Scanned {
  readonly id: number;
  readonly text: string;
  readonly scanned: ScannedCode;
  readonly singly: boolean;
}

/** What has been scanned of a waybill, by all who count it, while a call adds to it. */
export class CountedCodes {
  readonly #count: OpenCount;
  readonly #by: number;
  readonly #key: string | null;
  readonly #codes: Map<number, ScanRow>;
  readonly #texts: Map<string, ScanRow>;
  readonly #added: NewScan[] = [];

  private constructor(count: OpenCount, rows: readonly ScanRow[], { by, key }: { by: number; key: string | null }) {
    this.#count = count;
    this.#by = by;
    this.#key = key;
    this.#codes = new Map(rows.flatMap((row) => (row.code === null ? [] : [[row.code, row] as const])));
    this.#texts = new Map(rows.flatMap((row) => (row.code === null ? [[row.text, row] as const] : [])));
  }

  /** Reads what was scanned of codes, of packages around them, and of texts that may be none. */
  static async read(
    sql: Connection,
    count: OpenCount,
    { codes, texts, ...call }: { codes: readonly number[]; texts: readonly string[]; by: number; key: string | null },
  ): Promise<CountedCodes> {
    const rows = await sql<ScanRow[]>`
      select id, code, text, verdict, sent_key as key from arrival_scan
      where count_id = ${count.id} and (code = any(${codes as number[]}::bigint[]) or code is null and text = any(${texts as string[]}))`;
    return new CountedCodes(count, rows, call);
  }

  /** A text that is no code. */
  unknown(code: string): ArrivalOutcome {
    if (!this.#texts.has(code)) {
      const row = { id: null, code: null, text: code, verdict: 'unknown', key: this.#key, scanned: undefined } as const;
      this.#texts.set(code, row);
      this.#added.push(row);
    }
    return 'unknown';
  }

  /** A code, with the counted package around it, if there is one. */
  scan({ id, text: own, scanned, singly }: Scanned): { outcome: ArrivalOutcome; inside?: number } {
    const { outcome, above } = scanned;
    const before = this.#codes.get(id);
    // The same call once more is answered as the first time.
    const isSame = before !== undefined && this.#key !== null && before.key === this.#key;
    if (before && !isSame) return { outcome: before.verdict === 'expected' ? 'repeated' : outcome };
    if (outcome === 'arrived') return { outcome };
    const around = above.find((one) => this.#codes.get(one)?.verdict === 'expected');
    if (around !== undefined && !isSame) return { outcome: 'repeated', inside: around };
    const isCounted = outcome === 'counted' || (outcome === 'part' && (singly || isSame));
    if (outcome === 'part' && !isCounted) return { outcome };
    if (!before) {
      const verdict = isCounted ? 'expected' : outcome === 'missing' ? 'not_shipped' : (outcome as ScanVerdict);
      const row = { id: null, code: id, text: own, verdict, key: this.#key, scanned };
      this.#codes.set(id, row);
      this.#added.push(row);
    }
    return { outcome: isCounted ? 'counted' : outcome };
  }

  textOf(code: number): string {
    return this.#codes.get(code)?.text ?? '';
  }

  /** Writes what was added. What was scanned out of a package that is counted now is counted with it. */
  async write(sql: Connection): Promise<void> {
    if (this.#added.length === 0) return;
    await insertRows(sql, 'arrival_scan', this.#added, {
      count_id: ['bigint', () => this.#count.id],
      waybill_id: ['bigint', () => this.#count.waybill_id],
      code: ['bigint', ({ code }) => code],
      text: ['text', ({ text: own }) => own],
      verdict: ['text', ({ verdict }) => verdict],
      other_waybill_id: ['bigint', ({ scanned }) => scanned?.otherWaybill?.id ?? null],
      units: ['int', ({ scanned }) => scanned?.units ?? 0],
      goods: ['jsonb', ({ scanned, verdict }) => JSON.stringify(verdict === 'expected' ? (scanned?.goods ?? []) : [])],
      above: ['bigint[]', ({ scanned }) => `{${(scanned?.above ?? []).join(',')}}`],
      sent_key: ['text', ({ key }) => key],
      scanned_by: ['bigint', () => this.#by],
    });
    await countInside(
      sql,
      this.#count.id,
      this.#added.flatMap(({ code }) => code ?? []),
    );
  }
}

/**
 * Sets which scans are counted with a package: those of what lies in it. Asked for some codes, it looks at what lies in these; else at
 * what is counted by itself.
 */
export async function countInside(sql: Connection, countId: number, codes?: readonly number[]): Promise<void> {
  await sql`
    update arrival_scan s set inside_of = (
      select p.id from arrival_scan p
      where p.count_id = s.count_id and p.verdict = 'expected' and p.code = any(s.above) order by p.id limit 1)
    where s.count_id = ${countId} and s.verdict = 'expected' and cardinality(s.above) > 0
      and ${codes ? sql`s.above && ${codes as number[]}::bigint[]` : sql`s.inside_of is null`}`;
}
