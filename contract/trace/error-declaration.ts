import type { ActName } from './acts.ts';

/** Why an act is declared wrong, in the words of CBV. */
export const errorReasons = ['did_not_occur', 'incorrect_data'] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** Acts that mark codes: what they made of them is forgotten when they are declared wrong. */
export const markingActs = ['bind', 'scrap', 'sample', 'reject'] as const satisfies ActName[];
export type MarkingAct = (typeof markingActs)[number];

/** Acts that are declared wrong. What travelled comes back by acts of its own: taken off a waybill, returned, exchanged. */
export const declarableActs: readonly ActName[] = ['pack', ...markingActs];
