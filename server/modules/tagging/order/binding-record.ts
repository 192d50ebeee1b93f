import type { Change } from '#platform/audit/audit-log.ts';
import type { SegmentFacts } from './code-segments.ts';
import type { Target } from './code-target.ts';

/** Records that codes were bound or unbound, by whom and to what; resolves to the id of the record. */
export async function recordBinding(
  change: Change,
  accountId: number,
  kind: 'bind' | 'unbind',
  { ranges, quantity }: Pick<Target, 'ranges' | 'quantity'>,
  binding: Omit<SegmentFacts, 'closure_id'>,
): Promise<number> {
  const orders = [...new Set(ranges.map(({ order }) => order.id))];
  const { id } = await change.db
    .insertInto('code_binding')
    .values({
      kind,
      ...binding,
      order_id: orders.length === 1 ? (orders[0] as number) : null,
      quantity,
      first_id: ranges[0]?.first as number,
      last_id: ranges.at(-1)?.last as number,
      created_by: accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('code_binding', id);
  return id;
}
