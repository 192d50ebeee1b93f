import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';

const lists = new Map(calls.map((call) => [call.path as string, ofWhat(call)]));

/** The list that a call belongs to, by its path, else its menu. */
export const listOfCall = (path: string): string | null => lists.get(path) ?? null;

function ofWhat({ list, access }: Call): string | null {
  if (list !== undefined) return list;
  return typeof access === 'string' ? null : (access[0].split(':')[0] ?? null);
}
