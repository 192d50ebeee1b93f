import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordMinLength } from '@suyuan/contract/access/password.ts';
import { badInput } from '../refusal.ts';

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);
export const isPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password);

let decoy: Promise<string> | undefined;
/** Takes as long as a real check and is always false: an unknown name must answer in the time of a known one. */
export async function checkNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await isPassword(await decoy, password);
  return false;
}

/** Letters and digits that nobody mistakes for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random groups of letters with hyphens between, for people to copy: about 5 bits a letter. */
export function randomGroups(groups: number, length: number): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
}

/**
 * The password of a new account, or after an administrator's reset: shown once, with about 79 bits. It is to be stored
 * with `must_change_password`, and the account's sessions are to be ended.
 */
export const oneTimePassword = (): string => randomGroups(4, 4);

/** A name shorter than this is in too many good passwords. */
const shortestTellingName = 3;

/** Throws a 400 naming `path` when the password is too short, commonly used, or holds the account's own name. */
export async function requireGoodPassword(password: string, accountName: string, path: string): Promise<void> {
  if (password.length < passwordMinLength) {
    throw badInput({ path, reason: 'password_too_short', params: { limit: passwordMinLength } });
  }
  if (accountName.length >= shortestTellingName && password.toLowerCase().includes(accountName.toLowerCase())) {
    throw badInput({ path, reason: 'password_has_name' });
  }
  if (await isCommonPassword(password)) throw badInput({ path, reason: 'password_common' });
}

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is among those that guessers try first: the fifty thousand commonest of leaked collections, or a few
 * characters over and over. The list is read when it is first asked for.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.toLowerCase();
  if (new Set(text).size < 5) return true;
  list ??= readList();
  return (await list).has(text);
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= passwordMinLength));
}
