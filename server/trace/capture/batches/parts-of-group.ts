import { codesOf, type EventInput } from '../events/context/event-input.ts';

/**
 * Divides a group where an event depends on what can only be read once an earlier one is written: loading, on the line that has room
 * again after unloading; and an event about a package whose packing was declared wrong, on what its code was before.
 */
export function partsOfGroup(inputs: readonly EventInput[]): EventInput[][] {
  const parts: EventInput[][] = [[]];
  const unloaded = new Set<number>();
  const retracted = new Set<number>();
  for (const input of inputs) {
    const depends =
      (input.act === 'load' && unloaded.has(input.waybillId)) ||
      (retracted.size > 0 && codesOf(input).some((code) => retracted.has(code)));
    if (depends) {
      parts.push([]);
      unloaded.clear();
      retracted.clear();
    }
    if (input.act === 'unload') unloaded.add(input.waybillId);
    if (input.act === 'retract') retracted.add(input.parent);
    parts.at(-1)?.push(input);
  }
  return parts;
}
