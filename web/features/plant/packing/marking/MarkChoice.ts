import type { DeskMark } from '../../../../../contract/plant/marking.ts';
import type { PackableCode } from '../../../../../contract/plant/packing.ts';
import { type Looked, ScannedCodes } from '../../../../ui/scan/desk/ScannedCodes.ts';
import { type LastScan, notTaken } from '../../../../ui/scan/lastScan.ts';

/** What is done to the scanned codes: a mark, or taking one back. */
export type MarkKind = DeskMark | 'unmark';

export interface MarkedCode {
  readonly code: string;
  readonly lies_in: string | null;
}

/** What a scan is judged by. */
export interface MarkAsk {
  readonly kind: MarkKind;
  readonly order: number | undefined;
}

/** The codes that are to be scrapped, sampled or rejected, each judged as it is scanned. */
export class MarkChoice extends ScannedCodes<MarkedCode> {
  #ask: MarkAsk = { kind: 'scrap', order: undefined };

  constructor(
    judge: (codes: readonly string[], ask: MarkAsk) => Promise<readonly PackableCode[]>,
    tell: (scan: LastScan) => void,
  ) {
    super(async (codes) => (await judge(codes, this.#ask)).map(lookedAt), tell);
  }

  /** What was scanned for another act or order is not meant for this one. */
  turn(ask: MarkAsk): void {
    this.afterwards(async () => {
      this.#ask = ask;
      this.clear();
    });
  }

  undoScan(): void {
    this.afterwards(async () => {
      const dropped = this.state.scanned.at(-1);
      if (!dropped) return;
      this.remove(dropped.code);
      this.says({ outcome: 'repeated', code: dropped.code, says: 'undone' });
    });
  }
}

const lookedAt = (one: PackableCode): Looked<MarkedCode> =>
  one.code === null || one.refusals.length > 0
    ? { wrong: notTaken(one) }
    : { found: { code: one.code, lies_in: one.lies_in } };
