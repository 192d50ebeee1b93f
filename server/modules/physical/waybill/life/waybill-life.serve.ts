import { waybillLife } from '../../../../../contract/physical/waybill.life.ts';
import { close, ship, sign } from '../../../../../contract/physical/waybill.ts';
import { holds } from '../../../../platform/caller.ts';
import { badInput, conflict, noAccess } from '../../../../platform/refusal.ts';
import { hearerOf, type Services } from '../../../../platform/services.ts';
import type { Rooms } from '../../../../rooms.ts';
import { AskedCodes, actRefused, saidTo } from '../../../../trace/asked/asked-codes.ts';
import { doneNow } from '../../../../trace/asked/moment.ts';
import { refusedTexts } from '../../../../trace/asked/refused-texts.ts';
import { textsOf } from '../../each-code.ts';
import { requireReceiver, requireSender } from '../require-waybill.ts';
import { arrive, toldDifferences } from './arrival.ts';
import { depart, departureOf } from './departure.ts';
import { lockFor, missingOn, statusWord } from './waybill-steps.ts';

/** Serves the steps of a loaded waybill: shipping, signing, closing. */
export default function serveWaybillLife(services: Services, rooms: Rooms): void {
  const { routes } = services;

  routes.serve(ship, async ({ id, short_reason }, caller) => {
    await requireSender(caller, id);
    const reason = short_reason?.trim() || null;
    return rooms.capture.inTurn(async (sql) => {
      await lockFor(sql, id, 'ship');
      const departure = await departureOf(sql, id);
      if (departure.short > 0) {
        if (!reason) throw badInput({ path: 'short_reason', reason: 'required' });
        if (!holds(caller.account, ['freight:short'])) throw noAccess();
      }
      if (departure.codes.length === 0) throw conflict('waybill_empty');
      const shipped = await depart(sql, rooms, doneNow(caller), { ...departure, waybillId: id, reason });
      if ('refused' in shipped) {
        const reading = { rules: rooms.rules, seen: caller.db };
        throw actRefused(await refusedTexts(sql, reading, shipped.refused));
      }
      return { id, status: 'shipped' as const, units: shipped.units };
    });
  });

  routes.serve(sign, async ({ id, received, differences = [] }, caller) => {
    await requireReceiver(caller, id);
    const asked =
      received === 'all' ? undefined : await AskedCodes.sort(services, rooms, caller, received, { toAct: true });
    const told = await toldDifferences(services, rooms, caller, differences);
    const unread = (asked?.found ?? []).filter((one) => typeof one !== 'number');
    const found = received === 'all' || !asked ? 'all' : { texts: textsOf(received, asked.found), unread };
    return rooms.capture.inTurn(async (sql) => {
      const { units, refusals } = await arrive(sql, rooms, caller, id, { found, told });
      return {
        id,
        status: 'signed' as const,
        units,
        refusals: refusals.map((one) => saidTo(hearerOf(services, caller), one)),
      };
    });
  });

  routes.change(close, async ({ id, reason }, caller, change) => {
    await requireSender(caller, id);
    await change.changing('waybill', id);
    const waybill = await change.db
      .selectFrom('waybill')
      .select(['status', 'kind'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!waybillLife.mayTake('close', waybill.status))
      throw conflict('waybill_close', { status: statusWord(waybill.status) });
    const { toArrive } = await missingOn(services.system.sql, id);
    if (toArrive > 0 && !reason?.trim()) throw badInput({ path: 'reason', reason: 'required' });
    await change.db
      .updateTable('waybill')
      .set({
        status: 'closed',
        closed_at: new Date(),
        closed_by: caller.account.id,
        close_reason: reason?.trim() || null,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    return { id, status: 'closed' as const };
  });
}
