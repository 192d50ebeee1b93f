import { choiceTextKeys, commonName, listTextKeys } from './contract/thing/text-keys.ts';

/** What enterprises may rename, what is said for a reason code, and what a list says of its own rows. */
const alone = /^(menu|problem|refusal|warning)\.|^\w+\.(add|update|empty)$/;

/** Said by all. */
const common = /^(field|choice|button)\./;

/**
 * Texts that stand under two keys with the same words in all languages.
 *
 * A key that code writes out could be the other one, wherever that stands. A key that is put together from names, of a list, a
 * column and a choice, cannot; it is left out where its list, or all lists, have those words for it. Two such of different
 * names are two texts that happen to be alike; and so is one by which a list departs from what all lists say: words go with
 * the noun that they are said of.
 */
export function saidTwice({ keys, said, place, written, begun }) {
  const groups = Map.groupBy(
    keys.filter((key) => !alone.test(key)),
    said,
  );
  const inUse = new Set(keys);
  /** What is said instead where there is no such key. */
  const next = (key) => laterKeys(key).find((one) => inUse.has(one));
  const departs = (key) => next(key) !== undefined && said(next(key)) !== said(key);
  const isLoose = (key) => written.has(key) && !common.test(key) && !begun.some((start) => key.startsWith(start));
  const isTwice = (left, right) =>
    next(left) === right || next(right) === left || ownName(left) === ownName(right) || isLoose(left) || isLoose(right);
  return [...groups.values()].flatMap((alike) => {
    const left = alike.filter((key) => !departs(key));
    return left.flatMap((key, at) =>
      left
        .slice(at + 1)
        .filter((other) => isTwice(key, other))
        .map((other) => (common.test(key) ? [other, key] : [key, other]))
        .map(([one, kept]) => `${place(one)}: ${one} says what ${kept} of ${place(kept)} says already`),
    );
  });
}

const laterKeys = (key) => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const named = listTextKeys(key.slice(0, first), key.slice(first + 1));
  const chosen = first === last ? [] : choiceTextKeys(key.slice(0, last), key.slice(last + 1));
  return [...named, ...chosen].filter((one) => one !== key);
};

/** Without its list. */
function ownName(key) {
  const name = key.slice(key.indexOf('.') + 1);
  return name.includes('.') ? name : commonName(name);
}
