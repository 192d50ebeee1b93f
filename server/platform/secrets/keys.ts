import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Keys by which programs call the server. Only their hash is stored, without salt: a key is random enough not to be guessed from it.
 */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The prefix of keys of other systems, by which people and secret scanners recognise them. */
export const systemKeyPrefix = 'suyuan_sk_';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 random digits have 214 bits; six more are a checksum, as in the tokens of GitHub. */
const length = { random: 36, check: 6 };
/** What a secret scanner looks for, quoted in docs/integration.md. */
const pattern = new RegExp(`^${systemKeyPrefix}[0-9A-Za-z]{${length.random + length.check}}$`);

/** A new key of another system: the prefix, random digits and their checksum. */
export function newSystemKey(): string {
  const random = Array.from({ length: length.random }, () => digits[randomInt(digits.length)]).join('');
  return systemKeyPrefix + random + checkOf(random);
}

/** Whether a text can be such a key. One that was mistyped or cut off is known without the database. */
export function isSystemKey(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(systemKeyPrefix.length);
  return body.slice(length.random) === checkOf(body.slice(0, length.random));
}

/** CRC-32 in base 62. */
function checkOf(random: string): string {
  let rest = crc32(random);
  let check = '';
  while (check.length < length.check) {
    check = digits[rest % digits.length] + check;
    rest = Math.floor(rest / digits.length);
  }
  return check;
}
