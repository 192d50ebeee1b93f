import type { Connection } from '../../platform/database/database.ts';
import { AlikeCodes } from '../state/alike-codes.ts';
import { type ActInput, codesOf } from './acts/acting/act-input.ts';
import { confirmsSet } from './acts/acting/whole-sets.ts';

/** Codes that are looked at one by one all the same: it costs as little. */
const few = 500;

/**
 * Codes that are alike among those that acts pack. A code that two acts name, or one act twice, is looked at by itself: what
 * the first makes of it counts for the next; and so are all where a set is confirmed, which names none of its codes.
 */
export async function alikeIn(sql: Connection, inputs: readonly ActInput[]): Promise<AlikeCodes | undefined> {
  if (inputs.some((input) => input.act !== 'pack' || confirmsSet(input))) return undefined;
  const codes = inputs.flatMap(codesOf);
  if (codes.length < few) return undefined;
  const sorted = Float64Array.from(codes).sort();
  const once: number[] = [];
  const repeated = new Set<number>();
  for (let at = 0; at < sorted.length; at++) {
    const id = sorted[at] as number;
    if (id !== sorted[at - 1] && id !== sorted[at + 1]) once.push(id);
    else repeated.add(id);
  }
  return AlikeCodes.among(sql, once, repeated);
}
