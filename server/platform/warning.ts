import type { Warning } from '../../contract/warnings.ts';
import { type Language, text } from './language.ts';

/** A warning in the caller's language: the text `warning.<reason>`. */
export const warning = (language: Language, reason: string, params: Record<string, string | number> = {}): Warning => ({
  reason,
  message: text(language, `warning.${reason}`, params),
});
