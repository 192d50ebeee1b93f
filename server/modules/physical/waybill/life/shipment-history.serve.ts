import { lookedBackOn, shipmentHistory } from '../../../../../contract/physical/amendment.ts';
import { acts } from '../../../../../contract/trace/acts.ts';
import type { Account, Caller } from '../../../../platform/caller.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Rooms } from '../../../../rooms.ts';
import { actRows } from '../../../../trace/asked/act-rows.ts';
import { AskedCodes } from '../../../../trace/asked/asked-codes.ts';
import { eventIdsOf } from '../../../../trace/state/code-events.ts';

const moving = [
  'store',
  'load',
  'unload',
  'ship',
  'receive',
  'void_ship',
  'take_back',
  'void_return',
  'restock',
  'rework',
  'destroy',
] as const;

/** Serves the acts on goods in transit, and who performed them. */
export default function serveShipmentHistory(services: Services, rooms: Rooms): void {
  const { routes, system } = services;

  routes.serve(shipmentHistory, async ({ screen, waybill_id, code, size = 50 }, caller) => {
    const { sql } = system;
    const asked = code ? await AskedCodes.read(services, rooms, caller, [code]) : undefined;
    const events = asked ? await eventIdsOf(sql, asked.ids[0] as number) : undefined;
    const named = (screen ? lookedBackOn[screen] : moving).map((act) => acts[act].no);
    const own = caller.account.party && isOwn(sql, await ownRows(caller));
    const where = sql`
      ${code && !screen ? sql`true` : sql`e.act = any(${named as number[]}::smallint[])`}
      and ${events ? sql`e.id = any(${events}::bigint[])` : sql`true`}
      and ${waybill_id ? sql`e.waybill_id = ${waybill_id}` : sql`true`}
      and ${own ?? sql`true`}
      and ${screen === 'barter' ? sql`e.reason is not null` : sql`true`}`;
    return actRows(sql, rooms.rules, where, { size });
  });
}

/** The ids of a party's own waybills, accounts and places. */
async function ownRows({ db }: Pick<Caller<Account>, 'db'>) {
  const own = async (table: 'waybill' | 'account' | (typeof ownPlaces)[number]) =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const [waybills, people, ...places] = await Promise.all([own('waybill'), own('account'), ...ownPlaces.map(own)]);
  return { waybills, people, places };
}
const ownPlaces = ['warehouse', 'dealer', 'ship_to'] as const;

/**
 * The acts that a party may see: those on waybills that it sends or receives, those of its own people, and those to its own
 * places, which is the only link to a party for returns.
 */
function isOwn(sql: Connection, { waybills, people, places }: Awaited<ReturnType<typeof ownRows>>) {
  const ofKinds = ownPlaces.map((kind, at) => sql`or (kind = ${kind} and ref_id = any(${places[at] ?? []}::bigint[]))`);
  return sql`(e.waybill_id = any(${waybills}::bigint[]) or e.account_id = any(${people}::bigint[])
    or e.place_id in (select id from place where false ${ofKinds}))`;
}
