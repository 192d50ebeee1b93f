import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import { type Language, text } from '../../platform/language.ts';
import type { ToldRefusal } from './exception-kind.ts';

/** Refusals as people and devices are told of them. */
export const refusalsInWords = (refusals: readonly ToldRefusal[], language: Language): ActRefusal[] =>
  refusals.map((one) => ({
    ...one,
    message: text(language, `refusal.act.${one.reason}`, { conflict: one.conflict ?? '' }),
  }));
