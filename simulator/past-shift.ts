import { mostActs } from '../contract/plant/device.ts';
import type { LineRun } from './line-run.ts';

/** Time that a line was there for an order, which is past. Moments are milliseconds. */
export interface PastShift {
  readonly begins: number;
  /** It ends earlier when as many good units were made as were wanted. */
  readonly ends: number;
  readonly units: number;
  /** Units a minute. */
  readonly speed: number;
}

/** Some time in which a line ran, and stood after that; with what its camera read meanwhile. */
export interface Stretch {
  readonly from: number;
  readonly ranUntil: number;
  readonly stoodUntil: number;
  readonly reads: number;
  readonly goodReads: number;
}

const minute = 60_000;
/** So many acts go out together: half of what may, with room for what a minute has. */
const actsInBatch = mostActs / 2;

/**
 * A line tells of a shift afterwards, as fast as the server takes it, as one does that was cut off from the network: its
 * controller puts together what came by in a minute. Answers how the time went.
 */
export async function workPastShift(run: LineRun, { begins, ends, units, speed }: PastShift): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  const wanted = run.good + units;
  for (let at = begins; at + minute <= ends && run.good < wanted; at += minute) {
    const [before, defectiveBefore] = [run.units, run.defective];
    const ran = await run.work(at, Math.min(speed, wanted - run.good), minute / 1000);
    if (run.uplink.gathered >= actsInBatch) run.uplink.seal();
    await run.uplink.send();
    const reads = run.units - before;
    goOn(stretches, at, ran, { reads, goodReads: reads - (run.defective - defectiveBefore) });
  }
  return stretches;
}

/** A minute more: of the last stretch, or of a new one where the line runs again. */
function goOn(stretches: Stretch[], at: number, ran: boolean, read: Pick<Stretch, 'reads' | 'goodReads'>): void {
  const last = stretches.at(-1);
  const until = at + minute;
  if (!last || (ran && last.stoodUntil > last.ranUntil)) {
    stretches.push({ from: at, ranUntil: ran ? until : at, stoodUntil: until, ...read });
    return;
  }
  stretches[stretches.length - 1] = {
    from: last.from,
    ranUntil: ran ? until : last.ranUntil,
    stoodUntil: until,
    reads: last.reads + read.reads,
    goodReads: last.goodReads + read.goodReads,
  };
}
