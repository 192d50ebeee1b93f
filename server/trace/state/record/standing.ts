import type { Measure } from '../../measure.ts';
import type { CodeRecord } from './code-record.ts';

/** The measure that a unit counts in besides `bound`; undefined for packages and for codes on no product. */
export function standingOf(record: CodeRecord): Measure | undefined {
  if (record.contents || record.level > 1 || !record.onProduct) return undefined;
  if (record.life === 'sampled') return 'sampled';
  if (record.life === 'destroyed') return 'destroyed';
  if (record.life !== 'active') return undefined;
  if (record.parent !== null) return 'packed';
  return record.rejected ? 'rejected' : 'loose';
}

/** How many units a code stands for: those in it, or itself. */
export const unitsOf = ({ contents, level }: CodeRecord): number => contents?.units ?? (level === 1 ? 1 : 0);
