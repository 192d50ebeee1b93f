import type { Warning } from '@suyuan/contract/call/warnings.ts';
import { type Language, type TextParams, text } from '../language.ts';

/** A warning in the caller's language: the text `warning.<reason>`. */
export const warning = (language: Language, reason: string, params: TextParams = {}): Warning => ({
  reason,
  message: text(language, `warning.${reason}`, params),
});
