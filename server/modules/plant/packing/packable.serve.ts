import { type PackableCode, packable } from '../../../../contract/plant/packing.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { packable as packableAsThingsAre } from '../../../trace/capture/packable.ts';
import { AskedCodes, type RefusedText, saidIn } from './asked-codes.ts';
import { requireOrder } from './require-order.ts';

/** Tells a scanning station of each code what it is and whether it fits, before anything is packed. */
export default function servePackable(services: Services, rooms: Rooms): void {
  const { sql } = services.system;

  services.routes.serve(packable, async ({ codes, work_order_id, parent, moving = false }, caller) => {
    if (work_order_id !== undefined) await requireOrder(caller, work_order_id);
    const { ids: into } = parent ? await AskedCodes.read(services, rooms, caller, [parent]) : { ids: [] };
    const { asked, found } = await AskedCodes.sort(services, rooms, caller, codes);
    const orders = work_order_id === undefined ? [] : [work_order_id];
    const facts = orders.length === 0 ? undefined : await rooms.workOrders.take().facts(sql, orders);
    const order = work_order_id === undefined ? undefined : facts?.get(work_order_id);
    const ids = found.filter((one) => typeof one === 'number');
    const told = await packableAsThingsAre(sql, order, { parent: into[0], moving }, ids);
    const texts = await rooms.rules.texts(sql, [
      ...ids,
      ...[...told.values()].flatMap(({ parent: above }) => above ?? []),
    ]);
    const said = (refused: readonly RefusedText[]) => refused.map((one) => saidIn(caller.language, one));
    return Promise.all(
      found.map(async (one, index): Promise<PackableCode> => {
        const sent = codes[index] as string;
        const record = typeof one === 'number' ? told.get(one) : undefined;
        if (typeof one !== 'number' || !record) {
          const unknown =
            typeof one === 'number' ? { code: sent, reason: 'unknown_code' as const, conflict: null } : one;
          return { sent, code: null, level: 0, units: 0, capacity: null, lies_in: null, refusals: said([unknown]) };
        }
        const { level, units, capacity, parent: above, refused } = record;
        const lies_in = above === null ? null : (texts.get(above) ?? null);
        const refusals = said(await asked.texts(refused));
        return { sent, code: texts.get(one) ?? sent, level, units, capacity, lies_in, refusals };
      }),
    );
  });
}
