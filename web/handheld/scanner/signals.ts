import { sound } from '#ui/scan/sounds.ts';

/** How a scan is told of, besides its colour. */
export type Signal = 'good' | 'repeated' | 'wrong';

/** Pulses and pauses in milliseconds, which hands in gloves can tell apart. */
const pulses: Readonly<Record<Signal, number[]>> = {
  good: [40],
  repeated: [60, 80, 60],
  wrong: [400],
};

/** Sounds and vibrates. */
export function signal(kind: Signal): void {
  sound(kind);
  navigator.vibrate?.(pulses[kind]);
}
