import type { Goods, Measure } from '../goods.ts';
import type { CodeRecord } from './code-record.ts';

/** The measure that a unit counts in besides `bound`; undefined for packages and for codes on no product. */
export function measureOf(record: CodeRecord): Measure | undefined {
  if (record.contents || record.level > 1 || !record.onProduct) return undefined;
  if (record.life === 'sampled') return 'sampled';
  if (record.life === 'destroyed') return 'destroyed';
  if (record.life !== 'active') return undefined;
  if (record.parent !== null) return 'packed';
  return record.rejected ? 'rejected' : 'loose';
}

/** How many units a code stands for: those in it, or itself. */
export const unitsOf = ({ contents, level }: CodeRecord): number => contents?.units ?? (level === 1 ? 1 : 0);

/** What a unit counts as besides `bound`, and for which order, product and lot. */
export interface CountedAs extends Goods {
  readonly measure: Measure;
  readonly workOrderId: number | null;
}

/**
 * What a unit counts as, to be read before an event changes its record: measure and goods of the same moment. Undefined for
 * packages and for codes on no product.
 */
export function countedAs(record: Readonly<CodeRecord>): CountedAs | undefined {
  const measure = measureOf(record);
  const { workOrderId, productId, lotId } = record;
  return measure && { measure, workOrderId, productId, lotId };
}
