import Type from 'typebox';

/**
 * What people are told of a line while a work order runs on it, and from which limit on: minutes without a sign of life and minutes
 * of a stop, events that wait in its devices, minutes that the leased codes last for, and per cent of events that are refused.
 */
export const alarmKinds = ['silent', 'standing', 'queue', 'codes', 'refusals'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** A limit; with 0 there is no such alarm. */
export const AlarmLimit = (most: number) => Type.Integer({ minimum: 0, maximum: most });
export const mostOfLimit = { silent: 1440, standing: 1440, queue: 1_000_000, codes: 1440, refusals: 100 } as const;
/** The limits of an enterprise that has said none. */
export const usualLimits: Readonly<Record<AlarmKind, number>> = {
  silent: 5,
  standing: 10,
  queue: 500,
  codes: 60,
  refusals: 1,
};
