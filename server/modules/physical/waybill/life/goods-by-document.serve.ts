import type { Connection } from '#platform/database/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { type Captured, eventsIn } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { DocumentOutcome, DoneByDocument, GoodsByDocument } from '#trace/goods-by-document.ts';
import { refusedTexts } from '#trace/lookup/refused-texts.ts';
import { requireReceiving } from '../../refund/refund-steps.ts';
import { takeBack } from '../../refund/take-back.ts';
import { requireReceiver, requireSender } from '../require-waybill.ts';
import { arrive } from './arrival.ts';
import { depart, departureOf } from './departure.ts';
import { openCount } from './open-count.ts';
import { requireCertificates } from './receiver-certificates.ts';
import { tellReceiver } from './tell-receiver.ts';
import { lockFor } from './waybill-steps.ts';

type Caller = Parameters<GoodsByDocument>[1];

/**
 * Provides what other systems tell of goods on waybills and returns: the same steps, for the same people and by the same rules as at
 * the desks, at the time that was told.
 */
export default function provideGoodsByDocument(services: Services, shared: SharedServices): void {
  shared.goodsByDocument.provide((sql, caller, what) => {
    switch (what.act) {
      case 'load':
      case 'unload':
        return onWaybill(sql, shared, caller, what);
      case 'ship':
        return shipped(sql, services, shared, caller, what);
      case 'receive':
        return received(sql, shared, caller, what);
      case 'take_back':
        return returned(sql, shared, caller, what);
    }
  });
}

async function onWaybill(
  sql: Connection,
  shared: SharedServices,
  caller: Caller,
  { act, documentId: waybillId, codes, done }: DoneByDocument,
): Promise<DocumentOutcome> {
  await requireSender(caller, waybillId);
  const inputs = [...codes.keys()].map(
    (code): EventInput =>
      act === 'unload'
        ? { ...done, act, waybillId, codes: [code], placeId: null }
        : { ...done, act: 'load', waybillId, code },
  );
  return outcomeOf(sql, shared, caller, await shared.capture.captureIn(sql, inputs), codes);
}

async function outcomeOf(
  sql: Connection,
  { rules }: SharedServices,
  caller: Caller,
  captured: readonly Captured[],
  codes: ReadonlyMap<number, string>,
): Promise<DocumentOutcome> {
  const refused = captured.flatMap((one) => ('refused' in one ? one.refused : []));
  if (refused.length === 0) return { events: eventsIn(captured) };
  return { refused: await refusedTexts(sql, { rules, seen: caller.db }, refused, codes) };
}

/** A waybill leaves with all that is on it; what is told to leave is loaded first. */
async function shipped(
  sql: Connection,
  services: Services,
  shared: SharedServices,
  caller: Caller,
  what: DoneByDocument,
): Promise<DocumentOutcome> {
  const { documentId: waybillId, codes, done } = what;
  const loading = await onWaybill(sql, shared, caller, { ...what, act: 'load' });
  if ('refused' in loading) return loading;
  const [{ status, waybill_no }] = await sql<[{ status: string; waybill_no: string }]>`
    select status, waybill_no from waybill where id = ${waybillId}`;
  // It was told before, or done at the desk.
  if (status === 'shipped' && loading.events.length === 0) return { events: [] };
  await lockFor(sql, waybillId, 'ship');
  await requireCertificates(sql, waybillId, services.timeZone());
  const departure = await departureOf(sql, waybillId);
  if (departure.short > 0) {
    return { refused: [{ code: waybill_no, reason: 'under_quantity', conflict: String(departure.short) }] };
  }
  const outcome = await outcomeOf(
    sql,
    shared,
    caller,
    [await depart(sql, shared, done, { ...departure, waybillId, reason: null })],
    codes,
  );
  if ('events' in outcome) await tellReceiver(services.notices, sql, waybillId);
  return outcome;
}

/** A waybill is signed for what was told to have arrived; what else was on it is a difference. */
async function received(
  sql: Connection,
  shared: SharedServices,
  caller: Caller,
  { documentId, codes, done }: DoneByDocument,
): Promise<DocumentOutcome> {
  await requireReceiver(caller, documentId);
  if (await openCount(sql, documentId)) throw conflict('arrival_counting');
  const found = { texts: codes, unread: [] };
  const { events, refusals } = await arrive(sql, shared, caller, documentId, { found, differences: [], done });
  // What is not on the waybill raises a difference; whoever signs for the rest has signed.
  return events.length === 0 && refusals.length > 0 ? { refused: refusals } : { events };
}

async function returned(
  sql: Connection,
  shared: SharedServices,
  caller: Caller,
  { documentId, codes, done }: DoneByDocument,
): Promise<DocumentOutcome> {
  await requireReceiving(caller, documentId);
  const { events, refused } = await takeBack(sql, shared, caller, documentId, codes, () => done);
  if (refused.length === 0) return { events };
  return { refused: await refusedTexts(sql, { rules: shared.rules, seen: caller.db }, refused, codes) };
}
