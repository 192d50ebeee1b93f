import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordMinLength } from '../../contract/organ.ts';
import { badInput } from './refusal.ts';

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);
export const isPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);

let decoy: Promise<string> | undefined;
/** Takes as long as a real check and is always false: an unknown name must answer in the time of a known one. */
export async function checkNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await isPassword(await decoy, password);
  return false;
}

/** A password a person can copy: about 95 bits, no look-alikes. */
export function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const limit = 256 - (256 % letters.length);
  let password = '';
  while (password.length < 19) {
    const byte = randomBytes(1)[0] as number;
    if (byte < limit) password += password.length % 5 === 4 ? '-' : letters[byte % letters.length];
  }
  return password;
}

/** Throws a 400 naming `path` when the password is too short or is the account's own name. */
export function requireGoodPassword(password: string, accountName: string, path: string): void {
  if (password.length < passwordMinLength) {
    throw badInput({ path, reason: 'password_too_short', params: { limit: passwordMinLength } });
  }
  if (password.toLowerCase().includes(accountName.toLowerCase())) {
    throw badInput({ path, reason: 'password_has_name' });
  }
}
