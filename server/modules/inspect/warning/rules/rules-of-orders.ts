import type { Figures } from '@suyuan/contract/inspect/consumer-warning.ts';
import type { LimitsOf } from '@suyuan/contract/inspect/warning-rule.ts';

/** What was made of a work order, and what came in beyond its limit and was refused. */
export interface MadeOrder {
  readonly orderNo: string;
  readonly planned: number;
  readonly made: number;
  /** How often events were refused because they went beyond the limit, since nobody has settled that. */
  readonly refused: number;
}

/** 超产: more was made than planned, by more than a share of it, or more was to be made than may be. */
export function overproduction(order: MadeOrder, { percent }: LimitsOf<'overproduction'>): Figures | null {
  const { planned, made, refused, orderNo } = order;
  if (made * 100 <= planned * (100 + percent) && refused === 0) return null;
  return { order: orderNo, planned, made, over: Math.max(0, made - planned), refused };
}

/**
 * Whether an order that a warning told of before, and that a person has settled, is told of again: if since then as much more was
 * made as makes the rule fire at all.
 */
export const goesOn = (
  { planned, made }: MadeOrder,
  before: number,
  { percent }: LimitsOf<'overproduction'>,
): boolean => (made - before) * 100 > planned * percent && made > before;
