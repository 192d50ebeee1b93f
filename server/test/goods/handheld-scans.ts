import { randomUUID } from 'node:crypto';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Scan, scans } from '@suyuan/contract/handheld/scan.ts';

export const newDevice = (): string => randomUUID();

/** What a handheld sends at once of scans that it has just made. */
export function scannedBy(
  device: string,
  some: readonly Omit<Scan, 'id' | 'no' | 'scanned_at'>[],
): InputOf<typeof scans> {
  const now = new Date().toISOString();
  return { device, sent_at: now, scans: some.map((one, no) => ({ id: randomUUID(), no, scanned_at: now, ...one })) };
}
