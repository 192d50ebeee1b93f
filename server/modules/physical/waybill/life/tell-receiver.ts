import type { Connection } from '#platform/database/database.ts';
import type { Notices } from '#platform/notices/notices.ts';

/**
 * Tells whoever is to sign for a waybill that it has left: the keeper of the warehouse, or the people of the dealer or factory who
 * sign.
 */
export async function tellReceiver(notices: Pick<Notices, 'tell'>, sql: Connection, waybillId: number): Promise<void> {
  const [waybill] = await sql<
    { waybill_no: string; to_dealer_id: number | null; to_factory_id: number | null; keeper_id: number | null }[]
  >`
    select b.waybill_no, b.to_dealer_id, b.to_factory_id, w.keeper_id
    from waybill b left join warehouse w on w.id = b.to_warehouse_id where b.id = ${waybillId}`;
  if (!waybill) return;
  const { waybill_no, to_dealer_id, to_factory_id, keeper_id } = waybill;
  const party = to_dealer_id
    ? ({ kind: 'dealer', id: to_dealer_id } as const)
    : to_factory_id && ({ kind: 'factory', id: to_factory_id } as const);
  const to = party ? ({ holding: 'freight:sign', of: party } as const) : keeper_id === null ? undefined : [keeper_id];
  if (!to) return;
  await notices.tell(sql, to, {
    kind: 'waybill_shipped',
    params: { what: waybill_no },
    leads: [{ screen: 'freight', query: `${new URLSearchParams({ detail: `${waybillId}` })}` }],
  });
}
