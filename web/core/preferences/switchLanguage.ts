import { writeCookie } from '../cookies.ts';
import { showLanguage, translate } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { notify } from '../notices/notices.ts';

/** Switches the language without a reload, stores the choice, and confirms it in the new language. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await showLanguage(language);
  } catch {
    return notify.error(translate('error.network'));
  }
  writeCookie('language', language);
  notify.success(translate('language.switched'));
}
