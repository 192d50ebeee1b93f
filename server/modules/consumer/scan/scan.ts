import { scan } from '../../../../contract/consumer/scan.ts';
import type { Services } from '../../../platform/services.ts';
import type { ScanDesk } from '../../../scans/scan-desk.ts';

/** Answers what a program asks for a consumer. */
export function serveScan({ routes }: Services, desk: ScanDesk): void {
  routes.serve(scan, async (input, caller) => (await desk.scan(input.code, caller)).answer);
}
