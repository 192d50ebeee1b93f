import type { ScanOutcome, ScanResult } from '@suyuan/contract/handheld/scan.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { insertRows, textArray } from '#platform/database/statements/insert-rows.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import type { Locale } from '#platform/language.ts';
import { refusalText, visibleRefusals } from '#trace/refusal-text.ts';
import type { KeptAnswer, KeptRefusal } from './handheld.table.ts';
import type { TimedScan } from './read-scans.ts';

/** What a scan was answered the first time, and whose it is. */
export interface KeptScan {
  readonly id: string;
  readonly account_id: number;
  readonly result: ScanOutcome;
  readonly answer: KeptAnswer;
  readonly refusals: readonly KeptRefusal[];
}

/** The scans among these ids that were answered, whoever sent them. */
export async function keptScans(sql: Connection, ids: readonly string[]): Promise<Map<string, KeptScan>> {
  const rows = await sql<KeptScan[]>`
    select id, account_id, result, answer, refusals from handheld_scan where id = any(${ids as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keeps answers, in the transaction of their events. */
export async function keepScans(
  sql: Connection,
  device: string,
  scans: readonly (Pick<TimedScan, 'scan' | 'documentNo' | 'time'> & { readonly kept: KeptScan })[],
): Promise<void> {
  if (scans.length === 0) return;
  await insertRows(sql, 'handheld_scan', scans, {
    id: ['uuid', ({ scan }) => scan.id],
    device: ['uuid', () => device],
    account_id: ['bigint', ({ kept }) => kept.account_id],
    no: ['bigint', ({ scan }) => scan.no],
    device_time: ['timestamptz', ({ scan }) => scan.scanned_at],
    event_time: ['timestamptz', ({ time }) => new Date(time.at).toISOString()],
    act: ['text', ({ scan }) => scan.act],
    document_id: ['bigint', ({ scan }) => scan.document_id ?? null],
    document_no: ['text', ({ documentNo }) => documentNo],
    code: ['text', ({ scan }) => scan.code],
    codes: ['text[]', ({ scan }) => textArray(scan.codes ?? [])],
    manner: [
      'jsonb',
      ({ scan: { singly, damaged, remainder, moving } }) => JSON.stringify({ singly, damaged, remainder, moving }),
    ],
    reason: ['text', ({ scan }) => scan.reason?.trim() ?? null],
    result: ['text', ({ kept }) => kept.result],
    answer: ['jsonb', ({ kept }) => JSON.stringify(kept.answer)],
    refusals: ['jsonb', ({ kept }) => JSON.stringify(kept.refusals)],
  });
}

/** Answers as their reader may know them. */
export async function scanResults(
  db: Kysely<Schema>,
  scans: readonly KeptScan[],
  locale: Locale,
): Promise<ScanResult[]> {
  const visible = await visibleRefusals(
    db,
    scans.flatMap(({ id, refusals }) => refusals.map((one) => ({ ...one, scan: id }))),
  );
  const byScan = Map.groupBy(visible, ({ scan }) => scan);
  return scans.map(({ id, result, answer }) => {
    const refusals = byScan.get(id)?.map(({ scan: _, ...one }) => ({ ...one, message: refusalText(locale, one) }));
    return { id, result, ...answer, ...(refusals ? { refusals } : {}) };
  });
}

/** A handheld sends again within days; a refused scan stays until somebody settled it. */
const retention = '90 days';

/** Retention of answered scans. */
export class AnsweredScans implements Sweeping {
  readonly #sql: Connection;

  constructor(sql: Connection) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    await this.#sql`
      delete from handheld_scan
      where received_at < now() - ${retention}::interval and (result <> 'refused' or settled_at is not null)`;
  }
}
