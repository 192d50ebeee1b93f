import type { DeskMark } from '../../../../../contract/plant/marking.ts';
import type { PackableCode } from '../../../../../contract/plant/packing.ts';
import type { DeskParts } from '../../../../ui/scan/desk/ScanDesk.ts';
import { type Looked, ScannedCodes } from '../../../../ui/scan/desk/ScannedCodes.ts';
import { notTaken } from '../../../../ui/scan/lastScan.ts';

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

interface UndoScan {
  readonly do: 'undoScan';
}

/** The codes that are to be scrapped, sampled or rejected, or whose mark is taken back, each judged as it is scanned. */
export class MarkChoice extends ScannedCodes<MarkedCode, UndoScan> {
  constructor(
    ask: MarkAsk,
    judge: (codes: readonly string[], ask: MarkAsk) => Promise<readonly PackableCode[]>,
    parts: DeskParts,
  ) {
    super(async (codes) => (await judge(codes, ask)).map(lookedAt), parts);
  }

  undoScan(): void {
    this.afterwards({ do: 'undoScan' });
  }

  protected override async carryOut(): Promise<void> {
    const dropped = this.state.scanned.at(-1);
    if (!dropped) return;
    this.remove(dropped.code);
    this.says({ outcome: 'repeated', code: dropped.code, says: 'undone' });
  }
}

const lookedAt = (one: PackableCode): Looked<MarkedCode> =>
  one.code === null || one.refusals.length > 0
    ? { wrong: notTaken(one) }
    : { found: { code: one.code, lies_in: one.lies_in } };
