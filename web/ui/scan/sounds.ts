import { create } from 'zustand';
import type { ScanOutcome } from './lastScan.ts';

const place = 'scan.sound';

/** Whether scans make sounds; stored in the browser. */
export const useSound = create<{ readonly isOn: boolean }>()(() => ({
  isOn: localStorage.getItem(place) !== 'off',
}));

export function turnSound(isOn: boolean): void {
  localStorage.setItem(place, isOn ? 'on' : 'off');
  useSound.setState({ isOn });
}

/** The sequence of tones (in hertz and seconds) for each outcome, distinguishable in a loud hall. */
const tones: Readonly<Record<ScanOutcome, readonly (readonly [pitch: number, length: number])[]>> = {
  good: [[880, 0.07]],
  done: [
    [660, 0.08],
    [990, 0.14],
  ],
  repeated: [
    [440, 0.07],
    [440, 0.07],
  ],
  wrong: [[180, 0.35]],
  unsent: [
    [520, 0.12],
    [390, 0.12],
    [290, 0.24],
  ],
};
const pause = 0.04;

let context: AudioContext | undefined;

export function sound(outcome: ScanOutcome): void {
  if (!useSound.getState().isOn) return;
  context ??= new AudioContext();
  // Browsers suspend audio until the person has interacted with the page.
  void context.resume();
  let at = context.currentTime;
  for (const [pitch, length] of tones[outcome]) {
    const tone = new OscillatorNode(context, { type: outcome === 'wrong' ? 'square' : 'sine', frequency: pitch });
    tone.connect(new GainNode(context, { gain: 0.5 })).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length + pause;
  }
}
