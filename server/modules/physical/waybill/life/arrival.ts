import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventsIn, knownIn } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import type { DoneBy } from '#trace/goods-by-document.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { placeOf } from '#trace/places.ts';
import type { DamagedCode } from '#trace/services.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { type Difference, raiseDifferences } from '../../exception/document-exceptions.ts';
import { countDifferences } from './counted-differences.ts';
import { damagedZone } from './damaged-zone.ts';
import { isUnderWay } from './missing-goods.ts';
import { settleFound } from './settled-differences.ts';
import { codesOn, destinationPlace, lockFor, statusWord } from './waybill-steps.ts';

/** The reported differences, with the ids of their codes. */
export async function toldDifferences(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  differences: NonNullable<InputOf<typeof sign>['differences']>,
): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const codes = differences.map(({ code }) => code);
  const { results } = await CodeLookup.resolve(services, shared, caller, codes, { forCapture: true });
  return differences.map((one, at) => {
    const id = results[at];
    return typeof id === 'number' ? { ...one, id } : one;
  });
}

/** What arrived by a waybill: everything, or codes as they were sent, with the unreadable texts. */
export type Found = 'all' | { readonly texts: ReadonlyMap<number, string>; readonly unread: readonly RefusedText[] };

/**
 * Signs a waybill for what arrived, in the transaction that holds the capture lock. Differences raise exceptions, and what arrived damaged
 * is held.
 */
export async function arrive(
  sql: Connection,
  shared: SharedServices,
  caller: Pick<Caller<Account>, 'account' | 'db' | 'language'>,
  id: number,
  {
    found,
    differences,
    done = doneNow(caller),
  }: { readonly found: Found; readonly differences: readonly Difference[]; readonly done?: DoneBy },
): Promise<{
  status: 'signed' | 'closed';
  units: number;
  refusals: RefusedText[];
  held: string | null;
  known: number;
  events: readonly number[];
}> {
  const waybill = await lockFor(sql, id, 'sign');
  const underWay = await codesOn(sql, id, true);
  if (waybill.status !== 'shipped' && underWay.length === 0)
    throw conflict('waybill_sign', { status: statusWord(waybill.status) });
  const placeId = await placeOf(sql, destinationPlace(waybill));
  const damagedIds = new Set(differences.flatMap(({ kind, id: code }) => (kind === 'damaged' && code ? [code] : [])));
  const zoneId = await damagedZone(sql, waybill);
  const shortIds = new Set(differences.flatMap(({ kind, id: code }) => (kind === 'short' && code ? [code] : [])));
  const scannedIds = found === 'all' ? underWay : [...found.texts.keys()];
  // What is damaged goes to its own zone, if there is one, and not with the package around it.
  const setApart = zoneId === undefined ? [] : await packedOnWaybill(sql, id, [...damagedIds]);
  const arrivedIds = [
    ...new Set([...scannedIds, ...(await damagedAlone(sql, id, differences, scannedIds)), ...setApart]),
  ];
  const eventType = waybill.kind === 'scrap' ? ('destroy' as const) : ('receive' as const);
  // Missing codes are unpacked, so that they do not arrive with their package.
  const apart = [...new Set([...(await packedOnWaybill(sql, id, [...shortIds])), ...setApart])];
  await shared.capture.captureIn(
    sql,
    apart.map((code): EventInput => ({ ...done, act: 'unpack', children: [code], onArrival: true })),
  );
  const outcomes = await shared.capture.captureIn(
    sql,
    arrivedIds
      .filter((code) => !shortIds.has(code))
      .map(
        (code): EventInput =>
          eventType === 'destroy'
            ? { ...done, act: eventType, codes: [code], placeId: null }
            : {
                ...done,
                act: eventType,
                waybillId: id,
                codes: [code],
                placeId: (damagedIds.has(code) ? zoneId : undefined) ?? placeId,
              },
      ),
  );
  await sql`
    update waybill set status = case when status = 'closed' then 'closed' else 'signed' end, signed_at = coalesce(signed_at, ${new Date()}),
      signed_by = coalesce(signed_by, ${caller.account.id}), updated_at = now()
    where id = ${id}`;
  const refusedCodes = outcomes.flatMap((one) => ('refused' in one ? one.refused : []));
  const { texts, unread } = found === 'all' ? { texts: new Map<number, string>(), unread: [] } : found;
  const refusals = [
    ...unread,
    ...(await refusedTexts(sql, { rules: shared.rules, seen: caller.db }, refusedCodes, texts)),
  ];
  const damagedCodes = await damagedAt(sql, [placeId, ...(zoneId === undefined ? [] : [zoneId])], differences);
  const held =
    damagedCodes.length > 0 ? await shared.damagedGoods.get().hold(sql, waybill, damagedCodes, caller) : null;
  const finding = { documentNo: waybill.waybill_no, toldBy: caller.account.name };
  const everyDifference = [
    ...differences.map((one) => (damagedCodes.some(({ id }) => id === one.id) ? { ...one, held } : one)),
    ...overOf(refusals, refusedCodes),
    ...(await shortOn(sql, shared, id, shortIds)),
  ];
  await raiseDifferences(sql, shared, finding, everyDifference);
  await countDifferences(sql, id, everyDifference);
  await settleFound(sql, shared, caller, waybill);
  return {
    status: waybill.status === 'closed' ? 'closed' : 'signed',
    units: outcomes.reduce((sum, one) => sum + ('refused' in one ? 0 : one.units), 0),
    refusals,
    held,
    known: knownIn(outcomes),
    events: eventsIn(outcomes),
  };
}

