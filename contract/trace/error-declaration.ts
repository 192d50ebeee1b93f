import type { ActName } from './acts.ts';

/** Reasons for declaring an act wrong, as named by CBV. */
export const errorReasons = ['did_not_occur', 'incorrect_data'] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** Acts that mark codes. When one is declared wrong, the mark is dropped. */
export const markingActs = ['bind', 'scrap', 'sample', 'reject'] as const satisfies ActName[];
export type MarkingAct = (typeof markingActs)[number];

/**
 * Acts that can be declared wrong. Shipped or returned goods are corrected by acts instead: taken off a waybill, returned,
 * exchanged.
 */
export const declarableActs: readonly ActName[] = ['pack', ...markingActs];
