import { type ActInput, codesOf } from '../acts/context/act-input.ts';

/**
 * Divides a group where an act depends on what can only be read once an earlier one is written: loading, on the line that has room
 * again after unloading; and an act about a package whose packing was declared wrong, on what its code was before.
 */
export function partsOfGroup(inputs: readonly ActInput[]): ActInput[][] {
  const parts: ActInput[][] = [[]];
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
