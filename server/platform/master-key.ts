import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

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

  /** HMAC-SHA256 of a text under a key of the purpose's own, as base64url. */
  mac(text: string, purpose: string): string {
    const key = hkdfSync('sha256', this.#key, '', `mac ${purpose}`, 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  }

  /** Throws when the value was changed, moved, or sealed under another master key. */
  unseal(sealed: Uint8Array, purpose: string): Buffer {
    const nonce = sealed.subarray(0, nonceLength);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  }
}
