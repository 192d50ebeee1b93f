import type { TextKey } from './textKeys.ts';

/**
 * The keys of the words for a call in logs, most specific first: by thing and verb, by the verb alone, by a button of that name.
 * Calls that only read have one word in common: logs tell of them when they were refused.
 */
export function callTextKeys(path: string): TextKey[] {
  const [thing, verb] = path.split('/').slice(-2);
  return [`history.did.${thing}.${verb}`, `history.did.${verb}`, `button.${verb}`, 'history.did.read'] as TextKey[];
}
