import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { deviceStates } from '@suyuan/contract/plant/device/device.ts';
import type { Random } from './random.ts';

type PastState = InputOf<typeof deviceStates>['states'][number];
/** What a heartbeat tells of the line. */
type State = Pick<PastState, 'state' | 'reason'>;

/** What the controller of a line tells of it: its states one after the other, and why it stands. */
export class LineStates {
  readonly #random: Random;
  readonly #causes: readonly (string | null)[];
  readonly #past: (State & { readonly from: number })[] = [];

  constructor(random: Random, causes: readonly (string | null)[]) {
    this.#random = random;
    this.#causes = causes;
  }

  /** Notes whether the line runs from a moment on, and returns its state. The cause of a stop is the same as long as it lasts. */
  note(at: number, ran: boolean): State {
    const last = this.#past.at(-1);
    const state = ran ? 'execute' : 'held';
    if (last?.state === state) return stateOf(last);
    const cause = ran || this.#causes.length === 0 ? null : this.#random.pick(this.#causes);
    const next = { state, from: at, ...(cause === null ? {} : { reason: cause }) } as const;
    this.#past.push(next);
    return stateOf(next);
  }

  /** The states up to a moment. */
  until(end: number): PastState[] {
    return this.#past.map(({ from, ...state }, at) => ({
      ...state,
      from: new Date(from).toISOString(),
      until: new Date(this.#past[at + 1]?.from ?? end).toISOString(),
    }));
  }
}

const stateOf = ({ from: _, ...state }: State & { readonly from: number }): State => state;
