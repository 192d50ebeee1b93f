import { choiceTextKeys, commonName, listTextKeys } from '@suyuan/contract/thing/text-keys.ts';

/**
 * Keys that may repeat a text: names that enterprises may change, texts of reason codes, and those of a list about its own
 * rows.
 */
const alone = /^(menu|problem|refusal|warning)\.|^\w+\.(add|update|empty)$/;

/** Keys that are shared by all lists and screens. */
const common = /^(field|choice|button)\./;

interface Texts {
  readonly keys: readonly string[];
  /** The words of a key in all languages. */
  readonly wordsOf: (key: string) => string;
  /** The file of a key. */
  readonly place: (key: string) => string;
  /** The keys that are written out in code. */
  readonly written: ReadonlySet<string>;
  /** The beginnings of keys that code composes. */
  readonly begun: readonly string[];
}

/**
 * Finds texts that are under two keys with the same words in all languages.
 * A key that is written out in code could be replaced by the other one. A key that is composed of the names of a list, a column
 * and a choice cannot; it is superfluous if the fallback key, of its list or of all lists, has the same words. Two composed
 * keys with different names are two texts that happen to be equal; so is a key by which a list deviates from its fallback,
 * because words agree with the noun that they belong to.
 */
export function repeatedTexts({ keys, wordsOf, place, written, begun }: Texts): string[] {
  const groups = Map.groupBy(
    keys.filter((key) => !alone.test(key)),
    wordsOf,
  );
  const inUse = new Set(keys);
  /** The first existing fallback key; undefined if there is none. */
  const next = (key: string) => laterKeys(key).find((one) => inUse.has(one));
  const departs = (key: string) => {
    const fallback = next(key);
    return fallback !== undefined && wordsOf(fallback) !== wordsOf(key);
  };
  const isLoose = (key: string) =>
    written.has(key) && !common.test(key) && !begun.some((start) => key.startsWith(start));
  const isTwice = (left: string, right: string) =>
    next(left) === right || next(right) === left || ownName(left) === ownName(right) || isLoose(left) || isLoose(right);
  return [...groups.values()].flatMap((group) => {
    const keys = group.filter((key) => !departs(key));
    return keys.flatMap((key, at) =>
      keys
        .slice(at + 1)
        .filter((other) => isTwice(key, other))
        .map((other) => (common.test(key) ? ([other, key] as const) : ([key, other] as const)))
        .map(([one, original]) => `${place(one)}: ${one} repeats ${original} of ${place(original)}; use one key`),
    );
  });
}

const laterKeys = (key: string): string[] => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const keys = listTextKeys(key.slice(0, first), key.slice(first + 1));
  const choices = first === last ? [] : choiceTextKeys(key.slice(0, last), key.slice(last + 1));
  return [...keys, ...choices].filter((one) => one !== key);
};

/** The key without its list. */
function ownName(key: string): string {
  const name = key.slice(key.indexOf('.') + 1);
  return name.includes('.') ? name : commonName(name);
}
