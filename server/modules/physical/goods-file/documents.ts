import type { GoodsFileEvent } from '@suyuan/contract/physical/goods-file.ts';
import { refundLife } from '@suyuan/contract/physical/refund.life.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Principal } from '#platform/caller.ts';
import { artefactIn } from '#platform/files/spreadsheet-artefacts.ts';
import { Refusal } from '#platform/refusal.ts';
import { requireReceiving } from '../refund/refund-steps.ts';
import { requireReceiver, requireSender } from '../waybill/require-waybill.ts';

/**
 * The document of a line, if the person may perform the event on it, or the reason why not. By a waybill that has `arrived`, what the
 * person signed for before is known, and nothing else can be signed for.
 */
export type FoundDocument = { readonly id: number; readonly arrived?: true } | { readonly refused: RefusalReason };

/** Finds the waybill or return with the number in a line of a file. */
export async function documentOf(by: Principal, eventType: GoodsFileEvent, number: string): Promise<FoundDocument> {
  const artefact = artefactIn(number);
  // No document has a number behind an apostrophe, so that one is unknown.
  if (artefact && artefact !== 'quoted_cell') return { refused: artefact };
  return eventType === 'return' ? refundOf(by, number) : waybillOf(by, eventType, number);
}

async function waybillOf(
  by: Principal,
  eventType: Exclude<GoodsFileEvent, 'return'>,
  number: string,
): Promise<FoundDocument> {
  const row = await by.db
    .selectFrom('waybill')
    .select(['id', 'status'])
    .where((eb) => eb(eb.fn<string>('lower', ['waybill_no']), '=', number.toLowerCase()))
    .executeTakeFirst();
  const mine = row && (await isAllowed(() => (eventType === 'sign' ? requireReceiver : requireSender)(by, row.id)));
  if (!row || !mine) return { refused: 'unknown_document' };
  // Loading is checked by the capture, since the waybill may be shipped in the meantime.
  if (eventType !== 'sign') return { id: row.id };
  if (!waybillLife.mayTake('sign', row.status)) return { refused: 'not_under_way' };
  return (await isAwaited(by, row.id)) ? { id: row.id } : { id: row.id, arrived: true };
}

/** Whether goods on a waybill have not arrived yet. */
async function isAwaited(by: Principal, id: number): Promise<boolean> {
  const rows = by.db.selectFrom('waybill_goods').select('code').where('waybill_id', '=', id);
  const row = await rows.where((eb) => eb('units', '>', eb('received', '+', eb.ref('returned')))).executeTakeFirst();
  return row !== undefined;
}

async function refundOf(by: Principal, number: string): Promise<FoundDocument> {
  const row = await by.db
    .selectFrom('refund')
    .select(['id', 'status'])
    .where((eb) => eb(eb.fn<string>('lower', ['refund_no']), '=', number.toLowerCase()))
    .executeTakeFirst();
  if (!row || !(await isAllowed(() => requireReceiving(by, row.id)))) return { refused: 'unknown_document' };
  return refundLife.mayTake('receive', row.status) ? { id: row.id } : { refused: 'return_closed' };
}

/** Whether a check passes; errors other than refusals are thrown again. */
const isAllowed = (required: () => Promise<void>): Promise<boolean> =>
  required().then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
