import { rangeFrom, splitBySizes } from '@suyuan/codes/sets/ranges.ts';
import { orderSplit } from '@suyuan/contract/tagging/order-file.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { takeHandOutLock } from '#trace/state/code-use.ts';
import { handedOutOf } from '../download/hand-out.ts';
import { orderSource } from '../download/order-source.ts';

/** Divides an order among printers. Each part has its own file and its own ticket. */
export function serveOrderParts(services: Services): void {
  const { routes } = services;
  routes.change(orderSplit, async ({ id, parts }, _, change) => {
    const order = await change.db
      .selectFrom('code_order')
      .select(['first_id', 'quantity', 'rule_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!order) throw notFound('code_order');
    const total = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (total !== order.quantity) {
      throw badInput({ path: 'parts', reason: 'parts_total', params: { total, quantity: order.quantity } });
    }
    await takeHandOutLock(change.sql);
    const { out, next } = await handedOutOf(change.sql, await orderSource(services, id, null));
    // Two printers would get the same codes, and files that were downloaded refer to parts by number.
    if (out > 0 || next !== 1) throw conflict('parts_handed_out', { count: out });
    const old = await change.db.selectFrom('code_part').select('id').where('order_id', '=', id).execute();
    await change.changing('code_part', ...old.map((part) => part.id));
    await change.db.deleteFrom('code_part').where('order_id', '=', id).execute();
    const ranges = splitBySizes(
      rangeFrom(order.first_id, order.quantity),
      parts.map(({ quantity }) => quantity),
    );
    const rows = await change.db
      .insertInto('code_part')
      .values(
        ranges.map(({ first, last }, index) => ({
          order_id: id,
          position: index + 1,
          first_id: first,
          last_id: last,
          printer: parts[index]?.printer?.trim() || null,
        })),
      )
      .returning('id')
      .execute();
    change.made('code_part', ...rows.map((part) => part.id));
    return { parts: rows.length };
  });
}
