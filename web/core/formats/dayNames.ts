import { type Language, languageFacts } from '../i18n/languages.ts';

/** Formatters for days such as `2026-01-31`. These are calendar days, which must not shift by time zone. */
export function dayNamesIn(language: Language) {
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(languageFacts[language].tag, { ...options, timeZone: 'UTC' });
    return (day: string) => (day === '' ? '' : format.format(new Date(day)));
  };
  return {
    shortDay: writer({ month: 'numeric', day: 'numeric' }),
    longDay: writer({ month: 'short', day: 'numeric', weekday: 'short' }),
  };
}
