import { actHistory, type PackageNode, packageTree } from '../../../../contract/plant/packing.ts';
import { actOf, acts } from '../../../../contract/trace/acts.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { eventIdsOf } from '../../../trace/state/code-events.ts';
import { Ledger } from '../../../trace/state/ledger.ts';
import { contentsOf, type Packed } from '../../../trace/state/package-contents.ts';
import { statesOf } from '../../../trace/state/states-of.ts';

/** What lies in what, and the acts by which it came there. */
export default function servePackageTree(services: Services, rooms: Rooms): void {
  const { routes, system } = services;

  routes.serve(packageTree, async ({ code }, caller) => {
    const { ids } = await AskedCodes.read(services, rooms, caller, [code]);
    const [id] = ids as [number];
    const ledger = new Ledger(system.sql);
    const [states, contents] = await Promise.all([
      statesOf(system.sql, [id]),
      contentsOf(system.sql, id),
      ledger.read([id]),
    ]);
    const [record, state] = [ledger.get(id), states.get(id)];
    if (!record || !state) throw notFound('code');
    const above = ledger.above(record);
    const texts = await rooms.rules.texts(system.sql, [id, ...above.map((one) => one.id), ...idsIn(contents)]);
    const [order] = record.workOrderId
      ? await system.sql<{ order_no: string }[]>`select order_no from work_order where id = ${record.workOrderId}`
      : [];
    return {
      code: texts.get(id) ?? code,
      level: record.level,
      life: record.closed ? 'void' : record.life,
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
    const rows = await system.sql<ActEvent[]>`
      select e.id, e.act, e.event_time, e.recorded_at, e.reason, o.order_no, p.product_name, l.lot_no as lot,
        coalesce(a.name, k.name) as by, exists (select 1 from trace_event c where c.corrects = e.id) as corrected
      from trace_event e
      left join work_order o on o.id = e.work_order_id
      left join product p on p.id = e.product_id
      left join lot l on l.id = e.lot_id
      left join account a on a.id = e.account_id
      left join device_key k on k.id = e.device_key_id
      where ${events ? system.sql`e.id = any(${events}::bigint[])` : system.sql`true`}
        and ${work_order_id ? system.sql`e.work_order_id = ${work_order_id}` : system.sql`true`}
        and ${act ? system.sql`e.act = ${acts[act].no}` : system.sql`true`}
        and ${party ? system.sql`o.factory_id = ${party.kind === 'factory' ? party.id : null}` : system.sql`true`}
      order by e.recorded_at desc, e.id desc limit ${size}`;
    const codes = await codesOf(
      rooms,
      system.sql,
      rows.map(({ id }) => id),
    );
    return rows.map(({ act: no, event_time, recorded_at, ...row }) => ({
      ...row,
      act: actOf(no),
      event_time: event_time.toISOString(),
      recorded_at: recorded_at.toISOString(),
      codes: codes.get(row.id) ?? [],
    }));
  });
}

interface ActEvent {
  readonly id: number;
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
  readonly reason: string | null;
  readonly order_no: string | null;
  readonly product_name: string | null;
  readonly lot: string | null;
  readonly by: string | null;
  readonly corrected: boolean;
}

const idsIn = (packed: readonly Packed[]): number[] => packed.flatMap(({ id, children }) => [id, ...idsIn(children)]);

const nodeOf = (
  { id, level, units, remainder, children }: Packed,
  texts: ReadonlyMap<number, string>,
): PackageNode => ({
  code: texts.get(id) ?? '',
  level,
  units,
  remainder,
  ...(children.length > 0 ? { children: children.map((child) => nodeOf(child, texts)) } : {}),
});

/** Codes that are told of one act; the others are in its package. */
const mostTold = 50;

/** The codes that acts name, as they are printed. */
async function codesOf(rooms: Rooms, sql: Connection, events: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await sql<{ event_id: number; code: number }[]>`
    select event_id, code from event_code where event_id = any(${events as number[]}::bigint[]) order by naming desc, code`;
  const told = [...Map.groupBy(rows, ({ event_id }) => event_id)].flatMap(([, named]) => named.slice(0, mostTold));
  const texts = await rooms.rules.texts(sql, [...new Set(told.map(({ code }) => code))]);
  const codes = Map.groupBy(told, ({ event_id }) => event_id);
  return new Map([...codes].map(([id, named]) => [id, named.map(({ code }) => texts.get(code) ?? '')]));
}
