import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from './client.ts';
import { countUp } from './count-up.ts';
import type { SentEvent } from './line.ts';
import type { Mishaps } from './mishaps.ts';
import type { Random } from './random.ts';

type Batch = InputOf<typeof deviceBatch>;

/** Counts what was sent and the results. */
export class Tally {
  batches = 0;
  twice = 0;
  outOfOrder = 0;
  losses = 0;
  /** The number of events by kind and by result, and of refused codes by reason. */
  readonly acts = new Map<string, number>();
  readonly results = new Map<string, number>();
  readonly refusals = new Map<string, number>();
}

interface UplinkParts {
  readonly device: Device;
  readonly random: Random;
  readonly mishaps: Mishaps;
  readonly orderNo: string;
  /** A unique prefix for the batch keys of this run. */
  readonly run: string;
}

/** Sends events to the server in batches, from a queue that fills up while the network is down. */
export class Uplink {
  readonly tally = new Tally();
  readonly #parts: UplinkParts;
  #events: SentEvent[] = [];
  readonly #queue: Batch[] = [];
  /** A batch that is sent after the next one. */
  #delayed: Batch | undefined;
  #sealed = 0;
  #lostFor = 0;

  constructor(parts: UplinkParts) {
    this.#parts = parts;
  }

  /** The number of events not sent yet. */
  get queued(): number {
    const batches = [...this.#queue, ...(this.#delayed ? [this.#delayed] : [])];
    return batches.reduce((sum, { acts: events }) => sum + events.length, this.#events.length);
  }

  /** The number of events that are in no batch yet. */
  get gathered(): number {
    return this.#events.length;
  }

  add(events: readonly SentEvent[]): void {
    this.#events.push(...events);
  }

  /** Makes a batch of the gathered events. It keeps its key however often it is sent. */
  seal(): void {
    if (this.#events.length === 0) return;
    const { random, mishaps, orderNo, run } = this.#parts;
    const batch_key = `${run}-${++this.#sealed}`;
    const events = this.#events.map((event, at) => ({ id: `${this.#sealed}.${at}`, order_no: orderNo, ...event }));
    this.#events = [];
    const batch = { batch_key, acts: events };
    if (this.#delayed) {
      this.#queue.push(batch, this.#delayed);
      this.#delayed = undefined;
    } else if (random.next() < mishaps.outOfOrder) {
      this.#delayed = batch;
      this.tally.outOfOrder += 1;
    } else this.#queue.push(batch);
  }

  /** Sends batches, unless the network is lost. */
  async send(): Promise<void> {
    const { random, mishaps } = this.#parts;
    if (this.#lostFor === 0 && random.next() < mishaps.networkLoss) {
      this.#lostFor = 10 + random.below(50);
      this.tally.losses += 1;
    }
    if (this.#lostFor > 0) this.#lostFor -= 1;
    else await this.#sendQueued();
  }

  /** Sends everything that is left. */
  async finish(): Promise<void> {
    this.seal();
    if (this.#delayed) this.#queue.push(this.#delayed);
    this.#delayed = undefined;
    await this.#sendQueued();
  }

  async #sendQueued(): Promise<void> {
    for (let batch = this.#queue.shift(); batch; batch = this.#queue.shift()) await this.#send(batch);
  }

  async #send(batch: Batch): Promise<void> {
    const { device, random, mishaps } = this.#parts;
    const answer = await device.call(deviceBatch, batch);
    this.tally.batches += 1;
    if (random.next() < mishaps.sentTwice) {
      this.tally.twice += 1;
      const again = await device.call(deviceBatch, batch);
      if (!isDeepStrictEqual(again, answer))
        throw new Error(`the repeated batch ${batch.batch_key} got another response`);
    }
    for (const { act: eventType } of batch.acts) countUp(this.tally.acts, eventType);
    for (const { result, refusals = [] } of answer.results) {
      countUp(this.tally.results, result);
      if (result === 'refused') for (const { reason } of refusals) countUp(this.tally.refusals, reason);
    }
  }
}
