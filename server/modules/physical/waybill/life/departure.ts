import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { TravelEvent } from '#trace/capture/context/event-input.ts';
import { placeOf } from '#trace/places.ts';
import { codesOn, missingOn } from './waybill-steps.ts';

/** The goods that leave with a waybill. */
export interface Departure {
  readonly codes: readonly number[];
  /** Ordered units that are not loaded. */
  readonly short: number;
}

export async function departureOf(sql: Connection, waybillId: number): Promise<Departure> {
  const { toLoad } = await missingOn(sql, waybillId);
  return { codes: await codesOn(sql, waybillId), short: toLoad };
}

interface Leaving extends Departure {
  readonly waybillId: number;
  readonly reason: string | null;
}

/** Ships everything on a waybill. If anything is refused, its status stays as it is. */
export async function depart(
  sql: Connection,
  { capture }: Pick<SharedServices, 'capture'>,
  doneBy: Pick<TravelEvent, 'at' | 'utcOffset' | 'by' | 'custodian' | 'now'>,
  { waybillId, codes, short, reason }: Leaving,
): Promise<Captured> {
  const placeId = await placeOf(sql, { kind: 'waybill', ref: waybillId });
  const [captured] = await capture.captureIn(sql, [{ ...doneBy, act: 'ship', waybillId, codes, placeId, reason }]);
  const outcome = captured ?? { refused: [] };
  if ('refused' in outcome) return outcome;
  await sql`
    update waybill set status = 'shipped', shipped_at = now(), shipped_by = ${doneBy.by.accountId},
      short_reason = ${short > 0 ? reason : null}, updated_at = now()
    where id = ${waybillId}`;
  return outcome;
}
