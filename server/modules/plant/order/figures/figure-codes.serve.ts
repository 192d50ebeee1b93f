import {
  isUnusedFigure,
  type OrderCode,
  type OrderFigure,
  orderCodes,
  orderCodesExport,
} from '@suyuan/contract/plant/order/order-codes.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import { sendTable } from '#platform/lists/export.ts';
import { noAccess } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { codesOnHold } from '#trace/lookup/goods-on-hold.ts';
import { requireOrder } from '#trace/services.ts';
import { type CodeRecord, unitsOf } from '#trace/state/code-record.ts';

import { figureCodes } from './figure-codes.ts';

/** Serves the codes behind the figures of a work order, in pages and as a file. */
export default function serveFigureCodes(
  { routes, system, answers, timeZone }: Services,
  { rules, orderCodes: codesOfOrder }: SharedServices,
): void {
  const { sql } = system.codes;
  codesOfOrder.provide(async function* (on, order, of) {
    for await (const { codes } of figureCodes({ sql: on, order }, of)) yield codes;
  });

  routes.serve(orderCodes, async ({ id, figure, after, size = 50 }, caller) => {
    await requireTold(caller, id, figure);
    const records: CodeRecord[] = [];
    let next: string | null = null;
    for await (const chunk of figureCodes({ sql, order: id }, figure, after)) {
      records.push(...chunk.codes);
      next = chunk.next;
      if (records.length >= size) break;
    }
    return { rows: await presented(records, caller), next };
  });

  routes.serve(orderCodesExport, async ({ id, figure, format }, caller) => {
    await requireTold(caller, id, figure);
    await sendTable(answers, caller, {
      list: 'ordercodes',
      format,
      timeZone: timeZone(),
      columns: ['code', 'level', 'life', 'lies_in', 'units', 'last_at', 'on_hold'],
      rows: all(id, figure, caller),
    });
    return null;
  });

  async function* all(order: number, figure: OrderFigure, caller: Caller<Account>): AsyncGenerator<object> {
    for await (const { codes } of figureCodes({ sql, order }, figure)) {
      for (const { held, hold, ...row } of await presented(codes, caller)) yield { ...row, on_hold: hold?.no ?? held };
    }
  }

  async function presented(records: readonly CodeRecord[], { db }: Caller<Account>): Promise<OrderCode[]> {
    const parents = records.flatMap(({ parent }) => parent ?? []);
    const ids = records.map(({ id }) => id);
    const [texts, onHold] = await Promise.all([
      rules.texts(sql, [...new Set([...ids, ...parents])]),
      codesOnHold(sql, db, ids),
    ]);
    return records.map((record) => ({
      code: texts.get(record.id) ?? '',
      level: record.level,
      life: record.life,
      lies_in: record.parent === null ? null : (texts.get(record.parent) ?? null),
      units: unitsOf(record),
      last_at: record.lastAt === 0 ? null : new Date(record.lastAt).toISOString(),
      ...onHold(record.id),
    }));
  }
}

/** Throws 404 unless the caller may see the order, 401 for unused codes without the right to download codes. */
async function requireTold(caller: Caller<Account>, id: number, figure: OrderFigure): Promise<void> {
  await requireOrder(caller, id);
  if (isUnusedFigure(figure) && !holds(caller.account, ['records:download'])) throw noAccess();
}
