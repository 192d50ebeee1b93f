import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { Locale } from '#platform/language.ts';
import { refusalText } from '../../refusal-text.ts';
import { seenRefusals } from '../../seen-refusals.ts';
import type { ToldRefusal } from '../exception-kind.ts';

/** Stored refusals with their sentences, in the language and time zone of the reader, as `seen` lets the reader know them. */
export async function refusalsInWords(
  seen: Kysely<Schema>,
  refusals: readonly ToldRefusal[],
  locale: Locale,
): Promise<EventRefusal[]> {
  return (await seenRefusals(seen, refusals)).map((one) => ({ ...one, message: refusalText(locale, one) }));
}
