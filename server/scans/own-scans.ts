import type { MasterKey } from '../platform/secrets/master-key.ts';

/** A scan on record, as the device that made it remembers it. */
export interface OwnScan {
  readonly codeId: number;
  readonly nth: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Whoever looks again within this time of a scan is one visitor, and has asked once. */
export const visitLength = 30 * 60_000;

const purpose = 'own scans';
const mostRemembered = 16;
/** Code id, which one it was, and seconds. */
const bytesEach = 16;

/**
 * What a device remembers of its scans, sealed, so that it can neither be read nor made up. It tells codes and times and
 * nothing of who holds the device; another device has none of it.
 */
export function sealOwnScans(key: MasterKey, scans: readonly OwnScan[]): string {
  const kept = scans.slice(0, mostRemembered);
  const bytes = Buffer.alloc(kept.length * bytesEach);
  kept.forEach(({ codeId, nth, at }, index) => {
    bytes.writeBigInt64BE(BigInt(codeId), index * bytesEach);
    bytes.writeUInt32BE(Math.min(nth, 0xffff_ffff), index * bytesEach + 8);
    bytes.writeUInt32BE(Math.floor(at / 1000), index * bytesEach + 12);
  });
  return key.seal(bytes, purpose).toString('base64url');
}

/** Those of the last half hour, latest first; none where the text is not ours. */
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
