import { mapKeysOf } from '@suyuan/codes/carrier/map-keys.ts';
import { XorMap } from '@suyuan/codes/sets/xor-map.ts';
import { type CodeClass, type SnapshotHead, signatureBytes } from '@suyuan/contract/handheld/task.ts';
import { bytesOf } from '../storage/sealing.ts';

/** A code that a snapshot knows: the key of its entry, which is one for all notations of the code, and what it is on. */
export interface KnownCode {
  readonly key: string;
  readonly goods: CodeClass;
}

/** A task as the server had it, with what is needed to decide about codes. */
export class Snapshot {
  readonly head: SnapshotHead;
  readonly #map: XorMap;

  /** Throws for bytes that are no snapshot. Whether they are of this server is checked by `isGenuine`. */
  constructor(bytes: Uint8Array) {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    this.head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as SnapshotHead;
    this.#map = new XorMap(bytes.subarray(4 + length, bytes.length - signatureBytes));
  }

  /** What a scanned text is on, or undefined for what is not in the snapshot. */
  find(text: string): KnownCode | undefined {
    for (const key of mapKeysOf(text)) {
      const goods = this.head.classes[this.#map.get(key) ?? -1];
      if (goods) return { key, goods };
    }
    return undefined;
  }
}

/** Whether a snapshot was signed by the installation with this public key (base64 of its SPKI). */
export async function isGenuine(bytes: Uint8Array<ArrayBuffer>, publicKey: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), algorithm, false, ['verify']);
  const [content, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)];
  return crypto.subtle.verify(algorithm, key, signature, content);
}
