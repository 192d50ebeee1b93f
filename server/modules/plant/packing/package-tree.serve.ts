import { actHistory, packageTree } from '../../../../contract/plant/packing.ts';
import { acts } from '../../../../contract/trace/acts.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { actRows } from '../../../trace/asked/act-rows.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { readActs } from '../../../trace/state/code-acts.ts';
import { eventIdsOf } from '../../../trace/state/code-events.ts';
import { contentsOf, idsIn, nodeOf } from '../../../trace/state/contents/package-contents.ts';
import { Ledger } from '../../../trace/state/ledger.ts';
import { statesOf } from '../../../trace/state/states-of.ts';

/** What lies in what, and the acts by which it came there. */
export default function servePackageTree(services: Services, rooms: Rooms): void {
  const { routes, system } = services;

  routes.serve(packageTree, async ({ code }, caller) => {
    const { ids } = await AskedCodes.read(services, rooms, caller, [code]);
    const [id] = ids as [number];
    const ledger = new Ledger(system.sql);
    const read = readActs(system.sql, [id]);
    const [states, contents] = await Promise.all([
      statesOf(system.sql, [id], read),
      contentsOf(system.sql, rooms.rules, id),
      ledger.read([id], read),
    ]);
    const [record, state] = [ledger.get(id), states.get(id)];
    if (!record || !state) throw notFound('code');
    const above = ledger.above(record);
    const [texts, [order]] = await Promise.all([
      rooms.rules.texts(system.sql, [id, ...above.map((one) => one.id), ...idsIn(contents)]),
      record.workOrderId
        ? system.sql<{ order_no: string }[]>`select order_no from work_order where id = ${record.workOrderId}`
        : [],
    ]);
    return {
      code: texts.get(id) ?? code,
      level: record.level,
      life: record.closed ? 'void' : record.life,
      product_id: state.product_id,
      product_code: state.product_code,
      product_name: state.product_name,
      lot: state.lot,
      production_date: state.production_date,
      expiry_date: state.expiry_date,
      order_no: order?.order_no ?? null,
      work_order_id: record.workOrderId,
      remainder: record.contents?.complete === false,
      capacity: record.contents?.capacity ?? null,
      units: record.contents?.units ?? (record.level === 1 ? 1 : 0),
      parents: above.map((one) => ({
        code: texts.get(one.id) ?? '',
        level: one.level,
        units: one.contents?.units ?? 0,
      })),
      children: contents.map((one) => nodeOf(one, texts)),
    };
  });

  routes.serve(actHistory, async ({ work_order_id, act, code, size = 50 }, caller) => {
    const asked = code ? await AskedCodes.read(services, rooms, caller, [code]) : undefined;
    const events = asked ? await eventIdsOf(system.sql, asked.ids[0] as number) : undefined;
    const { party } = caller.account;
    const { sql } = system;
    const where = sql`
      ${events ? sql`e.id = any(${events}::bigint[])` : sql`true`}
      and ${work_order_id ? sql`e.work_order_id = ${work_order_id}` : sql`true`}
      and ${act ? sql`e.act = ${acts[act].no}` : sql`true`}
      and ${party ? sql`o.factory_id = ${party.kind === 'factory' ? party.id : null}` : sql`true`}`;
    return actRows(sql, rooms.rules, where, { size });
  });
}
