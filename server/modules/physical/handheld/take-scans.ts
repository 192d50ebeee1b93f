import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { lotNumbers } from '#trace/goods.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { correctedTimes, lastScanTime, type ScanTime, type TimedScan } from './corrected-times.ts';
import { type KeptScan, keepScans, keptScans } from './kept-scans.ts';

/** What a handheld sends at once. */
export interface SentScans {
  readonly device: string;
  readonly sent_at: string;
  readonly scans: readonly Scan[];
}

/** How many scans are captured in one transaction: people at desks wait for as long as it takes. */
const together = 125;
/** How far the correction of a clock may be off, in milliseconds: a scan of a handheld follows at once what was done at a desk. */
const clockError = 10_000;

/**
 * Takes scans of a handheld in their order, and answers each. Events and answers are written together, so a scan that is sent again, to
 * whichever server and after whatever crash, gets its first answer. Returns fewer answers than scans if it had to stop. Throws 400 for
 * ids that are given twice, or are those of another person's scans.
 */
export async function takeScans(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  { device, sent_at, scans }: SentScans,
): Promise<KeptScan[]> {
  const receivedAt = Date.now();
  const { sql } = services.system.codes;
  await requireOwnIds(sql, caller, scans);
  const inOrder = scans.toSorted((a, b) => a.no - b.no);
  const answered: KeptScan[] = [];
  for (let at = 0; at < inOrder.length; at += together) {
    const some = inOrder.slice(at, at + together);
    try {
      answered.push(...(await takeSome(services, shared, caller, { device, sent_at, scans: some, receivedAt })));
    } catch (error) {
      // What was answered is answered; the handheld sends the rest again, and learns then what is in the way.
      if (answered.length === 0) throw error;
      break;
    }
  }
  return answered;
}

async function requireOwnIds(
  sql: Connection,
  { account }: Pick<Caller<Account>, 'account'>,
  scans: readonly Scan[],
): Promise<void> {
  const ids = new Set<string>();
  for (const [at, { id }] of scans.entries()) {
    if (ids.has(id)) throw badInput({ path: `scans.${at}.id`, reason: 'twice' });
    ids.add(id);
  }
  requireOwn(account, scans, await keptScans(sql, [...ids]));
}

/** Throws 400 if a scan is of another person. */
function requireOwn({ id: own }: Account, scans: readonly Scan[], known: ReadonlyMap<string, KeptScan>): void {
  const at = scans.findIndex(({ id }) => (known.get(id)?.account_id ?? own) !== own);
  if (at >= 0) throw badInput({ path: `scans.${at}.id`, reason: 'taken', params: { value: scans[at]?.id ?? '' } });
}

async function takeSome(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  { device, sent_at, scans, receivedAt }: SentScans & { readonly receivedAt: number },
): Promise<KeptScan[]> {
  const { sql } = services.system.codes;
  const before = await keptScans(
    sql,
    scans.map(({ id }) => id),
  );
  const fresh = scans.filter(({ id }) => !before.has(id));
  if (fresh.length === 0) return scans.map(({ id }) => before.get(id) as KeptScan);
  const codes = await codesOf(services, shared, caller, fresh);
  const waybills = await ownWaybills(caller, fresh);
  const taken = await shared.capture.inBatchUnderLock(async (transaction) => {
    // Another server may have taken them meanwhile.
    const known = await keptScans(
      transaction,
      fresh.map(({ id }) => id),
    );
    requireOwn(caller.account, scans, known);
    const left = fresh.filter(({ id }) => !known.has(id));
    const floor = await lastScanTime(transaction, device);
    const times = correctedTimes(left, { sentAt: sent_at, receivedAt, floor });
    const timed = left.map(
      (scan, at): TimedScan => ({
        scan,
        code: waybills.has(scan.document_id) ? (codes.get(scan.id) as number | RefusedText) : unknownWaybill(scan),
        time: times[at] as ScanTime,
      }),
    );
    const kept = await captured(transaction, shared, caller, timed);
    await keepScans(transaction, device, kept);
    return new Map([...known, ...kept.map((one) => [one.scan.id, one.kept] as const)]);
  });
  return scans.map(({ id }) => (before.get(id) ?? taken.get(id)) as KeptScan);
}

/** The codes of scans by the id of the scan, or why they are none. */
async function codesOf(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  scans: readonly Scan[],
): Promise<Map<string, number | RefusedText>> {
  const texts = scans.map(({ code }) => code);
  const { results } = await CodeLookup.resolve(services, shared, caller, texts, { forCapture: true });
  return new Map(scans.map(({ id }, at) => [id, results[at] as number | RefusedText]));
}

