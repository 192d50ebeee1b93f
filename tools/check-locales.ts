import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Language, languageFacts, languages, mainLanguage, otherLanguages } from '@suyuan/contract/languages.ts';
import { commonName } from '@suyuan/contract/thing/text-keys.ts';
import { refusalReasons } from '@suyuan/contract/trace/refusal.ts';
import { loadedWith } from '@suyuan/web/build/gathered-texts.ts';
import { root } from '../install.mjs';
import { repeatedTexts } from './repeated-texts.ts';

// Checks the texts of all languages: the same files, keys and placeholders; nothing empty, missing or unused; each text
// under one key, in the words of the glossary, and in a file that is loaded where it is used. Whether a key exists is checked
// by the types in the console, and here for the reasons that the server refuses by.

/** Placeholders in single braces, which are never filled in. */
const singleBraces = /(?<!\{)\{\w+\}(?!\})/;

/**
 * The text files that are loaded when the code of a folder or file runs; the longest path applies. A feature has those of its
 * own branch as well.
 */
const filesByPath: Readonly<Record<string, readonly string[]>> = {
  'web/app': ['start'],
  'web/core': ['start'],
  'web/core/formats': ['start', 'console'],
  'web/core/loading': ['start', 'console'],
  'web/core/navigation': ['start', 'console'],
  'web/core/preferences': ['start', 'console'],
  'web/core/session': ['start', 'profile'],
  'web/core/unsaved': ['start', 'console'],
  'web/features': ['start', 'console'],
  'web/features/errors': ['start'],
  'web/features/login': ['start', 'profile'],
  'web/handheld': ['handheld'],
  'web/layout': ['start', 'console'],
  'web/ui': ['start', 'console'],
  'web/ui/account': ['start', 'profile', 'console'],
  'web/ui/forms': ['start'],
};

/** The end of a text's key for one language of a field: `spec_en`. */
const ofLanguage = new RegExp(`_(?:${languages.join('|')})$`);

/** Texts by language, file and key. */
const texts = Object.fromEntries(languages.map((language) => [language, readFiles(language)])) as Record<
  Language,
  Files
>;
/** The file of each key, by the first language. Plural forms (_one, _other) count as one key. */
const files = new Map(
  [...texts[languages[0]]].flatMap(([file, entries]) =>
    [...entries.keys()].map((key) => [withoutPlural(key, entries), file] as const),
  ),
);

const fileOf = (key: string): string => files.get(key) as string;

const problems = [
  ...languages.flatMap(checkFiles),
  ...languages.slice(1).flatMap(compareWithFirst),
  ...checkNamed(),
  ...checkWords(),
  ...checkUse(),
];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** The texts of a file by key. */
type Held = ReadonlyMap<string, string>;
type Files = ReadonlyMap<string, Held>;
interface Source {
  readonly path: string;
  readonly text: string;
}

function readFiles(language: Language): Files {
  const folder = posix.join('locales', language);
  const names = readdirSync(join(root, folder)).sort();
  return new Map(
    names.map((name) => [
      name.replace(/\.json$/, ''),
      new Map(Object.entries(JSON.parse(readFileSync(join(root, folder, name), 'utf8')))),
    ]),
  );
}

/** Texts must not be empty, keys must be in one file only, and placeholders need double braces. */
function checkFiles(language: Language): string[] {
  const places = new Map<string, string>();
  return [...texts[language]].flatMap(([file, entries]) =>
    [...entries].flatMap(([key, text]) => {
      const before = places.get(key);
      places.set(key, file);
      const path = `locales/${language}/${file}.json`;
      if (before !== undefined) return [`${path}: ${key} is also in ${before}.json`];
      if (typeof text !== 'string' || text.trim() === '') return [`${path}: ${key} is empty`];
      return singleBraces.test(text)
        ? [`${path}: the placeholder ${singleBraces.exec(text)?.[0]} of ${key} needs double braces`]
        : [];
    }),
  );
}

function compareWithFirst(language: Language): string[] {
  const [first, other] = [texts[languages[0]], texts[language]];
  return [...new Set([...first.keys(), ...other.keys()])].flatMap((file) => {
    const [left, right] = [first, other].map((all) => placeholders(all.get(file)));
    const [here, there] = [`locales/${languages[0]}/${file}.json`, `locales/${language}/${file}.json`];
    if (!left || !right) return [`${left ? there : here} is missing`];
    return [
      ...[...left.keys()].filter((key) => !right.has(key)).map((key) => `${there}: ${key} is missing`),
      ...[...right.keys()].filter((key) => !left.has(key)).map((key) => `${here}: ${key} is missing`),
      ...[...left]
        .filter(([key, names]) => right.has(key) && right.get(key) !== names)
        .map(([key, names]) => `${there}: ${key} has the placeholders "${right.get(key)}", but ${here} has "${names}"`),
    ];
  });
}

