import { close, reopen } from '@suyuan/contract/physical/waybill/waybill.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { captureInChange } from '#trace/lookup/events-together.ts';
import { requireSender } from '../require-waybill.ts';
import { eventOfMissing, missingCodes } from './missing-goods.ts';
import { settleFound } from './settled-differences.ts';
import { stillSo, takenBack } from './taken-back.ts';
import { lockFor } from './waybill-steps.ts';

/** Serves closing a waybill, with what becomes of goods that have not arrived, and opening it again. */
export default function serveClosing({ routes }: Services, shared: SharedServices): void {
  const { capture } = shared;

  routes.changeDeferred(close, ({ id, missing, reason }, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        await requireSender(caller, id);
        // The capture lock comes before the lock of the waybill, as it does wherever goods are loaded or signed for.
        await capture.captureWith(change.sql, []);
        await change.changing('waybill', id);
        const waybill = await lockFor(change.sql, id, 'close');
        const codes = await missingCodes(change.sql, id);
        const why = reason?.trim() || null;
        if (codes.length > 0) {
          const problems: Problem[] = [
            ...(missing ? [] : [{ path: 'missing', reason: 'required' }]),
            ...(why ? [] : [{ path: 'reason', reason: 'required' }]),
          ];
          if (!missing || !why) throw badInput(...problems);
          const event = await eventOfMissing(change.sql, caller, waybill, { codes, fate: missing, reason: why });
          await captureInChange(change, shared, [event]);
          await settleFound(change.sql, shared, caller, waybill);
        }
        const by = { closed_at: new Date(), closed_by: caller.account.id, close_reason: why };
        await change.db
          .updateTable('waybill')
          .set({ status: 'closed', ...by, updated_at: new Date() })
          .where('id', '=', id)
          .execute();
        return { id, status: 'closed' as const };
      }),
    ),
  );

  routes.changeDeferred(reopen, ({ id, reason }, caller, inTransaction) =>
    capture.queued(() =>
      inTransaction(async (change) => {
        await requireSender(caller, id);
        await capture.captureWith(change.sql, []);
        await change.changing('waybill', id);
        const { signed_at } = await lockFor(change.sql, id, 'reopen');
        const events = await takenBack(change.sql, caller, { waybillId: id, did: 'lose', reason: reason.trim() });
        await captureInChange(change, shared, await stillSo(change.sql, events));
        const status = signed_at ? 'signed' : 'shipped';
        await change.db
          .updateTable('waybill')
          .set({ status, closed_at: null, closed_by: null, close_reason: null, updated_at: new Date() })
          .where('id', '=', id)
          .execute();
        return { id, status };
      }),
    ),
  );
}
