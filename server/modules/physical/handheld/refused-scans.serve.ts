import { mostRefused, refusedScans, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { scanResults } from './kept-scans.ts';
import { settleException } from './unsettled-scans.ts';

/** Serves scans that were refused, until a person has settled them. */
export default function serveRefusedScans(services: Services, { exceptions }: SharedServices): void {
  const { routes, system } = services;

  routes.serve(refusedScans, async ({ all, handheld_id }, caller) => {
    const { account, db } = caller;
    const rows = await db
      .selectFrom('handheld_scan')
      .leftJoin('account', 'account.id', 'handheld_scan.account_id')
      .select([
        ...(['handheld_scan.id', 'device', 'no', 'device_time', 'event_time', 'received_at', 'act'] as const),
        ...([
          'document_id',
          'document_no',
          'code',
          'result',
          'answer',
          'refusals',
          'handheld_scan.account_id',
        ] as const),
        'account.name as account',
      ])
      .where('result', '=', 'refused')
      .where('settled_at', 'is', null)
      .$if(handheld_id !== undefined, (some) =>
        some.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('handheld as h')
              .select('h.id')
              .where('h.id', '=', handheld_id as number)
              .whereRef('h.device', '=', 'handheld_scan.device')
              .whereRef('h.account_id', '=', 'handheld_scan.account_id'),
          ),
        ),
      )
      .$if(!((all || handheld_id !== undefined) && isOfEnterprise(account)), (own) =>
        own.where('handheld_scan.account_id', '=', account.id),
      )
      .orderBy('received_at')
      .orderBy('no')
      .limit(mostRefused)
      .execute();
    const results = await scanResults(db, rows, localeOf(services, caller));
    return {
      refusals: rows.map((row, at) => ({
        ...{ id: row.id, device: row.device, no: row.no, act: row.act, code: row.code },
        scanned_at: row.device_time.toISOString(),
        event_time: row.event_time.toISOString(),
        received_at: row.received_at.toISOString(),
        ...{ document_id: row.document_id, document_no: row.document_no },
        refusals: results[at]?.refusals ?? [],
        ...{ account_id: row.account_id, account: row.account },
      })),
    };
  });

  routes.serve(settleScan, async ({ id, how, reason }, { account }) => {
    const { sql } = system.ownWork;
    const own = isOfEnterprise(account) ? sql`true` : sql`account_id = ${account.id}`;
    const [scan] = await sql<{ settled_by: number | null; settled_how: string | null }[]>`
      select settled_by, settled_how from handheld_scan where id = ${id} and result = 'refused' and ${own}`;
    if (!scan) throw notFound('handheld_scan');
    // A handheld that got no answer says it again.
    if (scan.settled_by === account.id && scan.settled_how === how) return { id, how };
    await sql.begin(async (transaction) => {
      const [settled] = await transaction`
        update handheld_scan set settled_at = now(), settled_by = ${account.id}, settled_how = ${how},
          settled_reason = ${reason.trim()}
        where id = ${id} and settled_at is null returning id`;
      if (!settled) throw conflict('scan_settled');
      await settleException(transaction, exceptions, id, { text: reason.trim(), by: account.id });
    });
    return { id, how };
  });
}
