import type { RefusalReason } from '../../contract/trace/refusal.ts';
import { type Language, text } from '../platform/language.ts';

/** Why something was refused, with what it collides with and what to do. Exceptions have causes of their own beside. */
export function refusalText(
  language: Language,
  {
    reason,
    conflict,
  }: { readonly reason: RefusalReason | (string & {}); readonly conflict?: string | null | undefined },
): string {
  // A package that nothing is in collides with nothing: there are no figures to tell.
  const isEmpty = reason === 'incomplete' && !conflict;
  return text(language, `refusal.act.${isEmpty ? 'incomplete.empty' : reason}`, { conflict: conflict ?? '' });
}
