import type { Sealed } from './database.ts';

// A person's data are encrypted with a random key. It is kept encrypted in two ways: with a key from the PIN, for every day, and with
// one that the server gives only after a sign-in, for whoever has forgotten the PIN or was locked out.

/** Of PBKDF2 with SHA-256: a third of a second on a handheld, so that guessing PINs takes time even without the five attempts. */
const iterations = 310_000;

const sealing = { name: 'AES-GCM', length: 256 } as const;

export const newDataKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(sealing, true, ['encrypt', 'decrypt']);

/** A key from a PIN, which encrypts other keys. */
export async function keyOfPin(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', iterations, salt };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-KW', length: 256 }, false, [
    'wrapKey',
    'unwrapKey',
  ]);
}

/** A key from the 32 bytes that the server gives, in base64. */
export const keyOfServer = (base64: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64), 'AES-KW', false, ['wrapKey', 'unwrapKey']);

export const wrap = (dataKey: CryptoKey, by: CryptoKey): Promise<ArrayBuffer> =>
  crypto.subtle.wrapKey('raw', dataKey, by, 'AES-KW');

/** The data key, or undefined if it was encrypted with another key. */
export const unwrap = (wrapped: ArrayBuffer, by: CryptoKey): Promise<CryptoKey | undefined> =>
  crypto.subtle.unwrapKey('raw', wrapped, by, 'AES-KW', sealing, true, ['encrypt', 'decrypt']).catch(() => undefined);

export async function seal(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content) };
}

export const open = async (key: CryptoKey, { iv, bytes }: Sealed): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes));

export const sealJson = (key: CryptoKey, content: unknown): Promise<Sealed> =>
  seal(key, new TextEncoder().encode(JSON.stringify(content)));

export const openJson = async <Content>(key: CryptoKey, sealed: Sealed): Promise<Content> =>
  JSON.parse(new TextDecoder().decode(await open(key, sealed))) as Content;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
