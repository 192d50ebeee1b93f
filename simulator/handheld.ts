import { randomUUID } from 'node:crypto';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { mostScans, type ScanResult, scans, settleScan } from '@suyuan/contract/handheld/scan.ts';
import type { Client } from './client.ts';
import { countUp } from './count-up.ts';
import type { HandheldMishaps } from './mishaps.ts';
import type { Random } from './random.ts';

type Scan = InputOf<typeof scans>['scans'][number];

/** Counts what a handheld sent, and the answers. */
export class HandheldTally {
  scans = 0;
  /** Batches of which the answer was lost. */
  answersLost = 0;
  losses = 0;
  longestQueue = 0;
  readonly results = new Map<string, number>();
  readonly refusals = new Map<string, number>();
}

interface HandheldParts {
  readonly client: Client;
  readonly random: Random;
  readonly mishaps: HandheldMishaps;
  /** How far its clock is ahead, in milliseconds. */
  readonly clockAhead: number;
}

/** A handheld: keeps scans while there is no network, and sends them in their order, each until it is answered. */
export class Handheld {
  readonly device = randomUUID();
  readonly tally = new HandheldTally();
  readonly #parts: HandheldParts;
  readonly #queue: Scan[] = [];
  readonly #refused: ScanResult[] = [];
  #no = 0;
  /** For how many scans the network stays lost. */
  #lostFor = 0;

  constructor(parts: HandheldParts) {
    this.#parts = parts;
  }

  get isOffline(): boolean {
    return this.#lostFor > 0;
  }

  /** Keeps a scan, and sends what waits if there is a network. */
  async scan(scan: Omit<Scan, 'id' | 'no' | 'scanned_at'>): Promise<void> {
    this.#queue.push({ ...scan, id: randomUUID(), no: ++this.#no, scanned_at: this.#now() });
    this.tally.scans += 1;
    this.tally.longestQueue = Math.max(this.tally.longestQueue, this.#queue.length);
    this.#loseNetwork();
    if (!this.isOffline) await this.send();
  }

  /** Goes where there is no network until `comeBack`. */
  leaveNetwork(): void {
    this.#lostFor = Number.POSITIVE_INFINITY;
  }

  /** Is back in the network: everything is sent, and what was refused is settled. */
  async comeBack(): Promise<void> {
    this.#lostFor = 0;
    await this.send();
    for (const { id } of this.#refused.splice(0))
      await this.#parts.client.call(settleScan, { id, how: 'dropped', reason: 'left in the warehouse' });
  }

  /** Sends what waits. A batch of which the answer was lost is sent again as it was, and gets its first answer. */
  async send(): Promise<void> {
    const { client, random, mishaps } = this.#parts;
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, mostScans);
      const sent = { device: this.device, sent_at: this.#now(), scans: batch };
      const { results } = await client.call(scans, sent);
      if (random.next() < mishaps.answerLost) {
        this.tally.answersLost += 1;
        continue;
      }
      const answered = new Set(results.map(({ id }) => id));
      // They are answered in their order, so what is left is the end of the batch.
      this.#queue.splice(0, batch.filter(({ id }) => answered.has(id)).length);
      for (const result of results) this.#note(result);
    }
  }

  #note(result: ScanResult): void {
    countUp(this.tally.results, result.result);
    if (result.result !== 'refused') return;
    this.#refused.push(result);
    for (const { reason } of result.refusals ?? []) countUp(this.tally.refusals, reason);
  }

  #loseNetwork(): void {
    const { random, mishaps } = this.#parts;
    if (this.isOffline) this.#lostFor -= 1;
    else if (random.next() < mishaps.networkLoss) {
      const [least, most] = mishaps.lostFor;
      this.#lostFor = least + random.below(most - least);
      this.tally.losses += 1;
    }
  }

  #now(): string {
    return new Date(Date.now() + this.#parts.clockAhead).toISOString();
  }
}
