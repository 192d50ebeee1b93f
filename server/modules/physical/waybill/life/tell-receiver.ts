import { destinationOf, type WaybillKind } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Notices } from '#platform/notices/notices.ts';

/** Tells whoever is to sign for a waybill that it has left: those for whom it waits. */
export async function tellReceiver(
  notices: Pick<Notices, 'tell' | 'work'>,
  sql: Connection,
  waybillId: number,
): Promise<void> {
  const [waybill] = await sql<{ waybill_no: string; kind: WaybillKind }[]>`
    select waybill_no, kind from waybill where id = ${waybillId}`;
  // For what goes outside, those who sent it sign that it was taken over.
  if (!waybill || destinationOf[waybill.kind] === 'outside') return;
  await notices.tell(sql, await notices.work.get().peopleOf(sql, 'waybills_to_sign', waybillId), {
    kind: 'waybill_shipped',
    params: { what: waybill.waybill_no },
    leads: [{ screen: 'arrival', query: `${new URLSearchParams({ detail: `${waybillId}` })}` }],
  });
}
