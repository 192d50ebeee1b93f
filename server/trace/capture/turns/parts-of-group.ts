import type { ActInput } from '../acts/acting/act-input.ts';

/**
 * Divides a group before each act that loads a waybill which an earlier one unloads: on which line the unloaded goods were, and so
 * which line has room again, is read from the database.
 */
export function partsOfGroup(inputs: readonly ActInput[]): ActInput[][] {
  const parts: ActInput[][] = [[]];
  const unloaded = new Set<number>();
  for (const input of inputs) {
    if (input.act === 'load' && unloaded.has(input.waybillId)) {
      parts.push([]);
      unloaded.clear();
    }
    if (input.act === 'unload') unloaded.add(input.waybillId);
    parts.at(-1)?.push(input);
  }
  return parts;
}
