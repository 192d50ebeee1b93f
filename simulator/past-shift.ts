import { minute } from '@suyuan/contract/durations.ts';
import { maxEvents } from '@suyuan/contract/plant/device/device.ts';
import type { LineRun } from './line-run.ts';

/** A past period in which a line worked on an order. Times are epoch milliseconds. */
export interface PastShift {
  readonly begins: number;
  /** It ends earlier once the wanted number of good units is made. */
  readonly ends: number;
  readonly units: number;
  /** Units a minute. */
  readonly speed: number;
}

/** A period in which a line ran and then stood, with the reads of its camera. */
export interface Stretch {
  readonly from: number;
  readonly ranUntil: number;
  readonly stoodUntil: number;
  readonly reads: number;
  readonly goodReads: number;
}

/** From this many events on a batch is sent: half of the maximum, which leaves room for the events of one more minute. */
const eventsInBatch = maxEvents / 2;

/**
 * Reports a shift afterwards, as fast as the server takes it, like a line that was offline: its controller collects the events of
 * each minute. Resolves to the periods in which it ran and stood.
 */
export async function workPastShift(run: LineRun, { begins, ends, units, speed }: PastShift): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  const target = run.good + units;
  for (let at = begins; at + minute <= ends && run.good < target; at += minute) {
    const [before, defectiveBefore] = [run.units, run.defective];
    const ran = await run.work(at, Math.min(speed, target - run.good), minute / 1000);
    if (run.uplink.gathered >= eventsInBatch) run.uplink.seal();
    await run.uplink.send();
    const reads = run.units - before;
    goOn(stretches, at, ran, { reads, goodReads: reads - (run.defective - defectiveBefore) });
  }
  return stretches;
}

/** Adds a minute to the last stretch, or begins a new one if the line runs again. */
function goOn(stretches: Stretch[], at: number, ran: boolean, counts: Pick<Stretch, 'reads' | 'goodReads'>): void {
  const last = stretches.at(-1);
  const until = at + minute;
  if (!last || (ran && last.stoodUntil > last.ranUntil)) {
    stretches.push({ from: at, ranUntil: ran ? until : at, stoodUntil: until, ...counts });
    return;
  }
  stretches[stretches.length - 1] = {
    from: last.from,
    ranUntil: ran ? until : last.ranUntil,
    stoodUntil: until,
    reads: last.reads + counts.reads,
    goodReads: last.goodReads + counts.goodReads,
  };
}
