/** The languages of all texts: those of the console, of messages, and of what records say to consumers. */
export const languages = ['zh', 'en', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

/** A value for each language. */
export const inEachLanguage = <Value>(choose: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, choose(language)])) as Record<Language, Value>;
