import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { seenDocuments } from './seen-names.ts';

/** The reasons whose conflict is a waybill. No other refusal names one. */
export const aboutWaybills: ReadonlySet<string> = new Set<RefusalReason>([
  'loaded_already',
  'partly_loaded',
  'shipped_already',
  'not_shipped',
  'returned_already',
  'not_returned',
]);

interface Conflicting {
  readonly reason: string;
  readonly conflict: string | null;
}

/** Refusals that were kept for several readers, as one of them may read them: without the waybills that `seen` does not show. */
export async function seenRefusals<One extends Conflicting>(
  seen: Kysely<Schema>,
  kept: readonly One[],
): Promise<One[]> {
  const numbers = kept.flatMap(({ reason, conflict }) => (aboutWaybills.has(reason) && conflict ? [conflict] : []));
  const known = await seenDocuments(seen, numbers);
  return kept.map((one) =>
    aboutWaybills.has(one.reason) && one.conflict && !known.has(one.conflict) ? { ...one, conflict: null } : one,
  );
}