/** What was reported as damaged without being scanned has arrived as well: it is in transit on this waybill, in no scanned package. */
async function damagedAlone(
  sql: Connection,
  waybillId: number,
  differences: readonly Difference[],
  scannedIds: readonly number[],
): Promise<number[]> {
  const damagedIds = new Set(differences.flatMap(({ kind, id }) => (kind === 'damaged' && id ? [id] : [])));
  const underWay = await placeOf(sql, { kind: 'waybill', ref: waybillId });
  const ledger = new Ledger(sql);
  await ledger.read(damagedIds);
  const arrivedIds = new Set([...scannedIds, ...damagedIds]);
  return [...damagedIds].filter((code) => {
    const record = ledger.get(code);
    if (!record || scannedIds.includes(code) || !isUnderWay(ledger, record, underWay)) return false;
    return !ledger.above(record).some(({ id }) => arrivedIds.has(id));
  });
}

/** What was told to be damaged and is at the place where it should arrive: not what is elsewhere, or was destroyed. */
async function damagedAt(
  sql: Connection,
  placeIds: readonly number[],
  differences: readonly Difference[],
): Promise<DamagedCode[]> {
  const damagedCodes = differences.flatMap(({ kind, id, code, note }) =>
    kind === 'damaged' && id ? [{ id, code, note }] : [],
  );
  const ledger = new Ledger(sql);
  await ledger.read(damagedCodes.map(({ id }) => id));
  const there = damagedCodes.filter(({ id }) => {
    const record = ledger.get(id);
    return record && ledger.lifeOf(record) === 'active' && placeIds.includes(ledger.placeOf(record) ?? 0);
  });
  return [...new Map(there.map((one) => [one.id, one])).values()];
}

/** Surplus: codes that arrived but are not on the waybill, or were never issued. */
const overOf = (texts: readonly RefusedText[], refusals: readonly Refused[]): Difference[] => {
  const unread = texts.length - refusals.length;
  return texts.flatMap(({ code, reason }, at): Difference[] => {
    if (at < unread) return [{ code, kind: 'over' }];
    return isSurplus(reason) ? [{ code, kind: 'over', id: (refusals[at - unread] as Refused).code }] : [];
  });
};

/** Goods that are not on the waybill; to people of a party, those that others have are just elsewhere. */
const isSurplus = (reason: Refused['reason']): boolean =>
  reason === 'not_on_waybill' || reason === 'not_here' || reason === 'unknown_code';

/** The codes that are in a package on the waybill. */
async function packedOnWaybill(sql: Connection, waybillId: number, codes: readonly number[]): Promise<number[]> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  return codes.filter((code) => {
    const record = ledger.get(code);
    return record !== undefined && record.parent !== null && ledger.waybillOf(record) === waybillId;
  });
}

/** Goods that are still in transit after signing, though nobody reported them as missing. */
async function shortOn(
  sql: Connection,
  { rules }: SharedServices,
  waybillId: number,
  codes: ReadonlySet<number>,
): Promise<Difference[]> {
  const absent = (await codesOn(sql, waybillId, true)).filter((code) => !codes.has(code));
  if (absent.length === 0) return [];
  const underWay = await placeOf(sql, { kind: 'waybill', ref: waybillId });
  const ledger = new Ledger(sql);
  await ledger.read(absent);
  const there = absent
    .flatMap((code) => ledger.get(code) ?? [])
    .filter((record) => isUnderWay(ledger, record, underWay));
  // Of a package that others came out of, it is told what is still in it.
  const open = there.filter(({ contents }) => contents?.complete === false).map(({ id }) => id);
  await ledger.readContents(open);
  const missingIds = there.flatMap(({ id }) =>
    open.includes(id) ? ledger.childrenOf(id).map((child) => child.id) : [id],
  );
  const texts = await rules.texts(sql, missingIds);
  return missingIds.map((id) => ({ id, code: texts.get(id) ?? '', kind: 'short' }));
}
