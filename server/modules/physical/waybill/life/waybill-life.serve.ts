import { ship, sign, unsign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { holds } from '#platform/caller.ts';
import { badInput, conflict, noAccess } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup, eventRefused, refusalMessage } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneNow } from '#trace/lookup/events-together.ts';
import { refusedTexts } from '#trace/lookup/refused-texts.ts';
import { textsOf } from '../../each-code.ts';
import { requireReceiver, requireSender } from '../require-waybill.ts';
import { arrive, toldDifferences } from './arrival.ts';
import { uncountDifferences } from './counted-differences.ts';
import { depart, departureOf } from './departure.ts';
import { isBlind, openCount, reopenCounts } from './open-count.ts';
import { requireCertificates } from './receiver-certificates.ts';
import { settleUnsigned } from './settled-differences.ts';
import { takenBack } from './taken-back.ts';
import { tellReceiver } from './tell-receiver.ts';
import { lockFor } from './waybill-steps.ts';

/** Serves the steps of a loaded waybill: shipping, signing, and taking a signature back. */
export default function serveWaybillLife(services: Services, shared: SharedServices): void {
  const { routes } = services;

  routes.serve(ship, async ({ id, short_reason }, caller) => {
    await requireSender(caller, id);
    const reason = short_reason?.trim() || null;
    return shared.capture.withCaptureLock(async (sql) => {
      await lockFor(sql, id, 'ship');
      await requireCertificates(sql, id, services.timeZone());
      const departure = await departureOf(sql, id);
      if (departure.short > 0) {
        if (!reason) throw badInput({ path: 'short_reason', reason: 'required' });
        if (!holds(caller.account, ['freight:short'])) throw noAccess();
      }
      if (departure.codes.length === 0) throw conflict('waybill_empty');
      const outcome = await depart(sql, shared, doneNow(caller), { ...departure, waybillId: id, reason });
      if ('refused' in outcome) {
        const reader = { rules: shared.rules, seen: caller.db };
        throw eventRefused(await refusedTexts(sql, reader, outcome.refused));
      }
      await tellReceiver(services.notices, sql, id);
      return { id, status: 'shipped' as const, units: outcome.units };
    });
  });

  routes.serve(sign, async ({ id, received, differences = [] }, caller) => {
    await requireReceiver(caller, id);
    const lookup =
      received === 'all'
        ? undefined
        : await CodeLookup.resolve(services, shared, caller, received, { forCapture: true });
    const reports = await toldDifferences(services, shared, caller, differences);
    const unread = (lookup?.results ?? []).filter((one) => typeof one !== 'number');
    const goods = received === 'all' || !lookup ? 'all' : { texts: textsOf(received, lookup.results), unread };
    return shared.capture.withCaptureLock(async (sql) => {
      // What is counted is signed for at its desk, where its differences are seen.
      if (await openCount(sql, id)) throw conflict('arrival_counting');
      if (received === 'all' && (await isBlind(sql, id))) throw conflict('arrival_blind');
      const { status, units, refusals, held } = await arrive(sql, shared, caller, id, {
        found: goods,
        differences: reports,
      });
      return {
        id,
        status,
        units,
        refusals: refusals.map((one) => refusalMessage(localeOf(services, caller), one)),
        held,
      };
    });
  });

  routes.serve(unsign, async ({ id, reason }, caller) => {
    await requireReceiver(caller, id);
    return shared.capture.withCaptureLock(async (sql) => {
      const waybill = await lockFor(sql, id, 'unsign');
      if (waybill.kind === 'scrap') throw conflict('waybill_destroyed');
      const events = await takenBack(sql, caller, { waybillId: id, did: 'receive', reason: reason.trim() });
      const units = await captureAll(sql, shared, caller, events);
      await sql`
        update waybill set status = 'shipped', signed_at = null, signed_by = null, updated_at = now() where id = ${id}`;
      await settleUnsigned(sql, shared, caller, waybill);
      await uncountDifferences(sql, id);
      await reopenCounts(sql, id);
      const { account, language } = caller;
      await shared.damagedGoods.get().letGo(sql, id, { account, language, reason: reason.trim() });
      return { id, status: 'shipped' as const, units: units.reduce((sum, one) => sum + one, 0) };
    });
  });
}
