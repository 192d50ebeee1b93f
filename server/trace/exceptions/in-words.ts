import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { Hearer } from '../../platform/language.ts';
import { refusalText } from '../refusal-text.ts';
import type { ToldRefusal } from './exception-kind.ts';

/** Stored refusals with their sentences, in the language and time zone of the reader. */
export const refusalsInWords = (refusals: readonly ToldRefusal[], hearer: Hearer): ActRefusal[] =>
  refusals.map((one) => ({
    ...one,
    message: refusalText(hearer, one),
  }));
