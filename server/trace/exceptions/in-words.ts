import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { Hearer } from '../../platform/language.ts';
import { refusalText } from '../refusal-text.ts';
import type { ToldRefusal } from './exception-kind.ts';

/** Refusals as people and devices are told of them. */
export const refusalsInWords = (refusals: readonly ToldRefusal[], hearer: Hearer): ActRefusal[] =>
  refusals.map((one) => ({
    ...one,
    message: refusalText(hearer, one),
  }));
