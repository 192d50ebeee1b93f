import type { Connection } from '#platform/database/database.ts';
import { Representatives } from '../state/representatives.ts';
import type { EventInput, PackEvent } from './events/context/event-input.ts';
import { confirmsSet } from './events/context/whole-sets.ts';

/** With fewer codes, looking for representatives costs as much as reading each code. */
const few = 500;

/**
 * Finds codes with the same state among those that are packed; undefined if representatives do not pay, or if any event is not a packing
 * that names its children. A code that is named twice is not represented: the first event changes what the second one sees.
 */
export async function representativesIn(
  sql: Connection,
  inputs: readonly EventInput[],
): Promise<Representatives | undefined> {
  const packed = inputs.flatMap((input) => (input.act === 'pack' && !confirmsSet(input) ? input : []));
  if (packed.length < inputs.length) return undefined;
  const named = namedBy(packed).sort();
  if (named.length < few) return undefined;
  return Representatives.among(sql, named);
}

/** All codes that events name, as numbers outside the heap: they may be tens of thousands. */
function namedBy(inputs: readonly PackEvent[]): Float64Array {
  const named = new Float64Array(inputs.reduce((sum, { children }) => sum + children.length + 1, 0));
  let at = 0;
  for (const { parent, children } of inputs) {
    named[at] = parent;
    named.set(children, at + 1);
    at += children.length + 1;
  }
  return named;
}
