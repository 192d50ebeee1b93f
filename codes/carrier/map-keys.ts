import { normalised } from '../format/alphabet.ts';
import { codesIn } from './read-carrier.ts';

/**
 * The texts under which a map of printed codes (`codes/sets/xor-map.ts`) is asked for a scanned text, most likely first: each code that
 * the text may stand for, as it is written, in capitals, and with the look-alikes of Crockford's base 32 as digits. Usually it is one.
 */
export function mapKeysOf(text: string): string[] {
  const { codes, reading } = codesIn(text);
  const written = [...codes, ...(reading?.named ?? []), ...(reading?.plain ?? []), text.trim()];
  return [...new Set(written.flatMap((code) => [code, code.toUpperCase(), normalised(code, 'base32')]))];
}
