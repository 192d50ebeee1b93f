import { create } from 'zustand';
import { sound } from '#ui/scan/sounds.ts';

/** How a scan is told of, besides its colour. */
export type Signal = 'good' | 'repeated' | 'wrong';

/** Pulses and pauses in milliseconds, which hands in gloves can tell apart. */
const pulses: Readonly<Record<Signal, number[]>> = {
  good: [40],
  repeated: [60, 80, 60],
  wrong: [400],
};

const setting = 'handheld.vibration';

/** Whether scans vibrate; sounds are switched apart from it. */
export const useVibration = create<{ readonly isOn: boolean }>()(() => ({
  isOn: localStorage.getItem(setting) !== 'off',
}));

export function turnVibration(isOn: boolean): void {
  localStorage.setItem(setting, isOn ? 'on' : 'off');
  useVibration.setState({ isOn });
}

/** Sounds and vibrates, as far as it was not silenced. */
export function signal(kind: Signal): void {
  sound(kind);
  if (useVibration.getState().isOn) navigator.vibrate?.(pulses[kind]);
}
