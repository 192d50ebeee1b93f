import type { Scan, ScanResult } from '@suyuan/contract/handheld/scan.ts';
import type { StoredScan } from '../storage/database.ts';

/** What a scan is about. */
export type ScanContent = Omit<Scan, 'id' | 'no' | 'scanned_at'>;

/** A scan with its answer, once there is one. */
export interface LoggedScan extends Pick<StoredScan, 'no' | 'id' | 'task' | 'at' | 'state'> {
  readonly content: ScanContent;
  readonly answer?: ScanResult | undefined;
}

/** The answer to a scan that is not sent to the server, or that the server takes in no form. */
export const refusedHere = (id: string, code: string, message: string): ScanResult => ({
  ...{ id, result: 'refused', units: 0 },
  refusals: [{ code, reason: 'malformed_line', conflict: null, message }],
});

/** Whether a scan was refused on this handheld: the server does not know of it. */
export const isRefusedHere = (answer: ScanResult | undefined): boolean =>
  answer?.refusals?.some(({ reason }) => reason === 'malformed_line') ?? false;

export const stateOf = ({ result }: ScanResult): StoredScan['state'] => (result === 'refused' ? 'refused' : 'taken');
