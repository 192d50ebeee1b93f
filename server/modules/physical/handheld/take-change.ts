import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { ChangeAct } from './acts/act.ts';
import { correctedTimes, lastScanTime, type ScanTime } from './corrected-times.ts';
import { type KeptScan, keepScans, keptScans } from './kept-scans.ts';
import { ownDocuments } from './own-documents.ts';

/** One scan that a handheld sends. */
interface SentChange {
  readonly device: string;
  readonly sent_at: string;
  readonly receivedAt: number;
  readonly scan: Scan;
}

/** Makes the change of a scan, and keeps its answer with it. */
export async function takeChange(
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
  if ('refused' in change) {
    const refused = { ...whose, result: 'refused', answer: { units: 0 }, refusals: change.refused } as const;
    // Sent twice at once, it has the answer that was kept first.
    return keep(sql, refused).catch(async (error) => {
      const first = isViolationOf('handheld_scan_pkey', error) && (await keptScans(sql, [scan.id])).get(scan.id);
      if (first && first.account_id === whose.account_id) return first;
      throw error;
    });
  }
  return shared.capture.queued(() =>
    services.routes.changeToldOf(change.call, change.input, caller, async (under) => {
      const answer = await change.make(under);
      // Sent again before it was answered, it was taken meanwhile: the change has waited for that.
      const known = (await keptScans(under.sql, [scan.id])).get(scan.id);
      return known ?? keep(under.sql, { ...whose, result: 'taken', answer, refusals: [] });
    }),
  );
}
