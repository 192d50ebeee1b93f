import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** The purposes of hash keys. `mark`: the fingerprint of a master key. */
export type MacPurpose = 'audit' | 'recovery code' | 'guessing' | 'mark' | 'codes of a backup' | 'page of events';

/** A key for HMACs of texts. */
export class MacKey {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** HMAC-SHA256 of a text, as base64url. */
  mac(text: string): string {
    return createHmac('sha256', this.bytes).update(text).digest('base64url');
  }
}

/** Encrypts secrets in the database with AES-256-GCM under the master key; a sealed value is nonce, tag, ciphertext. */
export class MasterKey {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new Error('the master key must have 32 bytes');
    this.#key = key;
  }

  /** Encrypts a secret. `purpose` is authenticated as well, so that a sealed value cannot be moved elsewhere. */
  seal(secret: Uint8Array, purpose: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Derives a key for HMACs of one purpose (HKDF). */
  macKey(purpose: MacPurpose): MacKey {
    return new MacKey(Buffer.from(hkdfSync('sha256', this.#key, '', `mac ${purpose}`, 32)));
  }

  /** The fingerprint of the key, which reveals nothing about it. */
  get mark(): string {
    return this.macKey('mark').mac('');
  }

  /** Decrypts a sealed value. Throws if it was changed, moved, or sealed under another master key. */
  unseal(sealed: Uint8Array, purpose: string): Buffer {
    const nonce = sealed.subarray(0, nonceLength);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  }

  /** The same, with an error that says what could not be decrypted. */
  open(sealed: Uint8Array, purpose: string, what: string): Buffer {
    try {
      return this.unseal(sealed, purpose);
    } catch (cause) {
      throw new Error(`${what} cannot be opened: it was changed, or sealed under another master key.`, { cause });
    }
  }
}
