import { scanActs } from '@suyuan/contract/handheld/act.ts';
import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { lotNumbers } from '#trace/goods.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import type { ChangeAct, GoodsAct, HandheldAct, Outcome, ReadScan } from './acts/act.ts';
import { actOf } from './acts/acts.ts';
import { correctedTimes, lastScanTime, type ScanTime } from './corrected-times.ts';
import type { KeptAnswer } from './handheld.table.ts';
import { type KeptScan, keepScans, keptScans } from './kept-scans.ts';
import { type ReadCodes, readScans, type TimedScan } from './read-scans.ts';

/** What a handheld sends at once. */
export interface SentScans {
  readonly device: string;
  readonly sent_at: string;
  readonly scans: readonly Scan[];
}

/** How many scans are captured in one transaction: people at desks wait for as long as it takes. */
const together = 125;

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
  for (const some of partsOf(inOrder)) {
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

/** Those that are captured together, and one by one those of which each is a change. */
function* partsOf(scans: readonly Scan[]): Generator<readonly Scan[]> {
  let part: Scan[] = [];
  for (const scan of scans) {
    const isAlone = 'prepare' in actOf(scan.act);
    if (part.length > 0 && (isAlone || part.length === together)) {
      yield part;
      part = [];
    }
    if (isAlone) yield [scan];
    else part.push(scan);
  }
  if (part.length > 0) yield part;
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
  const act = actOf((fresh[0] as Scan).act);
  if ('prepare' in act)
    return [await takeChange(services, shared, caller, act, { device, sent_at, receivedAt, scan: fresh[0] as Scan })];
  const read = await readScans(services, shared, caller, fresh);
  const documents = await ownDocuments(caller, fresh);
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
    const timed = left.map((scan, at): TimedScan => {
      const document = documents(scan);
      const codes = 'no' in document ? (read.get(scan.id) as ReadCodes) : document;
      return { scan, codes, documentNo: 'no' in document ? document.no : null, time: times[at] as ScanTime };
    });
    const kept = await recorded(transaction, shared, caller, timed);
    await keepScans(transaction, device, kept);
    return new Map([...known, ...kept.map((one) => [one.scan.id, one.kept] as const)]);
  });
  return scans.map(({ id }) => (before.get(id) ?? taken.get(id)) as KeptScan);
}

interface SentChange extends Omit<SentScans, 'scans'> {
  readonly receivedAt: number;
  readonly scan: Scan;
}

/** Makes the change of a scan, and keeps its answer with it. */
async function takeChange(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  act: ChangeAct,
  { device, sent_at: sentAt, receivedAt, scan }: SentChange,
): Promise<KeptScan> {
  const { sql } = services.system.codes;
  const document = (await ownDocuments(caller, [scan]))(scan);
  const floor = await lastScanTime(sql, device);
  const [time] = correctedTimes([scan], { sentAt, receivedAt, floor }) as [ScanTime];
  const documentNo = 'no' in document ? document.no : null;
  const whose = { id: scan.id, account_id: caller.account.id };
  const keep = async (on: Connection, kept: KeptScan) => {
    await keepScans(on, device, [{ scan, documentNo, time, kept }]);
    return kept;
  };
  const change = 'no' in document ? await act.prepare(shared, caller, scan, time) : document;
  if ('refused' in change)
    return keep(sql, { ...whose, result: 'refused', answer: { units: 0 }, refusals: change.refused });
  return shared.capture.queued(() =>
    services.routes.changeToldOf(change.call, change.input, caller, async (under) => {
      const answer = await change.make(under);
      // Sent again before it was answered, it was taken meanwhile: the change has waited for that.
      const known = (await keptScans(under.sql, [scan.id])).get(scan.id);
      return known ?? keep(under.sql, { ...whose, result: 'taken', answer, refusals: [] });
    }),
  );
}