/** The placeholders of each key. Plural forms count as one key, because languages differ in them. */
function placeholders(entries: Held | undefined): ReadonlyMap<string, string> | undefined {
  if (!entries) return undefined;
  const byKey = new Map<string, Set<string>>();
  for (const [key, text] of entries) {
    const names = [...String(text).matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1] as string);
    const base = withoutPlural(key, entries);
    byKey.set(base, new Set([...(byKey.get(base) ?? []), ...names]));
  }
  return new Map([...byKey].map(([key, names]) => [key, [...names].sort().join(' ')]));
}

/** The texts of fields with a translation into each language are there for all languages. */
function checkNamed(): string[] {
  const translations = [...files].filter(([key]) => ofLanguage.test(key) && !key.endsWith(`_${mainLanguage}`));
  const families = Map.groupBy(translations, ([key]) => key.replace(ofLanguage, ''));
  return [...families].flatMap(([family, keys]) => {
    const lacking = otherLanguages.map((language) => `${family}_${language}`).filter((key) => !files.has(key));
    return keys.length === 1 ? [] : lacking.map((key) => `locales/*/${keys[0]?.[1]}.json: ${key} is missing`);
  });
}

function withoutPlural(key: string, entries: Held): string {
  const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
  return entries.has(`${base}_other`) ? base : key;
}

/**
 * Finds words that docs/glossary.md rules out, quotation marks of another language, and placeholders that are never filled in.
 */
function checkWords(): string[] {
  const rules = [...ruledOut(), ...languages.flatMap(wrongMarks)];
  return rules.flatMap(({ language, not, but }) =>
    [...texts[language]].flatMap(([file, entries]) =>
      [...entries]
        // These texts quote the characters that are not allowed.
        .filter(([key, text]) => !/^(validation.textField|problem.plain_text)$/.test(key) && not.test(text))
        .map(([key, text]) => `locales/${language}/${file}.json: ${key} contains "${not.exec(text)?.[0]}"; use ${but}`),
    ),
  );
}

interface Rule {
  readonly language: Language;
  readonly not: RegExp;
  readonly but: string;
}

function ruledOut(): Rule[] {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const rows = [...glossary.matchAll(/^\| (\w\w) \| `(.+)` \| (.+) \|$/gm)];
  return rows.map(([, language, not = '', but = '']) => ({
    language: language as Language,
    not: new RegExp(not.replaceAll('\\|', '|'), 'u'),
    but,
  }));
}

function wrongMarks(language: Language): Rule[] {
  const marks = languageFacts[language].quotationMarks;
  const others = languages
    .map((other) => languageFacts[other].quotationMarks)
    .join('')
    .replaceAll(/./gu, (mark) => (marks.includes(mark) ? '' : mark));
  return [
    { language, not: new RegExp(`[${others}‘„"]`, 'u'), but: `the quotation marks ${marks}` },
    { language, not: /(?<!\{)\{\w+\}(?!\})/u, but: 'double braces for placeholders' },
  ];
}

