import type { EventType } from './events.ts';

/** Reasons for declaring an event wrong, as named by CBV. */
export const errorReasons = ['did_not_occur', 'incorrect_data'] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** Events that mark codes. When one is declared wrong, the mark is dropped. */
export const markingEvents = ['bind', 'scrap', 'sample', 'reject'] as const satisfies EventType[];
export type MarkingEvent = (typeof markingEvents)[number];

/**
 * Events that can be declared wrong. Shipped or returned goods are corrected by events instead: taken off a waybill, returned,
 * exchanged.
 */
export const declarableEvents: readonly EventType[] = ['pack', ...markingEvents];