/** The document that a scan is done for, or why the caller may not. */
type DocumentOf = (scan: Scan) => { readonly no: string | null } | { readonly refused: readonly RefusedText[] };

/** Finds the documents that the caller may work on, each by the rules of its act. */
async function ownDocuments(caller: Caller<Account>, scans: readonly Scan[]): Promise<DocumentOf> {
  const byAct = Map.groupBy(scans, ({ act }) => actOf(act));
  const own = new Map<HandheldAct, ReadonlyMap<number, string>>();
  for (const [act, some] of byAct) {
    const ids = [...new Set(some.flatMap(({ document_id }) => document_id ?? []))];
    if (act.documents && ids.length > 0) own.set(act, await act.documents(caller, ids));
  }
  return ({ act, document_id, code }) => {
    const one = actOf(act);
    const isOfDocument = one.documents && !(one.isFree && document_id === undefined);
    const no = isOfDocument ? own.get(one)?.get(document_id ?? 0) : null;
    if (no !== undefined && holds(caller.account, scanActs[act])) return { no };
    return { refused: [{ code, reason: 'unknown_document', conflict: `${document_id ?? ''}` }] };
  };
}

/** Records scans in the transaction that holds the capture lock: those of one act and document that follow each other at once. */
async function recorded(
  sql: Connection,
  shared: SharedServices,
  caller: Caller<Account>,
  scans: readonly TimedScan[],
): Promise<(TimedScan & { readonly kept: KeptScan })[]> {
  const read = scans.flatMap(({ scan, codes, time }): ReadScan[] =>
    'refused' in codes ? [] : [{ scan, ...codes, time }],
  );
  const outcomes = new Map<string, Outcome>();
  for (const run of runsOf(read)) {
    const act = actOf((run[0] as ReadScan).scan.act) as GoodsAct;
    const some = await act.record(sql, shared, caller, run);
    for (const [at, { scan }] of run.entries()) outcomes.set(scan.id, some[at] as Outcome);
  }
  const goods = await goodsOf(sql, shared, read, outcomes);
  const refusals = await refusalsOf(sql, shared, read, outcomes);
  return scans.map((one) => {
    const { scan, codes } = one;
    const whose = { id: scan.id, account_id: caller.account.id };
    const refused = 'refused' in codes ? codes.refused : refusals.get(scan.id);
    if (refused) return { ...one, kept: { ...whose, result: 'refused', answer: { units: 0 }, refusals: refused } };
    const outcome = outcomes.get(scan.id) as Exclude<Outcome, { refused: unknown }>;
    const answer = { units: outcome.units, ...goods.get(scan.id) };
    return { ...one, kept: { ...whose, result: outcome.known ? 'known' : 'taken', answer, refusals: [] } };
  });
}

/** Scans that follow each other, as long as they are of one act and document. */
function runsOf(scans: readonly ReadScan[]): ReadScan[][] {
  const runs: ReadScan[][] = [];
  for (const one of scans) {
    const last = runs.at(-1)?.at(-1)?.scan;
    const isSame = last && actOf(last.act) === actOf(one.scan.act) && last.document_id === one.scan.document_id;
    if (isSame) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
}

async function goodsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly ReadScan[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Map<string, KeptAnswer>> {
  const taken = read.flatMap(({ scan, code }) => {
    const outcome = outcomes.get(scan.id) as Outcome;
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
    taken.map(({ id, code, productId, lotId, units, outcome }) => [
      id,
      {
        ...{ printed: texts.get(code) ?? '', product_id: productId, lot: lots.get(lotId ?? 0) ?? null, units },
        ...(outcome ? { outcome } : {}),
      },
    ]),
  );
}

/** The refusals of scans, with the names of everything: whoever reads them is told what they may know. */
async function refusalsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly ReadScan[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Map<string, RefusedText[]>> {
  const of = read.flatMap(({ scan }) => {
    const outcome = outcomes.get(scan.id) as Outcome;
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
