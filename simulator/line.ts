import type { DeviceAct } from '../contract/plant/device.ts';
import type { Random } from '../server/sample/random.ts';
import type { Mishaps } from './mishaps.ts';

export type Act = Omit<DeviceAct, 'id' | 'order_no'>;

/** A level of packages above units: how many of the level below one holds. */
export interface PackageLevel {
  readonly level: number;
  readonly holds: number;
}

interface LineParts {
  readonly random: Random;
  readonly mishaps: Mishaps;
  /** Of units first, then outwards. */
  readonly levels: readonly PackageLevel[];
  /** The next code of a level, fresh from its printer. */
  readonly nextCode: (level: number) => Promise<string>;
}

/**
 * A line: a printer, a camera behind it, a packer, a palletiser. What they see in a moment becomes acts; what is not full yet
 * stays with them.
 */
export class Line {
  readonly #parts: LineParts;
  /** What waits to be packed, by the level that it goes into. */
  readonly #gathered: string[][];
  /** Seconds for which it still stands. */
  #held = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#gathered = parts.levels.map(() => []);
  }

  /** A second in which `units` come by; nothing happens in one in which the line is held. */
  async second(at: number, units: number): Promise<Act[]> {
    const { random, mishaps } = this.#parts;
    if (this.#held === 0 && random.next() < mishaps.stop) this.#held = 5 + random.below(30);
    if (this.#held > 0) {
      this.#held -= 1;
      return [];
    }
    const clock = new Clock(at);
    const printed: string[] = [];
    for (let unit = 0; unit < units; unit++) printed.push(await this.#parts.nextCode(1));
    const acts: Act[] = [{ act: 'printed', event_time: clock.next(), codes: printed }];
    const good: string[] = [];
    for (const code of printed) {
      const aside = this.#putAside(code, clock);
      if (aside) acts.push(...aside);
      else good.push(code);
    }
    if (good.length > 0) acts.push({ act: 'bound', event_time: clock.next(), codes: good });
    for (const code of good) if (random.next() < mishaps.readTwice) acts.push(one('bound', code, clock));
    return [...acts, ...(await this.#pack(good, 1, clock))];
  }

  /** The end of the order: what is left is packed as it is. */
  async clear(at: number): Promise<Act[]> {
    const clock = new Clock(at);
    const acts: Act[] = [];
    for (let depth = 1; depth < this.#gathered.length; depth++) {
      const codes = this.#gathered[depth] as string[];
      if (codes.length === 0) continue;
      const packed = await this.#packed(depth, codes, clock);
      acts.push({ ...packed, remainder: true }, ...(await this.#pack([packed.parent as string], depth + 1, clock)));
      this.#gathered[depth] = [];
    }
    return acts;
  }

  /** What becomes of a label that does not reach the packer on a product; undefined for all others. */
  #putAside(code: string, clock: Clock): Act[] | undefined {
    const { random, mishaps } = this.#parts;
    if (random.next() < mishaps.tornLabel) return [one('scrapped', code, clock, 'label torn')];
    if (random.next() < mishaps.misread)
      return [one('bound', misreading(code), clock), one('scrapped', code, clock, 'label cannot be read')];
    if (random.next() < mishaps.reject) return [one('bound', code, clock), one('rejected', code, clock, 'fill level')];
    if (random.next() < mishaps.sample) return [one('bound', code, clock), one('sampled', code, clock, 'laboratory')];
    return undefined;
  }

  /** Packs as many packages of a depth as are full, and those into the next ones. */
  async #pack(codes: readonly string[], depth: number, clock: Clock): Promise<Act[]> {
    const level = this.#parts.levels[depth];
    const gathered = this.#gathered[depth];
    if (!level || !gathered) return [];
    gathered.push(...codes);
    const acts: Act[] = [];
    while (gathered.length >= level.holds) {
      const packed = await this.#packed(depth, gathered.splice(0, level.holds), clock);
      acts.push(packed, ...(await this.#pack([packed.parent as string], depth + 1, clock)));
    }
    return acts;
  }

  async #packed(depth: number, codes: string[], clock: Clock): Promise<Act> {
    const parent = await this.#parts.nextCode((this.#parts.levels[depth] as PackageLevel).level);
    return { act: 'packed', event_time: clock.next(), parent, codes };
  }
}

/** Moments of one second, one after the other. */
class Clock {
  #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  next(): string {
    return new Date(this.#at++).toISOString();
  }
}

const one = (act: Act['act'], code: string, clock: Clock, cause?: string): Act => ({
  act,
  event_time: clock.next(),
  codes: [code],
  ...(cause === undefined ? {} : { cause }),
});

/** A code with a character that is another one. */
export const misreading = (code: string): string => `${code.slice(0, -1)}?`;
