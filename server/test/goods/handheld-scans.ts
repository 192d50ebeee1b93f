import { randomUUID } from 'node:crypto';
import { mapKeysOf } from '@suyuan/codes/carrier/map-keys.ts';
import { XorMap } from '@suyuan/codes/sets/xor-map.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Scan, scans } from '@suyuan/contract/handheld/scan.ts';
import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';

export const newDevice = (): string => randomUUID();

/** What a handheld sends at once of scans that it has just made. */
export function scannedBy(
  device: string,
  some: readonly Omit<Scan, 'id' | 'no' | 'scanned_at'>[],
): InputOf<typeof scans> {
  const now = new Date().toISOString();
  return { device, sent_at: now, scans: some.map((one, no) => ({ id: randomUUID(), no, scanned_at: now, ...one })) };
}

/** The head of a snapshot, and what it tells of a scanned text. */
export function readSnapshot(bytes: Buffer) {
  const length = bytes.readUInt32LE();
  const head: SnapshotHead = JSON.parse(`${bytes.subarray(4, 4 + length)}`);
  const map = new XorMap(bytes.subarray(4 + length, 4 + length + head.map.bytes));
  const classOf = (text: string): CodeClass | undefined => {
    const index = mapKeysOf(text)
      .map((key) => map.get(key))
      .find((one) => one !== undefined);
    return index === undefined ? undefined : head.classes[index];
  };
  return { head, classOf };
}
