import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import {
  type CountedCode,
  type CountStatus,
  countScan,
  countUnscan,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { lotNumbers } from '#trace/goods.ts';
import { CodeLookup, refusalMessage } from '#trace/lookup/code-lookup.ts';
import { type CodeRecord, unitsOf } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';

/** Serves the scans of counts, which several people make at once. */
export default function serveCountScans(services: Services, shared: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.codes;

  routes.serve(countScan, async ({ id, codes }, caller) => {
    const { results } = await CodeLookup.resolve(services, shared, caller, codes);
    const locale = localeOf(services, caller);
    const unread = results.filter((one) => typeof one === 'object').map((one) => refusalMessage(locale, one));
    const ids = [...new Set(results.filter((one) => typeof one === 'number'))];
    const ledger = new Ledger(sql);
    await ledger.read(ids);
    const known = await sql.begin(async (transaction) => {
      await lockCounting(transaction, id, 'scan');
      const already = new Set<number>();
      for (const one of ids)
        if ((await countCode(transaction, id, ledger, one, caller.account.id)) === undefined) already.add(one);
      return already;
    });
    const [texts, lots] = await Promise.all([
      shared.rules.texts(sql, ids),
      lotNumbers(
        sql,
        ids.flatMap((one) => ledger.of(one).lotId ?? []),
      ),
    ]);
    const counted = ids.map((one): CountedCode => {
      const record = ledger.of(one);
      return {
        code: codes[results.indexOf(one)] as string,
        printed: texts.get(one) ?? '',
        product_id: record.productId,
        lot: lots.get(record.lotId ?? 0) ?? null,
        units: known.has(one) ? 0 : unitsOf(record),
        known: known.has(one),
      };
    });
    return { counted, refusals: unread };
  });

  routes.serve(countUnscan, async ({ id, codes }, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, codes);
    return sql.begin(async (transaction) => {
      await lockCounting(transaction, id, 'unscan');
      return { units: (await uncountCodes(transaction, id, ids)) ?? 0 };
    });
  });
}

/** Locks a count that people scan for; throws 409 unless it is being counted. */
async function lockCounting(sql: Connection, id: number, step: 'scan' | 'unscan'): Promise<void> {
  const row = await lockedCount(sql, id);
  if (!row) throw notFound('stock_count');
  if (!countLife.mayTake(step, row.status)) throw conflict(`count_${row.status}`);
}

/** A count, locked until the end of the transaction. */
export async function lockedCount(
  sql: Connection,
  id: number,
): Promise<{ readonly count_no: string; readonly status: CountStatus } | undefined> {
  const [row] = await sql<{ count_no: string; status: CountStatus }[]>`
    select count_no, status from stock_count where id = ${id} for update`;
  return row;
}

/** Counts a code that was read into the ledger; returns its units, or undefined if it was counted already. */
export async function countCode(
  sql: Connection,
  id: number,
  ledger: Ledger,
  code: number,
  account: number,
): Promise<number | undefined> {
  const record = ledger.of(code);
  if (await isCounted(sql, id, ledger, record)) return undefined;
  await count(sql, id, ledger, record, account);
  return unitsOf(record);
}

/** Takes the scans of codes back; returns their units, or undefined if there were none. What lay in them counts by itself again. */
export async function uncountCodes(sql: Connection, id: number, codes: readonly number[]): Promise<number | undefined> {
  const rows = await sql<{ units: number }[]>`
    delete from stock_count_scan where count_id = ${id} and code = any(${codes as number[]}::bigint[]) returning units`;
  if (rows.length === 0) return undefined;
  await sql`
    update stock_count_scan set within = null where count_id = ${id} and within = any(${codes as number[]}::bigint[])`;
  return rows.reduce((sum, { units }) => sum + units, 0);
}

/** Whether a code was scanned, or a package around it. */
async function isCounted(sql: Connection, id: number, ledger: Ledger, record: CodeRecord): Promise<boolean> {
  const rows = await sql`
    select from stock_count_scan where count_id = ${id} and code = any(${ledger.with(record)}::bigint[]) limit 1`;
  return rows.length > 0;
}

/** Counts a code; what was scanned out of it before counts with it from now on. */
async function count(sql: Connection, id: number, ledger: Ledger, record: CodeRecord, account: number): Promise<void> {
  await sql`
    insert into stock_count_scan (count_id, code, product_id, lot_id, units, account_id, scanned_at)
    values (${id}, ${record.id}, ${record.productId}, ${record.lotId}, ${unitsOf(record)}, ${account}, now())`;
  if (!record.contents) return;
  const inside = await insideOf(ledger, record.id);
  await sql`
    update stock_count_scan set within = ${record.id}
    where count_id = ${id} and within is null and code = any(${inside}::bigint[])`;
}

/** Everything in a package, on all levels. */
async function insideOf(ledger: Ledger, parent: number): Promise<number[]> {
  const found: number[] = [];
  for (let level = [parent]; level.length > 0; ) {
    await ledger.readContents(level);
    level = level.flatMap((id) => ledger.childrenOf(id).map((child) => child.id));
    found.push(...level);
  }
  return found;
}
