import type { FateOfMissing } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { placeOf } from '#trace/places.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { type CodeRecords, readCodes } from '#trace/state/code-records.ts';
import { codesOn, type LockedWaybill } from './waybill-steps.ts';

/** Whether goods are in transit with a waybill, whose place `underWay` is. */
export const isUnderWay = (records: CodeRecords, record: CodeRecord, underWay: number): boolean =>
  records.placeOf(record) === underWay &&
  records.lifeOf(record) === 'active' &&
  (record.level === 1 || record.contents !== null);

/** The codes that have left with a waybill and arrived nowhere. */
export async function missingCodes(sql: Connection, waybillId: number): Promise<number[]> {
  const codes = await codesOn(sql, waybillId, true);
  const underWay = await placeOf(sql, { kind: 'waybill', ref: waybillId });
  const records = await readCodes(sql, codes);
  return codes.filter((code) => {
    const record = records.get(code);
    return record !== undefined && isUnderWay(records, record, underWay);
  });
}

/** The event that says what becomes of goods that have not arrived. */
export async function eventOfMissing(
  sql: Connection,
  caller: Pick<Caller<Account>, 'account'>,
  { id: waybillId, from_warehouse_id }: LockedWaybill,
  { codes, fate, reason }: { readonly codes: readonly number[]; readonly fate: FateOfMissing; readonly reason: string },
): Promise<EventInput> {
  const common = { ...doneNow(caller), codes, reason };
  switch (fate) {
    case 'lost':
      return { ...common, act: 'lose', waybillId, placeId: await placeOf(sql, { kind: 'lost', ref: waybillId }) };
    case 'destroyed':
      return { ...common, act: 'destroy', placeId: null };
    case 'sent_back': {
      const placeId = await placeOf(sql, { kind: 'warehouse', ref: from_warehouse_id });
      return { ...common, act: 'void_ship', waybillId, placeId };
    }
  }
}
