import { rangesOf } from '@suyuan/codes/sets/ranges.ts';
import { maxCodes } from '@suyuan/contract/plant/device.ts';
import type { Connection } from '#platform/database/database.ts';

interface PrintedRow {
  readonly event_id: number;
  readonly first_id: number;
  readonly last_id: number;
}

/** Which of `codes` another device has printed in an earlier event, and which event that was. */
export async function printedBefore(
  sql: Connection,
  codes: readonly number[],
  { eventId, deviceKeyId }: { readonly eventId: number; readonly deviceKeyId: number },
): Promise<{ readonly code: number; readonly before: { readonly id: number } }[]> {
  const ranges = rangesOf(codes);
  // A printed range is at most as long as the codes of one event, which bounds the index scan on first_id.
  const printed = await sql<PrintedRow[]>`
    select p.event_id, p.first_id, p.last_id
    from unnest(
      ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]
    ) as now (first_id, last_id)
    join printed_codes p on p.first_id between now.first_id - ${maxCodes} and now.last_id and p.last_id >= now.first_id
    join trace_event e on e.id = p.event_id
    where p.event_id <> ${eventId} and e.device_key_id <> ${deviceKeyId}
    order by p.event_id`;
  return codes.flatMap((code) => {
    const range = printed.find(({ first_id, last_id }) => first_id <= code && code <= last_id);
    return range ? [{ code, before: { id: range.event_id } }] : [];
  });
}
