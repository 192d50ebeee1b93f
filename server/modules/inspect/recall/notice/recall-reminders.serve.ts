import { hour } from '@suyuan/contract/durations.ts';
import { recallRemind } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { tellReceivers } from './sending.ts';

/** How long after a reminder the same receiver is reminded again. */
const pause = hour;

/** Serves reminders of receivers that have not acknowledged or answered. */
export default function serveReminders({ routes, system, notices }: Services): void {
  routes.serve(recallRemind, async ({ recall_id, ids }) => {
    const { db } = system.enterprise;
    return db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('recall_notice')
        .selectAll()
        .where('recall_id', '=', recall_id)
        .where('status', 'in', ['sent', 'acknowledged'])
        .where((eb) => eb.or([eb('reminded_at', 'is', null), eb('reminded_at', '<', new Date(Date.now() - pause))]))
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids as number[]))
        .orderBy('id')
        .forUpdate()
        .execute();
      if (rows.length === 0) throw conflict('recall_nobody_to_remind');
      await tellReceivers(notices, transaction, rows, 'recall_reminder');
      await transaction
        .updateTable('recall_notice')
        .set({ reminded_at: new Date() })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      return { reminded: rows.length };
    });
  });
}
