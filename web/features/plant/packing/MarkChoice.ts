import type { DeskMark } from '@suyuan/contract/plant/marking.ts';
import type { PackableCode } from '@suyuan/contract/plant/packing.ts';
import type { DeskParts } from '#ui/scan/desk/ScanDesk.ts';
import type { Looked } from '#ui/scan/desk/ScannedCodes.ts';
import { notTaken } from '#ui/scan/lastScan.ts';
import { type ChosenCode, ChosenCodes } from './ChosenCodes.ts';

/** What is done to the scanned codes: a mark, or taking one back. */
export type MarkKind = DeskMark | 'unmark';

/** What a scan is judged by. */
export interface MarkAsk {
  readonly kind: MarkKind;
  readonly order: number | undefined;
}

/** The codes that are to be scrapped, sampled or rejected, or whose mark is taken back, each judged as it is scanned. */
export class MarkChoice extends ChosenCodes {
  constructor(
    ask: MarkAsk,
    judge: (codes: readonly string[], ask: MarkAsk) => Promise<readonly PackableCode[]>,
    parts: DeskParts,
  ) {
    super(async (codes) => (await judge(codes, ask)).map(lookedAt), parts);
  }
}

const lookedAt = (one: PackableCode): Looked<ChosenCode> =>
  one.code === null || one.refusals.length > 0
    ? { wrong: notTaken(one) }
    : { found: { code: one.code, lies_in: one.lies_in } };
