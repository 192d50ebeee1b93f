import type { Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';

/** Requires a factory that exists and that the caller may see, unless it is unchanged; throws 400. */
export async function requireFactory({
  input: { factory_id: value },
  before,
  change,
}: Saving<{ factory_id: number }>): Promise<void> {
  if (before?.factory_id === value || (await isThere(change, 'factory', value))) return;
  throw badInput({ path: 'factory_id', reason: 'no_such', params: { value } });
}
