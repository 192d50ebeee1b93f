import { isValidGtin } from '@suyuan/codes/format/check.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import { containing } from './list.ts';

/**
 * What a thing is found by, for its column `search_text`: its names and codes in one spelling, and for Chinese ones
 * their pinyin, in full and by initials.
 */
export function searchText(...parts: readonly (string | null | undefined)[]): string {
  const spellings = parts.flatMap((part) => (part ? [oneSpelling(part)] : []));
  return [...new Set([...spellings, ...spellings.flatMap(soundsOf)])].join(' ');
}

/** Rows whose `search_text` holds every word of a keyword: for tables of some hundreds of rows. */
export function holdsWords(table: string, keyword: string): RawBuilder<SqlBool> {
  const patterns = wordsOf(keyword).map(containing);
  return sql<SqlBool>`${sql.ref(`${table}.search_text`)} like all(${patterns}::text[])`;
}

/** The same for large tables, which keep `search_grams` beside their `search_text` and an index on it. */
export function findsWords(table: string, keyword: string): RawBuilder<SqlBool> {
  const grams = [...new Set(wordsOf(keyword).flatMap(gramsOf))].slice(0, maxGrams);
  if (grams.length === 0) return sql<SqlBool>`true`;
  const query = grams.map((gram) => `'${gram.replace(/['\\]/g, '$&$&')}'`).join(' & ');
  return sql<SqlBool>`(${sql.ref(`${table}.search_grams`)} @@ ${query}::tsquery and ${holdsWords(table, keyword)})`;
}

const maxWords = 8;
/** The index has narrowed it down enough by then. */
const maxGrams = 24;

const wordsOf = (keyword: string): string[] =>
  oneSpelling(keyword).split(' ').filter(Boolean).slice(0, maxWords).map(shortGtin);

/** A GTIN as it may have been entered, without the zeros that pad it to 14 digits: both have this part. */
const shortGtin = (word: string): string => (isValidGtin(word) ? word.replace(/^0{1,2}(?=\d{12})|^0{6}/, '') : word);

/** Full-width forms, ligatures, case and blanks make no difference. */
const oneSpelling = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The pairs of neighbours in a word, as the database's function search_grams makes them; a word of one is its own. */
function gramsOf(word: string): string[] {
  const letters = [...word];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
}

/** The pinyin of a text with Chinese in it, by its initials and in full. */
export function soundsOf(part: string): string[] {
  if (!/\p{Script=Han}/u.test(part)) return [];
  const sounds = pinyin(part, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  return [sounds.map((sound) => sound.charAt(0)).join(''), sounds.join('')];
}
