import { minute } from '@suyuan/contract/durations.ts';
import type { DeviceEvent } from '@suyuan/contract/plant/device/device.ts';
import type { Causes, Mishaps } from './mishaps.ts';
import type { Random } from './random.ts';

export type SentEvent = Omit<DeviceEvent, 'id' | 'order_no'>;

/** A packaging level, and how many packages of the level below one of it holds. */
export interface PackageLevel {
  readonly level: number;
  readonly holds: number;
}

interface LineParts {
  readonly random: Random;
  readonly mishaps: Mishaps;
  readonly causes: Causes;
  /** Packaging levels, from units outwards. */
  readonly levels: readonly PackageLevel[];
  /** The UTC offset of the line in minutes. */
  readonly utcOffset: number;
  /** Prints the next code of a level. */
  readonly nextCode: (level: number) => Promise<string>;
}

/**
 * A simulated line: a printer, a camera, a packer and a palletiser. Each step yields events; packages that are not full yet are
 * carried over to the next step.
 */
export class Line {
  readonly #parts: LineParts;
  /** Codes that wait to be packed, by the depth of the package that they go into. */
  readonly #gathered: string[][];
  /** The seconds for which the line is still stopped. */
  #held = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#gathered = parts.levels.map(() => []);
  }

  /** The events of one or more seconds in which `units` are due; undefined while the line is stopped. */
  async work(at: number, units: number, seconds = 1): Promise<SentEvent[] | undefined> {
    const { random, mishaps } = this.#parts;
    const [least, most] = mishaps.stopFor;
    const stops = this.#held === 0 && random.next() < 1 - (1 - mishaps.stop) ** seconds;
    if (stops) this.#held = least + random.below(most - least);
    if (this.#held > 0) {
      this.#held = Math.max(0, this.#held - seconds);
      return undefined;
    }
    if (units === 0) return [];
    // The times of events are spread over the interval; there are at most about two events for each unit.
    const step = Math.max(1, Math.floor((seconds * 1000) / (2 * units + 10)));
    const clock = new Clock(at, this.#parts.utcOffset, step);
    const codes: string[] = [];
    for (let unit = 0; unit < units; unit++) codes.push(await this.#parts.nextCode(1));
    const events: SentEvent[] = [{ act: 'printed', event_time: clock.next(), codes }];
    const good: string[] = [];
    for (const code of codes) {
      const aside = this.#putAside(code, clock);
      if (aside) events.push(...aside);
      else good.push(code);
    }
    if (good.length > 0) events.push({ act: 'bound', event_time: clock.next(), codes: good });
    for (const code of good) if (random.next() < mishaps.readTwice) events.push(one('bound', code, clock));
    return [...events, ...(await this.#pack(good, 1, clock))];
  }

  /** Packs what is left as remainders, at the end of the order. */
  async clear(at: number): Promise<SentEvent[]> {
    const clock = new Clock(at, this.#parts.utcOffset);
    const events: SentEvent[] = [];
    for (let depth = 1; depth < this.#gathered.length; depth++) {
      const codes = this.#gathered[depth] as string[];
      if (codes.length === 0) continue;
      const packing = await this.#packed(depth, codes, clock);
      events.push({ ...packing, remainder: true });
      this.#gathered[depth] = [];
      // A package around a remainder is a remainder itself, even if it holds its full number of packages.
      this.#gathered[depth + 1]?.push(packing.parent as string);
    }
    return events;
  }

  /** The events for a unit that does not reach the packer; undefined for all others. */
  #putAside(code: string, clock: Clock): SentEvent[] | undefined {
    const { random, mishaps, causes } = this.#parts;
    if (random.next() < mishaps.tornLabel) return [one('scrapped', code, clock, causes.tornLabel)];
    if (random.next() < mishaps.misread)
      return [one('bound', misreading(code), clock), one('scrapped', code, clock, causes.misread)];
    if (random.next() < mishaps.reject)
      return [one('bound', code, clock), one('rejected', code, clock, random.pick(causes.reject))];
    if (random.next() < mishaps.sample) return [one('bound', code, clock), one('sampled', code, clock, causes.sample)];
    return undefined;
  }

  /** Packs all full packages of a depth, and these into packages of the next depth. */
  async #pack(codes: readonly string[], depth: number, clock: Clock): Promise<SentEvent[]> {
    const level = this.#parts.levels[depth];
    const children = this.#gathered[depth];
    if (!level || !children) return [];
    children.push(...codes);
    const events: SentEvent[] = [];
    while (children.length >= level.holds) {
      const packing = await this.#packed(depth, children.splice(0, level.holds), clock);
      events.push(packing, ...(await this.#pack([packing.parent as string], depth + 1, clock)));
    }
    return events;
  }

  async #packed(depth: number, codes: string[], clock: Clock): Promise<SentEvent> {
    const parent = await this.#parts.nextCode((this.#parts.levels[depth] as PackageLevel).level);
    return { act: 'packed', event_time: clock.next(), parent, codes };
  }
}

/** Yields successive times, some milliseconds apart. */
class Clock {
  #at: number;
  readonly #utcOffset: number;
  readonly #step: number;

  constructor(at: number, utcOffset: number, step = 1) {
    this.#at = at;
    this.#utcOffset = utcOffset;
    this.#step = step;
  }

  next(): string {
    const at = momentAt(this.#at, this.#utcOffset);
    this.#at += this.#step;
    return at;
  }
}

/** A time in ISO 8601 with a UTC offset in minutes. */
export function momentAt(at: number, utcOffset: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const minutes = Math.abs(utcOffset);
  const offset = `${utcOffset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return new Date(at + utcOffset * minute).toISOString().replace('Z', offset);
}

const one = (eventType: SentEvent['act'], code: string, clock: Clock, cause?: string): SentEvent => ({
  act: eventType,
  event_time: clock.next(),
  codes: [code],
  ...(cause === undefined ? {} : { cause }),
});

/** A code with a misread character. */
export const misreading = (code: string): string => `${code.slice(0, -1)}?`;
