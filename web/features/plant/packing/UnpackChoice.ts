import type { PackableCode } from '../../../../contract/plant/packing.ts';
import type { DeskParts } from '../../../ui/scan/desk/ScanDesk.ts';
import { type Looked, ScannedCodes } from '../../../ui/scan/desk/ScannedCodes.ts';
import type { Task } from '../../../ui/scan/desk/ScanQueue.ts';
import { notTaken } from '../../../ui/scan/lastScan.ts';

export interface ChosenCode {
  readonly code: string;
  readonly lies_in: string | null;
}

/** Takes codes out of their packages (`children`), or dissolves a package (`parent`). */
export type UnpackWay = 'children' | 'parent';

interface UndoScan {
  readonly do: 'undoScan';
}

/**
 * The codes chosen for unpacking, by scanning or ticking: codes to be taken out of their packages, or the package to be
 * dissolved.
 */
export class UnpackChoice extends ScannedCodes<ChosenCode, UndoScan> {
  readonly #way: UnpackWay;

  constructor(way: UnpackWay, judge: (codes: readonly string[]) => Promise<readonly PackableCode[]>, parts: DeskParts) {
    super(async (codes) => (await judge(codes)).map((one) => lookedAt(one, way)), parts);
    this.#way = way;
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

  /**
   * Replaces the chosen contents of a package, or the package itself, by the ticked codes; the choice in other packages stays.
   */
  choose(codes: readonly string[], parent: string): void {
    const others = this.state.scanned.filter(({ code, lies_in }) => code !== parent && lies_in !== parent);
    this.change({ scanned: [...others, ...codes.map((code) => ({ code, lies_in: parent }))] });
  }

  protected override async take(texts: readonly string[]): Promise<readonly Task<UndoScan>[]> {
    if (this.#way === 'children') return super.take(texts);
    // Packages are dissolved one at a time, so the latest scan replaces the choice.
    this.change({ scanned: [] });
    return super.take(texts.slice(-1));
  }
}

function lookedAt(one: PackableCode, way: UnpackWay): Looked<ChosenCode> {
  const { code, lies_in, level, units } = one;
  if (code === null) return { wrong: notTaken(one) };
  if (way === 'children' && lies_in === null) return { wrong: { outcome: 'wrong', code, says: 'notPacked' } };
  if (way === 'parent' && (level === 1 || units === 0)) return { wrong: { outcome: 'wrong', code, says: 'isEmpty' } };
  return { found: { code, lies_in } };
}