function checkUse(): string[] {
  const sources = ['web', 'contract', 'server', 'codes'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
  // web/core/i18n/ looks texts up by keys that others pass in.
  const speaking = sources.filter(({ path }) => path.startsWith('web/') && !path.startsWith('web/core/i18n/'));
  const refusing = sources.filter(({ path }) => /^(server|contract)\//.test(path));
  return [
    ...speaking.flatMap(checkLoaded),
    ...speaking.flatMap(checkParts),
    ...refusing.flatMap(checkReasons),
    ...refusalReasons.flatMap((reason) => missing(`refusal.event.${reason}`, 'contract/trace/refusal.ts')),
    ...once(sources),
    ...unused(sources),
  ];
}

/** Finds code that does by itself what one part of the console does for all. */
function checkParts({ path, text }: Source): string[] {
  const parts = [
    { of: 'web/core/formats/', not: /\.toLocale\w*String\(/, but: 'useNumbers or useMoment' },
    { of: 'web/ui/pickers/Choice.tsx', not: /<Select\b/, but: 'Choice, which has a placeholder' },
    { of: 'web/ui/limits.ts', not: /maxLength=\{\d/, but: 'textLimit or lengthOf, which read the contract' },
  ];
  return parts
    .filter(({ of, not }) => !path.startsWith(of) && not.test(text))
    .map(({ not, but }) => `${path} contains "${not.exec(text)?.[0]}"; use ${but}`);
}

/** Code may use only texts whose file is loaded with it. */
function checkLoaded({ path, text }: Source): string[] {
  const folder = Object.keys(filesByPath)
    .filter((start) => path === start || path.startsWith(`${start}/`))
    .sort((a, b) => b.length - a.length)[0];
  const own = path.startsWith('web/features/') ? [path.split('/')[2]] : [];
  const loadedFiles = [...(filesByPath[folder ?? ''] ?? []), ...own];
  const keys = [...files.keys()];
  const placeOf = (key: string) => loadedWith(key, fileOf(key));
  const needs = [
    ...[...writtenIn(text)].filter((key) => files.has(key)).map((key) => [key, [placeOf(key)]] as const),
    ...begunIn(text).map((start) => [start, keys.filter((key) => key.startsWith(start)).map(placeOf)] as const),
  ];
  return needs
    .filter(([, places]) => places.length > 0 && !places.some((file) => loadedFiles.includes(file)))
    .map(([key, [file]]) => `${path} uses ${key} from ${file}.json, which is not loaded there`);
}

/** Each text must be under one key only. */
function once(sources: readonly Source[]): string[] {
  const all = sources.map(({ text }) => text).join('\n');
  const plural = (key: string, entries: Held | undefined) =>
    [key, ...['_one', '_other'].map((form) => key + form)].map((form) => entries?.get(form));
  return repeatedTexts({
    // The handheld loads no other file.
    keys: [...files].flatMap(([key, file]) => (file === 'handheld' ? [] : [key])),
    wordsOf: (key) => JSON.stringify(languages.map((language) => plural(key, texts[language].get(fileOf(key))))),
    place: (key) => `locales/*/${fileOf(key)}.json`,
    written: writtenIn(all),
    begun: begunIn(all),
  });
}

/**
 * A key is in use if it is written out anywhere, or begins with a template such as t(`status.${name}`). Texts of lists, of the
 * menu and of refusals are looked up by names, so it suffices that all parts of the key occur as names.
 */
function unused(sources: readonly Source[]): string[] {
  const all = sources.map(({ text }) => text).join('\n');
  const wholeKeys = writtenIn(all);
  const keyStarts = begunIn(all).filter((start) => !/^(menu|button|field|problem|refusal|warning)\.$/.test(start));
  const tables = listFiles('server/migrations', /\.sql$/).map(({ text }) => text);
  const names = new Set(
    [all, ...tables].flatMap((text) => [...text.matchAll(/\w+/g), ...text.matchAll(/[\w-]+/g)]).flat(),
  );
  for (const name of [...names]) names.add(commonName(name));
  const nameStarts = [...all.matchAll(/`(\w+_)\$\{/g)].map((match) => match[1] as string);
  const callNames = /^(add|update|empty)$/;
  const isName = (name: string) =>
    callNames.test(name) ||
    names.has(name) ||
    names.has(name.replace(ofLanguage, '')) ||
    nameStarts.some((start) => name.startsWith(start));
  const known = (key: string) => {
    const [first = '', ...rest] = key.split('.');
    return names.has(first) && rest.length > 0 && rest.every(isName);
  };
  return [...files]
    .filter(([key]) => !wholeKeys.has(key) && !keyStarts.some((start) => key.startsWith(start)) && !known(key))
    .map(([key, file]) => `locales/*/${file}.json: ${key} is not used`);
}

/** The reasons that a file refuses calls and fields by must have texts: nobody else looks for them before they are shown. */
function checkReasons({ path, text }: Source): string[] {
  // What is put into a template has no words of a reason, and its braces would end the object.
  const code = text.replaceAll(/\$\{[^{}]*\}/g, '').replaceAll(/[=!]==\s*'[^']*'/g, '');
  const words = (all: string) => [...all.matchAll(/'([a-z]\w*)'/g)].map((match) => match[1]);
  const after = (pattern: RegExp, prefix: string) =>
    [...code.matchAll(pattern)].flatMap((match) => words(match[1] as string).map((word) => prefix + word));
  return [
    ...after(/\bpath\b[^{};]*?\breason:\s*([^,}]+)/g, 'problem.'),
    ...after(/\bunread: ('\w+')/g, 'problem.'),
    ...after(/\bconflict\(\s*('\w+')/g, 'refusal.'),
    ...after(/\bnew Refusal\([^{}]*\{\s*reason:\s*([^,}]+)/g, 'refusal.'),
  ].flatMap((key) => missing(key, path));
}

function missing(key: string, path: string): string[] {
  return files.has(key) ? [] : [`${path} refuses with ${key}, which has no text`];
}

function writtenIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(['"`])([\w.:/-]+)\1/g)].map((match) => match[2] as string));
}

/** The beginnings of keys in templates, or in functions that look up the choices of a column. */
function begunIn(text: string): string[] {
  const lists = [...text.matchAll(/istText\([^()']*'([\w.]+)',\s*`([\w.]+)\$\{/g)].map(
    (match) => `${match[1]}.${match[2]}`,
  );
  const columns = [...text.matchAll(/hoiceText\([^()']*'([\w.]+)',/g)].map((match) => `${match[1]}.`);
  return [...[...text.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map((match) => match[1] as string), ...lists, ...columns];
}

function listFiles(folder: string, pattern: RegExp): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, pattern);
    if (!pattern.test(path) || /\.test\.tsx?$/.test(path)) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}
