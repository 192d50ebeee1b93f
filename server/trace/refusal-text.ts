import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { type Locale, text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { visibleDocuments } from './visible-names.ts';

/** Reasons with another sentence if the conflict is not named. */
const sentences: Readonly<Record<string, string>> = {
  bad_check_character: 'bad_check_character.unnamed',
  wrong_product: 'wrong_product.unnamed',
  wrong_lot: 'wrong_lot.unnamed',
  other_product: 'other_product.unnamed',
  on_hold: 'on_hold.unnamed',
  other_warehouse: 'other_warehouse.unnamed',
  arrived_damaged: 'arrived_damaged.unnamed',
};

/** Reasons whose conflict is an ISO 8601 time, shown in the enterprise's time zone. */
const momentous: ReadonlySet<string> = new Set<RefusalReason>(['before_last_act', 'later_acts', 'time_too_early']);

const isMoment = /^\d{4}-\d\d-\d\dT/;

/**
 * The sentence for a refusal: the reason, what it collides with, and what to do. Also takes the causes that only exceptions
 * have.
 */
export function refusalText(
  { language, timeZone }: Locale,
  {
    reason,
    conflict,
  }: { readonly reason: RefusalReason | (string & {}); readonly conflict?: string | null | undefined },
): string {
  if (!conflict) return text(language, `refusal.event.${sentences[reason] ?? reason}`, { conflict: '' });
  const words = momentous.has(reason) && isMoment.test(conflict) ? printedMoment(conflict, timeZone) : conflict;
  return text(language, `refusal.event.${reason}`, { conflict: words });
}

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

/** Refusals that were kept for several readers, as one of them may read them: without the waybills that `db` does not show. */
export async function visibleRefusals<One extends Conflicting>(
  db: Kysely<Schema>,
  refusals: readonly One[],
): Promise<One[]> {
  const numbers = refusals.flatMap(({ reason, conflict }) => (aboutWaybills.has(reason) && conflict ? [conflict] : []));
  const documents = await visibleDocuments(db, numbers);
  return refusals.map((one) =>
    aboutWaybills.has(one.reason) && one.conflict && !documents.has(one.conflict) ? { ...one, conflict: null } : one,
  );
}
