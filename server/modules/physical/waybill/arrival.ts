import type { InputOf } from '../../../../contract/call/call.ts';
import type { sign } from '../../../../contract/physical/waybill.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import type { RefusedText } from '../../../trace/asked/refused-texts.ts';
import type { Refused } from '../../../trace/capture/acts/refused.ts';
import { placeOf } from '../../../trace/places.ts';
import { Ledger } from '../../../trace/state/ledger.ts';
import type { Difference } from '../exception/document-exceptions.ts';
import { codesOn } from './waybill-steps.ts';

/** Differences as they were told, with what their codes are. */
export async function toldDifferences(
  services: Services,
  rooms: Rooms,
  caller: Caller<Account>,
  differences: NonNullable<InputOf<typeof sign>['differences']>,
): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const codes = differences.map(({ code }) => code);
  const { found } = await AskedCodes.sort(services, rooms, caller, codes);
  return differences.map((one, at) => {
    const id = found[at];
    return typeof id === 'number' ? { ...one, id } : one;
  });
}

/** What arrived and is not on the waybill, or is no code that anybody issued. */
export const overOf = (texts: readonly RefusedText[], refused: readonly Refused[]): Difference[] => {
  const unread = texts.length - refused.length;
  return texts.flatMap(({ code, reason }, at): Difference[] => {
    if (at < unread) return [{ code, kind: 'over' }];
    return reason === 'not_on_waybill' ? [{ code, kind: 'over', id: (refused[at - unread] as Refused).code }] : [];
  });
};

/** Those of some codes that travel with a waybill in something else. */
export async function packedOnWaybill(sql: Connection, waybillId: number, codes: readonly number[]): Promise<number[]> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  return codes.filter((code) => {
    const record = ledger.get(code);
    return record !== undefined && record.parent !== null && ledger.waybillOf(record) === waybillId;
  });
}

/** What is still under way once a waybill was signed for, though nobody said that it is missing. */
export async function shortOn(
  sql: Connection,
  { rules }: Rooms,
  waybillId: number,
  named: ReadonlySet<number>,
): Promise<Difference[]> {
  const left = (await codesOn(sql, waybillId, true)).filter((code) => !named.has(code));
  if (left.length === 0) return [];
  const underWay = await placeOf(sql, { kind: 'waybill', ref: waybillId });
  const ledger = new Ledger(sql);
  await ledger.read(left);
  const missing = left.filter((code) => {
    const record = ledger.get(code);
    return record && ledger.placeOf(record) === underWay && (record.level === 1 || record.contents !== null);
  });
  const texts = await rules.texts(sql, missing);
  return missing.map((id) => ({ id, code: texts.get(id) ?? '', kind: 'short' }));
}
