import { type AlphabetName, alphabets, numeralsOf } from './alphabet.ts';

export const checkNames = ['none', 'gs1', 'luhn', 'iso7064'] as const;
export type CheckName = (typeof checkNames)[number];

/** The check character of the bytes of a code from `from` to before `end`, which are ASCII and in the check's alphabet. */
export type CheckCharacter = (code: Uint8Array, from: number, end: number) => number;

const zero = 48;

/** GS1 mod 10 (General Specifications 7.9): weights 3 and 1 from the right. */
const gs1: CheckCharacter = (code, from, end) => {
  let sum = 0;
  for (let at = end - 1, weight = 3; at >= from; at--, weight = 4 - weight)
    sum += ((code[at] as number) - zero) * weight;
  return zero + ((10 - (sum % 10)) % 10);
};

/** Luhn mod N (ISO/IEC 7812-1 Annex B, generalised to N characters): every second numeral from the right doubled. */
function luhn(characters: string): CheckCharacter {
  const size = characters.length;
  const numerals = numeralsOf(characters);
  return (code, from, end) => {
    let sum = 0;
    for (let at = end - 1, factor = 2; at >= from; at--, factor = 3 - factor) {
      const addend = (numerals[code[at] as number] as number) * factor;
      sum += Math.floor(addend / size) + (addend % size);
    }
    return characters.charCodeAt((size - (sum % size)) % size);
  };
}

/** ISO/IEC 7064 MOD 37,36: one check character of 0-9A-Z. */
function iso7064(): CheckCharacter {
  const characters = alphabets.base36;
  const numerals = numeralsOf(characters);
  return (code, from, end) => {
    let product = 36;
    for (let at = from; at < end; at++) {
      const sum = (product + (numerals[code[at] as number] as number)) % 36;
      product = ((sum === 0 ? 36 : sum) * 2) % 37;
    }
    return characters.charCodeAt((37 - product) % 36);
  };
}

/** The function for a check character; undefined for `none`. */
export function checkCharacterOf(check: CheckName, alphabet: AlphabetName): CheckCharacter | undefined {
  switch (check) {
    case 'none':
      return undefined;
    case 'gs1':
      return gs1;
    case 'luhn':
      return luhn(alphabets[alphabet]);
    case 'iso7064':
      return iso7064();
  }
}

/** The characters that a check character can be; empty for `none`. */
export function checkAlphabet(check: CheckName, alphabet: AlphabetName): string {
  switch (check) {
    case 'none':
      return '';
    case 'gs1':
      return alphabets.digits;
    case 'luhn':
      return alphabets[alphabet];
    case 'iso7064':
      return alphabets.base36;
  }
}

/** The GS1 check digit of a run of digits. */
export function gs1CheckDigit(digits: string): string {
  const bytes = new TextEncoder().encode(digits);
  return String.fromCharCode(gs1(bytes, 0, bytes.length));
}

/** True for a GTIN-8, -12, -13 or -14 whose check digit is right (GS1 General Specifications 7.9), and that is not only zeros. */
export function isValidGtin(gtin: string): boolean {
  const isGtin = /^(\d{8}|\d{12,14})$/.test(gtin) && !/^0+$/.test(gtin);
  return isGtin && gs1CheckDigit(gtin.slice(0, -1)) === gtin.at(-1);
}
