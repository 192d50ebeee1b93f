/** The alphabets for the bodies of codes, each in the order of its numerals. */
export const alphabets = {
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  /** Crockford's base 32: no I, L, O or U. */
  base32: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  base36: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
} as const;

export type AlphabetName = keyof typeof alphabets;
export const alphabetNames = Object.keys(alphabets) as AlphabetName[];

/** Look-alikes that people may type for characters of Crockford's base 32. */
const crockfordAliases: Record<string, string> = { O: '0', I: '1', L: '1' };

/**
 * A text in the spelling of the alphabet: in upper case unless the alphabet distinguishes cases, and, for Crockford's base 32,
 * with look-alikes replaced by digits.
 */
export function normalised(text: string, alphabet: AlphabetName): string {
  if (alphabet === 'base62') return text;
  const upper = text.toUpperCase();
  return alphabet === 'base32' ? upper.replace(/[OIL]/g, (letter) => crockfordAliases[letter] as string) : upper;
}

/** The numeral of each character code below 128; 255 for characters outside of the alphabet. */
export function numeralsOf(characters: string): Uint8Array {
  const numerals = new Uint8Array(128).fill(255);
  [...characters].forEach((character, value) => {
    numerals[character.charCodeAt(0)] = value;
  });
  return numerals;
}
