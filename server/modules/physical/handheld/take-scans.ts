import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { actOf } from './acts/acts.ts';
import { correctedTimes, lastScanTime, type ScanTime } from './corrected-times.ts';
import { type KeptScan, keepScans, keptScans } from './kept-scans.ts';
import { ownDocuments } from './own-documents.ts';
import { type ReadCodes, readScans, type TimedScan } from './read-scans.ts';
import { recorded } from './record-scans.ts';
import { takeChange } from './take-change.ts';

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
