import type { Condition, ScanVerdict } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalFinish } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Connection } from '#platform/database/database.ts';
import { text } from '#platform/language.ts';
import { conflict } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { refusalMessage } from '#trace/lookup/code-lookup.ts';
import type { Difference } from '../exception/document-exceptions.ts';
import { arrive, type Found } from '../waybill/life/arrival.ts';
import { countFor, isBlind, lockAwaited, type OpenCount, openCount } from '../waybill/life/open-count.ts';
import { requireReceiver } from '../waybill/require-waybill.ts';
import { addProof, signatureIn } from './delivery-proofs.serve.ts';

/** Serves signing for what was counted, by the same act as signing for a waybill without a count. */
export default function serveArrivalFinish(services: Services, shared: SharedServices): void {
  services.routes.serve(arrivalFinish, async ({ id, received, completed_at, proof }, caller) => {
    await requireReceiver(caller, id);
    const signature = await signatureIn(proof);
    return shared.capture.withCaptureLock(async (sql) => {
      const { waybill_no } = await lockAwaited(sql, id);
      const { count, found, differences } = await foundBy(sql, id, received, completed_at, (seal) => ({
        code: seal.number ?? waybill_no,
        kind: 'broken_seal',
        note: [text(caller.language, `arrival.seal.${seal.state}`), seal.found, seal.note].filter(Boolean).join('；'),
      }));
      const { status, units, refusals, held } = await arrive(sql, shared, caller, id, { found, differences });
      if (count)
        await sql`update arrival_count set signed_at = now(), signed_by = ${caller.account.id} where id = ${count.id}`;
      if (proof) await addProof(sql, caller.account.id, id, proof, signature);
      return {
        id,
        status,
        units,
        refusals: refusals.map((one) => refusalMessage(localeOf(services, caller), one)),
        held,
      };
    });
  });
}

interface CountedScan {
  readonly code: number | null;
  readonly text: string;
  readonly verdict: ScanVerdict;
  readonly inside_of: number | null;
  readonly condition: Condition;
  readonly note: string | null;
}

interface FoundGoods {
  readonly count: OpenCount | undefined;
  readonly found: Found;
  readonly differences: readonly Difference[];
}

interface BrokenSeal {
  readonly number: string | null;
  readonly state: string;
  readonly found: string | null;
  readonly note: string | null;
}

/** What was counted of a locked waybill, or everything; throws 409 unless the count is as the person saw it. */
async function foundBy(
  sql: Connection,
  id: number,
  received: 'counted' | 'all',
  completedAt: string | undefined,
  ofSeal: (seal: BrokenSeal) => Difference,
): Promise<FoundGoods> {
  if (received === 'all') {
    if (await openCount(sql, id)) throw conflict('arrival_counting');
    if (await isBlind(sql, id)) throw conflict('arrival_blind');
    return { count: undefined, found: 'all', differences: [] };
  }
  const count = await countFor(sql, id, 'finish');
  // Somebody went on with it since the differences were shown.
  if (count.completed_at?.toISOString() !== completedAt) throw conflict('arrival_changed');
  const scans = await sql<CountedScan[]>`
    select code, text, verdict, inside_of, condition, note from arrival_scan where count_id = ${count.id} order by id`;
  const own = scans.filter(({ inside_of }) => inside_of === null);
  const marked = scans.flatMap(({ code, text, condition, note }): Difference[] =>
    condition === 'good' || code === null ? [] : [{ id: code, code: text, kind: condition, note: note ?? undefined }],
  );
  return {
    count,
    found: {
      texts: new Map(own.flatMap(({ code, text }) => (code === null ? [] : [[code, text] as const]))),
      unread: own.flatMap(({ code, text }) =>
        code === null ? [{ code: text, reason: 'unknown_code' as const, conflict: null }] : [],
      ),
    },
    differences: [...marked, ...(await brokenSeal(sql, count)).map(ofSeal)],
  };
}

/** The seal of the vehicle, unless it was as it left, or nobody looked. */
async function brokenSeal(sql: Connection, { waybill_id, seal }: OpenCount): Promise<BrokenSeal[]> {
  if (seal === null || seal.state === 'intact') return [];
  const [waybill] = await sql<{ seal_no: string | null }[]>`select seal_no from waybill where id = ${waybill_id}`;
  return [{ number: waybill?.seal_no ?? null, state: seal.state, found: seal.found, note: seal.note }];
}
