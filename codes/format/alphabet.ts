/** The sets of characters that the body of a code is written in, each in the order of its numerals. */
export const alphabets = {
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  /** Crockford's base 32: no I, L, O or U. */
  base32: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  base36: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
} as const;

export type AlphabetName = keyof typeof alphabets;

/** What a person may write for a character of Crockford's base 32. */
const crockfordAliases: Record<string, string> = { O: '0', I: '1', L: '1' };

/**
 * A text as the alphabet writes it: upper case where it knows no lower case, and the look-alikes that Crockford's
 * base 32 leaves out as the digits they are taken for.
 */
export function normalised(text: string, alphabet: AlphabetName): string {
  if (alphabet === 'base62') return text;
  const upper = text.toUpperCase();
  return alphabet === 'base32' ? upper.replace(/[OIL]/g, (letter) => crockfordAliases[letter] as string) : upper;
}

/** Numeral of each character code below 128; 255 for characters outside the alphabet. */
export function numeralsOf(characters: string): Uint8Array {
  const numerals = new Uint8Array(128).fill(255);
  [...characters].forEach((character, value) => {
    numerals[character.charCodeAt(0)] = value;
  });
  return numerals;
}
