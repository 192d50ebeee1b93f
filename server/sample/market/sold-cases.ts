import type { PackedCase } from '../production/made.ts';

/** Cases that a dealer has received. */
export interface SoldCases {
  readonly dealerCode: string;
  readonly dealerId: number;
  readonly cases: readonly PackedCase[];
  readonly arrivedAt: number;
}
