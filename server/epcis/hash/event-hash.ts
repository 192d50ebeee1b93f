import { createHash } from 'node:crypto';
import type { EpcisEvent } from '../model/event.ts';
import { type IgnoredNames, preHash } from './pre-hash.ts';

/** The hash of an event as a URI (CBV 2.0, section 8.9), which identifies it where its sender did not. */
export const eventHash = (event: EpcisEvent, ignored?: IgnoredNames): string =>
  `ni:///sha-256;${createHash('sha256').update(preHash(event, ignored), 'utf8').digest('hex')}?ver=CBV2.0`;

type Identified = EpcisEvent & { readonly eventID: string };

/**
 * Events with IDs: their own, or their hashes. Events of one document may differ in what the hash leaves out; the second with a hash, and
 * each after it, has an ID that follows from the hash, so that the same document has the same IDs again.
 */
export function withEventIds(events: readonly EpcisEvent[], ignored?: IgnoredNames): Identified[] {
  const counts = new Map<string, number>();
  return events.map((event) => {
    if (event.eventID !== undefined) return { ...event, eventID: event.eventID };
    const hash = eventHash(event, ignored);
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count + 1);
    return { ...event, eventID: count === 0 ? hash : uuidOf(`${hash} ${count}`) };
  });
}

/** An event with an ID: its own, or its hash. */
export const withEventId = (event: EpcisEvent, ignored?: IgnoredNames): Identified =>
  withEventIds([event], ignored)[0] as Identified;

/** The namespace of URLs (RFC 9562, section 6.6). */
const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** A UUID that follows from a name (RFC 9562, version 5). */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}
