/** The languages of all texts: those of the console, of messages, and of what records say to consumers. */
export const languages = ['zh', 'en', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The language in which records have all their texts. */
export const mainLanguage = languages[0];
export type OtherLanguage = Exclude<Language, typeof mainLanguage>;
export const otherLanguages = languages.slice(1) as OtherLanguage[];

/** A value for each language. */
export const inEachLanguage = <Value>(choose: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, choose(language)])) as Record<Language, Value>;

/** A text by language, in some of the languages. */
export type LocalisedText = { readonly [L in Language]?: string };

/** A text by language, at least in the main one. */
export type MainText = LocalisedText & { readonly [L in typeof mainLanguage]: string };

/** The text in a language, or else another one: by default that in the main language. */
export function textIn(texts: MainText, language: Language): string;
export function textIn<Other>(texts: LocalisedText | undefined, language: Language, other: Other): string | Other;
export function textIn(texts: LocalisedText | undefined, language: Language, other: unknown = texts?.[mainLanguage]) {
  return texts?.[language]?.trim() || other;
}
