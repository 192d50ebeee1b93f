/** A language: what the program has to know of it besides its texts, which are in locales/. */
interface LanguageFacts {
  /** Its own name, so that its speakers find it. */
  readonly name: string;
  /** For the `lang` attribute of pages and Intl. */
  readonly tag: string;
  /** The locales in which files may be written, if their countries differ in numbers or days. */
  readonly locales?: readonly [string, ...string[]];
  readonly quotationMarks: string;
  /** What stands between the names of a list. */
  readonly separator: string;
}

/** The languages of all texts: those of the console, of messages, and of what records say to consumers. */
const facts = {
  zh: { name: '中文', tag: 'zh-CN', quotationMarks: '「」', separator: '、' },
  en: { name: 'English', tag: 'en', locales: ['en-US', 'en-GB'], quotationMarks: '“”', separator: ', ' },
  es: { name: 'Español', tag: 'es', quotationMarks: '«»', separator: ', ' },
  ja: { name: '日本語', tag: 'ja', quotationMarks: '「」', separator: '、' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof facts;
export const languages = Object.keys(facts) as [Language, ...Language[]];
export const languageFacts: Readonly<Record<Language, LanguageFacts>> = facts;

/** The language in which records have all their texts. */
export const mainLanguage = 'zh';
export type OtherLanguage = Exclude<Language, typeof mainLanguage>;
export const otherLanguages = languages.filter((language): language is OtherLanguage => language !== mainLanguage);

/** A value for each language. */
export const inEachLanguage = <Value>(choose: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, choose(language)])) as Record<Language, Value>;

/** A text by language, in some of the languages. */
export type LocalisedText = { readonly [L in Language]?: string };

/** A text by language, at least in the main one. */
export type MainText = LocalisedText & { readonly [L in typeof mainLanguage]: string };

/** The text in a language, or else another one, or null: by default that in the main language. */
export function textIn(texts: MainText, language: Language): string;
export function textIn<Other extends string | null>(
  texts: LocalisedText | undefined,
  language: Language,
  other: Other,
): string | Other;
export function textIn(texts: LocalisedText | undefined, language: Language, other: unknown = texts?.[mainLanguage]) {
  return texts?.[language]?.trim() || other;
}

type LocaleOf<L extends Language> = (typeof facts)[L] extends { readonly locales: readonly (infer Locale)[] }
  ? Locale
  : L;

/** The languages that a file may be written in, by country where countries differ in how they write numbers or days. */
export type FileLanguage = { [L in Language]: LocaleOf<L> }[Language];
export const fileLanguages = languages.flatMap(
  (language) => languageFacts[language].locales ?? [language],
) as FileLanguage[];
