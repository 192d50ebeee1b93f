import { isDeepStrictEqual } from 'node:util';
import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { type PackableCode, pack, packable, packUndo } from '@suyuan/contract/plant/packing/packing.ts';
import type { Client } from './client.ts';
import { countUp } from './count-up.ts';
import { misreading, type PackageLevel } from './line.ts';
import type { StationMishaps } from './mishaps.ts';
import type { Random } from './random.ts';

/** Counts what was done at the desk, and records response times. */
export class StationTally {
  scans = 0;
  units = 0;
  packages = 0;
  remainders = 0;
  readonly mishaps = new Map<string, number>();
  /** Refused scans by reason. */
  readonly refusals = new Map<string, number>();
  /** Response times in milliseconds, of scans and of packings. */
  readonly answers: number[] = [];
}

interface StationParts {
  readonly client: Client;
  readonly random: Random;
  readonly mishaps: StationMishaps;
  readonly workOrderId: number;
  /** Packaging levels, from units outwards. */
  readonly levels: readonly PackageLevel[];
  /** Takes the next label of a level. */
  readonly nextCode: (level: number) => Promise<string>;
  /** Waits until the next scan is due. */
  readonly pace: () => Promise<void>;
  /** A unique prefix for the batch keys of this run. */
  readonly run: string;
}

/**
 * A simulated person at a packing desk, who scans a package and then its contents. Each scan is checked by the server, as at
 * the desk of the console, and full packages are packed.
 */
export class Station {
  readonly tally = new StationTally();
  readonly #parts: StationParts;
  /** Packed packages that go into the next outer one, by the depth of that. */
  readonly #waiting: string[][];
  #lastPacked: string | undefined;
  #packings = 0;

  constructor(parts: StationParts) {
    this.#parts = parts;
    this.#waiting = parts.levels.map(() => []);
  }

  /** Fills one package with units, and then all outer packages that can be filled. */
  async work(isOver: () => boolean): Promise<void> {
    const { random, mishaps, levels } = this.#parts;
    const [, first] = levels;
    if (!first) throw new Error('the work order needs a packaging hierarchy, which tells when a package is full');
    const isShort = random.next() < mishaps.remainder;
    const size = isShort ? 1 + random.below(first.holds) : first.holds;
    const label = () => this.#parts.nextCode(1);
    await this.#fill(1, size, label, isOver);
    for (let depth = 2; depth < levels.length; depth++) {
      const waiting = this.#waiting[depth] as string[];
      const { holds } = levels[depth] as PackageLevel;
      if (waiting.length < holds) break;
      const lying = waiting.splice(0, holds);
      await this.#fill(
        depth,
        holds,
        async () => lying.shift() as string,
        () => false,
      );
    }
  }

  /** Scans a package and then up to `size` children, fewer if the time is over, and packs them. */
  async #fill(depth: number, size: number, next: () => Promise<string>, isOver: () => boolean): Promise<void> {
    const { levels } = this.#parts;
    const { level, holds } = levels[depth] as PackageLevel;
    const parent = await this.#parts.nextCode(level);
    await this.#scan(parent, undefined);
    const children: string[] = [];
    while (children.length < size && !(children.length > 0 && isOver())) {
      const code = await next();
      await this.#stumble(parent, code);
      const verdict = await this.#scan(code, parent);
      if (verdict?.refusals.length === 0) children.push(code);
      if (children.at(-1) === code) await this.#scanAgain(parent, children);
    }
    await this.#pack(parent, children, children.length < holds);
    if (depth === 1) this.tally.units += children.length;
    this.tally.packages += 1;
    if (children.length < holds) this.tally.remainders += 1;
    this.#lastPacked = children.at(-1);
    // Remainders do not go into outer packages.
    if (children.length === holds) this.#waiting[depth + 1]?.push(parent);
  }

  /** Makes mistakes before the right label is scanned, none of which the server may accept. */
  async #stumble(parent: string, code: string): Promise<void> {
    const { random, mishaps } = this.#parts;
    if (random.next() < mishaps.misread) {
      countUp(this.tally.mishaps, 'misread');
      await this.#refused(misreading(code), parent);
    }
    if (random.next() < mishaps.packedAlready && this.#lastPacked) {
      countUp(this.tally.mishaps, 'packed already');
      await this.#refused(this.#lastPacked, parent);
    }
  }

  /** Scans a label once more, which the desk notices itself, or undoes a scan and repeats it. */
  async #scanAgain(parent: string, children: string[]): Promise<void> {
    const { random, mishaps } = this.#parts;
    const code = children.at(-1) as string;
    if (random.next() < mishaps.scannedTwice) {
      countUp(this.tally.mishaps, 'scanned twice');
      await this.#scan(code, parent);
    }
    if (random.next() < mishaps.scanUndone) {
      countUp(this.tally.mishaps, 'scan undone');
      children.pop();
      await this.#scan(code, parent);
      children.push(code);
    }
  }

  async #refused(code: string, parent: string): Promise<void> {
    const verdict = await this.#scan(code, parent);
    if (verdict && verdict.code !== null && verdict.refusals.length === 0) {
      throw new Error(`${code} was accepted but should have been refused`);
    }
  }

  async #scan(code: string, parent: string | undefined): Promise<PackableCode | undefined> {
    const { client, workOrderId } = this.#parts;
    await this.#parts.pace();
    const input = { codes: [code], work_order_id: workOrderId, ...(parent === undefined ? {} : { parent }) };
    const [verdict] = await this.#timed(() => client.call(packable, input));
    this.tally.scans += 1;
    for (const { reason } of verdict?.refusals ?? []) countUp(this.tally.refusals, reason);
    return verdict;
  }

  async #pack(parent: string, children: readonly string[], remainder: boolean): Promise<void> {
    const { client, random, mishaps } = this.#parts;
    const answer = await this.#once(this.#packing(parent, children, remainder));
    if (random.next() >= mishaps.packageUndone) return;
    countUp(this.tally.mishaps, 'package undone');
    await this.#parts.pace();
    await client.call(packUndo, { parent, event_id: answer.event_id });
    await this.#once(this.#packing(parent, children, remainder));
  }

  /** Packs. If the answer is lost, repeats the call with the same batch key and requires the same answer. */
  async #once(packing: InputOf<typeof pack>): Promise<OutputOf<typeof pack>> {
    const { client, random, mishaps } = this.#parts;
    const answer = await this.#timed(() => client.call(pack, packing));
    if (random.next() >= mishaps.answerLost) return answer;
    countUp(this.tally.mishaps, 'answer lost');
    const again = await client.call(pack, packing);
    if (!isDeepStrictEqual(again, answer))
      throw new Error(`the repeated packing ${packing.batch_key} got another response`);
    return answer;
  }

  #packing(parent: string, children: readonly string[], remainder: boolean): InputOf<typeof pack> {
    const { workOrderId, run } = this.#parts;
    return {
      ...{ work_order_id: workOrderId, parent, children: [...children], remainder },
      batch_key: `${run}-${++this.#packings}`,
    };
  }

  async #timed<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const start = performance.now();
    const answer = await work();
    this.tally.answers.push(performance.now() - start);
    return answer;
  }
}
