import type { PackableCode } from '../../../../contract/plant/packing.ts';
import { type Looked, ScannedCodes } from '../../../ui/scan/desk/ScannedCodes.ts';
import { notTaken } from '../../../ui/scan/lastScan.ts';

export interface ChosenCode {
  readonly code: string;
  readonly lies_in: string | null;
}

/** Codes that are to come out of their packages, as they are scanned or ticked. */
export class UnpackChoice extends ScannedCodes<ChosenCode> {
  /** Those among what lies in a package that are ticked, in place of the package itself; what lies elsewhere stays chosen. */
  choose(codes: readonly string[], parent: string): void {
    const others = this.state.scanned.filter(({ code, lies_in }) => code !== parent && lies_in !== parent);
    this.change({ scanned: [...others, ...codes.map((code) => ({ code, lies_in: parent }))] });
  }
}

export const asChosen = (one: PackableCode): Looked<ChosenCode> => {
  const { code, lies_in } = one;
  return code === null ? { wrong: notTaken(one) } : { found: { code, lies_in } };
};
