import type { Connection } from '../../platform/database/database.ts';
import { AlikeCodes } from '../state/alike-codes.ts';
import type { ActInput, PackAct } from './acts/acting/act-input.ts';
import { confirmsSet } from './acts/acting/whole-sets.ts';

/** Codes that are looked at one by one all the same: it costs as little. */
const few = 500;

/**
 * Codes that are alike among those that acts pack. A code that two acts name, or one act twice, is looked at by itself: what
 * the first makes of it counts for the next; and so are all where a set is confirmed, which names none of its codes.
 */
export async function alikeIn(sql: Connection, inputs: readonly ActInput[]): Promise<AlikeCodes | undefined> {
  const packed = inputs.flatMap((input) => (input.act === 'pack' && !confirmsSet(input) ? input : []));
  if (packed.length < inputs.length) return undefined;
  const named = namedBy(packed).sort();
  if (named.length < few) return undefined;
  return AlikeCodes.among(sql, named);
}

/** All codes that acts name. They may be tens of thousands: no list is made of them on the way. */
function namedBy(inputs: readonly PackAct[]): Float64Array {
  const named = new Float64Array(inputs.reduce((sum, { children }) => sum + children.length + 1, 0));
  let at = 0;
  for (const { parent, children } of inputs) {
    named[at] = parent;
    named.set(children, at + 1);
    at += children.length + 1;
  }
  return named;
}
