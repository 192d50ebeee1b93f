import { createHash } from 'node:crypto';

/** What an event ID follows from: the row of the event, and which of its events it is. */
export interface EventRow {
  readonly id: number;
  readonly recordedAt: Date;
}

/** The digits of a UUID that hold the number of the row. */
const numberDigits = 12;

/**
 * The ID of an event: a UUID of version 8 (RFC 9562) with the number of its row, and a hash of when that was recorded and of the
 * `part` that tells the events of one row apart. So it follows from the row, is the same in every answer, leads back to the row,
 * and is that of no event of another installation.
 */
export function eventIdOf({ id, recordedAt }: EventRow, ...part: readonly string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, recordedAt.getTime(), ...part]))
    .digest('hex');
  const number = id.toString(16).padStart(numberDigits, '0');
  // The first two bits of the fourth group say that it is a UUID of this kind.
  const variant = '89ab'[Number.parseInt(hash[3] as string, 16) % 4];
  return `urn:uuid:${number.slice(0, 8)}-${number.slice(8)}-8${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The digits of an event ID that hold the number of a span. */
const spanDigits = 7;

/** The ID of the event about a span of a row about ranges of codes: its end is the number of the span. */
export function spanEventId(row: EventRow, index: number): string {
  return `${eventIdOf(row, 'span', String(index)).slice(0, -spanDigits)}${index.toString(16).padStart(spanDigits, '0')}`;
}

/** The number of the row that an event ID may be of; undefined for the IDs of others. */
export function rowOfEventId(eventId: string): number | undefined {
  const [, high, low] =
    /^urn:uuid:([\da-f]{8})-([\da-f]{4})-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.exec(eventId) ?? [];
  const number = high === undefined ? Number.NaN : Number.parseInt(`${high}${low}`, 16);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The row and the number of the span that an event ID may be of; undefined for the IDs of others. */
export function spanOfEventId(eventId: string): { readonly event: number; readonly index: number } | undefined {
  const event = rowOfEventId(eventId);
  return event === undefined ? undefined : { event, index: Number.parseInt(eventId.slice(-spanDigits), 16) };
}
