import type { PackableCode } from '@suyuan/contract/plant/packing/packing.ts';
import type { DeskParts } from '#ui/scan/desk/ScanDesk.ts';
import type { Looked } from '#ui/scan/desk/ScannedCodes.ts';
import type { Task } from '#ui/scan/desk/ScanQueue.ts';
import { notTaken } from '#ui/scan/lastScan.ts';
import { type ChosenCode, ChosenCodes, type UndoScan } from './ChosenCodes.ts';

/** Takes codes out of their packages (`children`), or dissolves a package (`parent`). */
export type UnpackWay = 'children' | 'parent';

/**
 * The codes chosen for unpacking, by scanning or ticking: codes to be taken out of their packages, or the package to be
 * dissolved.
 */
export class UnpackChoice extends ChosenCodes {
  readonly #way: UnpackWay;

  constructor(way: UnpackWay, judge: (codes: readonly string[]) => Promise<readonly PackableCode[]>, parts: DeskParts) {
    super(async (codes) => (await judge(codes)).map((one) => lookedAt(one, way)), parts);
    this.#way = way;
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
  if (way === 'children' && lies_in === null) return { wrong: { outcome: 'wrong', code, textKey: 'notPacked' } };
  if (way === 'parent' && (level === 1 || units === 0))
    return { wrong: { outcome: 'wrong', code, textKey: 'isEmpty' } };
  return { found: { code, lies_in } };
}
