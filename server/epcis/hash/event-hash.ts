import { createHash } from 'node:crypto';
import type { EpcisEvent } from '../model/event.ts';
import { type IgnoredNames, preHash } from './pre-hash.ts';

/** The hash of an event as a URI (CBV 2.0, section 8.9), which identifies it where its sender did not. */
export const eventHash = (event: EpcisEvent, ignored?: IgnoredNames): string =>
  `ni:///sha-256;${createHash('sha256').update(preHash(event, ignored), 'utf8').digest('hex')}?ver=CBV2.0`;

/** An event with an ID: its own, or its hash. */
export const withEventId = (event: EpcisEvent, ignored?: IgnoredNames): EpcisEvent & { readonly eventID: string } => ({
  ...event,
  eventID: event.eventID ?? eventHash(event, ignored),
});
