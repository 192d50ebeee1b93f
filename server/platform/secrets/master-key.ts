import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** What hashes are made for. `mark`: what a master key is known by. */
export type MacPurpose = 'audit' | 'recovery code' | 'guessing' | 'mark';

/** A key that texts are hashed under. */
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

/** Seals secrets kept in the database with AES-256-GCM under the master key: nonce, tag, ciphertext. */
export class MasterKey {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new Error('the master key must have 32 bytes');
    this.#key = key;
  }

  /** `purpose` is authenticated too, so that a sealed value cannot be moved to another place. */
  seal(secret: Uint8Array, purpose: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** A key for hashes of one purpose, derived from the master key. */
  macKey(purpose: MacPurpose): MacKey {
    return new MacKey(Buffer.from(hkdfSync('sha256', this.#key, '', `mac ${purpose}`, 32)));
  }

  /** What the key is known by, which tells nothing of it. */
  get mark(): string {
    return this.macKey('mark').mac('');
  }

  /** Throws when the value was changed, moved, or sealed under another master key. */
  unseal(sealed: Uint8Array, purpose: string): Buffer {
    const nonce = sealed.subarray(0, nonceLength);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  }

  /** The same, for people: the error says what could not be opened. */
  open(sealed: Uint8Array, purpose: string, what: string): Buffer {
    try {
      return this.unseal(sealed, purpose);
    } catch (cause) {
      throw new Error(`${what} cannot be opened: it was changed, or sealed under another master key.`, { cause });
    }
  }
}
