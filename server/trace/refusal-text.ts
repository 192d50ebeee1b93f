import type { RefusalReason } from '../../contract/trace/refusal.ts';
import { type Hearer, text } from '../platform/language.ts';
import { printedMoment } from '../platform/print/moment.ts';

/** Reasons that have a sentence of their own where nothing is named that a code collides with. */
const unnamed: Readonly<Record<string, string>> = {
  // A package that nothing is in collides with nothing: there are no figures to tell.
  incomplete: 'incomplete.empty',
  wrong_product: 'wrong_product.unnamed',
  wrong_lot: 'wrong_lot.unnamed',
  on_hold: 'on_hold.unnamed',
};

/** Reasons whose conflict is a moment, which devices are told as one, and people by their clocks. */
const momentous: ReadonlySet<string> = new Set<RefusalReason>(['before_last_act', 'later_acts']);

const isMoment = /^\d{4}-\d\d-\d\dT/;

/** Why something was refused, with what it collides with and what to do. Exceptions have causes of their own beside. */
export function refusalText(
  { language, timeZone }: Hearer,
  {
    reason,
    conflict,
  }: { readonly reason: RefusalReason | (string & {}); readonly conflict?: string | null | undefined },
): string {
  if (!conflict) return text(language, `refusal.act.${unnamed[reason] ?? reason}`, { conflict: '' });
  const named = momentous.has(reason) && isMoment.test(conflict) ? printedMoment(conflict, timeZone) : conflict;
  return text(language, `refusal.act.${reason}`, { conflict: named });
}
