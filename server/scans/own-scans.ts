import { minute } from '@suyuan/contract/durations.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';

/** A recorded scan, as the consumer's device remembers it. */
export interface OwnScan {
  readonly codeId: number;
  readonly nth: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A second look at a code within this time, in milliseconds, belongs to the same visit and counts as no new scan. */
export const visitLength = 30 * minute;

const purpose = 'own scans';
const maxRemembered = 16;
/** Bytes of one scan: code id (8), ordinal number (4), seconds (4). */
const bytesEach = 16;

/**
 * Encrypts the scans that a device remembers (with authentication, so they can neither be read nor forged). They contain codes
 * and times, and nothing about the person.
 */
export function sealOwnScans(key: MasterKey, scans: readonly OwnScan[]): string {
  const remembered = scans.slice(0, maxRemembered);
  const bytes = Buffer.alloc(remembered.length * bytesEach);
  remembered.forEach(({ codeId, nth, at }, index) => {
    bytes.writeBigInt64BE(BigInt(codeId), index * bytesEach);
    bytes.writeUInt32BE(Math.min(nth, 0xffff_ffff), index * bytesEach + 8);
    bytes.writeUInt32BE(Math.floor(at / 1000), index * bytesEach + 12);
  });
  return key.seal(bytes, purpose).toString('base64url');
}

/** Decrypts them: those of the last half hour, latest first; none if the text is not authentic. */
export function openOwnScans(key: MasterKey, sealed: string | undefined, now: number): readonly OwnScan[] {
  const bytes = sealed === undefined ? undefined : unsealed(key, sealed);
  if (!bytes) return [];
  const scans = Array.from({ length: Math.floor(bytes.length / bytesEach) }, (_, index) => ({
    codeId: Number(bytes.readBigInt64BE(index * bytesEach)),
    nth: bytes.readUInt32BE(index * bytesEach + 8),
    at: bytes.readUInt32BE(index * bytesEach + 12) * 1000,
  }));
  return scans.filter(({ at }) => now - at < visitLength);
}

function unsealed(key: MasterKey, sealed: string): Buffer | undefined {
  try {
    return key.unseal(Buffer.from(sealed, 'base64url'), purpose);
  } catch {
    return undefined;
  }
}