/** The waybills of scans that the caller may load. */
async function ownWaybills({ account, db }: Caller<Account>, scans: readonly Scan[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(scans.map(({ document_id }) => document_id))];
  const rows = isOfEnterprise(account)
    ? await db.selectFrom('waybill').select('id').where('id', 'in', ids).execute()
    : await db
        .selectFrom('waybill')
        .innerJoin('warehouse', 'warehouse.id', 'waybill.from_warehouse_id')
        .select('waybill.id')
        .where('waybill.id', 'in', ids)
        .execute();
  return new Set(rows.map(({ id }) => id));
}

const unknownWaybill = ({ code, document_id }: Scan): RefusedText => ({
  ...{ code, reason: 'unknown_document', conflict: `${document_id}` },
});

/** Carries out the events of scans, in the transaction that holds the capture lock. */
async function captured(
  sql: Connection,
  shared: SharedServices,
  caller: Caller<Account>,
  scans: readonly TimedScan[],
): Promise<(TimedScan & { readonly kept: KeptScan })[]> {
  const read = scans.filter((one): one is TimedScan & { readonly code: number } => typeof one.code === 'number');
  const events = read.map((one) => eventOf(caller, one));
  const outcomes = events.length === 0 ? [] : await shared.capture.captureIn(sql, events);
  const byScan = new Map(read.map(({ scan }, at) => [scan.id, outcomes[at] as Captured]));
  const goods = await goodsOf(sql, shared, read, outcomes);
  const refusals = await refusalsOf(sql, shared, read, byScan);
  return scans.map((one) => {
    const { scan, code } = one;
    const whose = { id: scan.id, account_id: caller.account.id };
    const refused = (why: readonly RefusedText[]): KeptScan => ({
      ...{ ...whose, result: 'refused', answer: { units: 0 } },
      refusals: why.map((refusal) => ({ ...refusal, code: scan.code })),
    });
    if (typeof code !== 'number') return { ...one, kept: refused([code]) };
    const outcome = byScan.get(scan.id) as Captured;
    const answer = goods.get(scan.id);
    if (!('refused' in outcome)) {
      const result = outcome.known === undefined ? 'taken' : 'known';
      return { ...one, kept: { ...whose, result, answer: answer ?? { units: outcome.units }, refusals: [] } };
    }
    return { ...one, kept: refused(refusals.get(scan.id) ?? []) };
  });
}

function eventOf(caller: Caller<Account>, { scan, code, time }: TimedScan & { readonly code: number }): EventInput {
  const { by, custodian } = doneNow(caller);
  const common = { ...time, by, custodian, late: true, clockError, batchKey: scan.id, waybillId: scan.document_id };
  return scan.act === 'load'
    ? { ...common, act: 'load', code, overrideReason: scan.override_reason?.trim() || null }
    : { ...common, act: 'unload', codes: [code], placeId: null };
}

async function goodsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly (TimedScan & { readonly code: number })[],
  outcomes: readonly Captured[],
): Promise<Map<string, KeptScan['answer']>> {
  const taken = read.flatMap(({ scan, code }, at) => {
    const outcome = outcomes[at] as Captured;
    return 'refused' in outcome ? [] : [{ id: scan.id, code, ...outcome }];
  });
  if (taken.length === 0) return new Map();
  const [texts, lots] = await Promise.all([
    rules.texts(
      sql,
      taken.map(({ code }) => code),
    ),
    lotNumbers(sql, [...new Set(taken.flatMap(({ lotId }) => lotId ?? []))]),
  ]);
  return new Map(
    taken.map(({ id, code, productId, lotId, units }) => [
      id,
      { printed: texts.get(code) ?? '', product_id: productId, lot: lots.get(lotId ?? 0) ?? null, units },
    ]),
  );
}

/** The refusals of scans, with the names of everything: whoever reads them is told what they may know. */
async function refusalsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly (TimedScan & { readonly code: number })[],
  outcomes: ReadonlyMap<string, Captured>,
): Promise<Map<string, RefusedText[]>> {
  const of = read.flatMap(({ scan }) => {
    const outcome = outcomes.get(scan.id) as Captured;
    return 'refused' in outcome ? outcome.refused.map((one) => ({ scan: scan.id, one })) : [];
  });
  if (of.length === 0) return new Map();
  const texts = await refusedTexts(
    sql,
    { rules, seen: 'everything' },
    of.map(({ one }) => one),
  );
  const byScan = new Map<string, RefusedText[]>();
  for (const [at, { scan }] of of.entries()) byScan.getOrInsert(scan, []).push(texts[at] as RefusedText);
  return byScan;
}
