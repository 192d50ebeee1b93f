import type { Ground, Manner, Part } from '../acts/act.ts';
import { serverDay } from '../calls/server-clock.ts';
import type { LoggedScan } from '../sending/logged-scan.ts';
import type { Done } from '../snapshot/progress.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { LastScan } from './outcome.ts';

/** What a task is without its goods: an act without a task has neither id nor lines. */
export type TaskHead = Pick<Snapshot['head'], 'lines' | 'products' | 'policies' | 'packaging' | 'lots'> & {
  readonly id?: number;
  readonly no?: string;
  readonly about?: string | null;
};

export interface ScannedTask extends Pick<Snapshot, 'find'> {
  readonly head: TaskHead;
}

export const groundOf = ({ head }: ScannedTask, manners: ReadonlySet<Manner>): Ground => ({
  ...{ head, manners, today: serverDay() },
});

export interface ScanState {
  readonly lines: Done['lines'];
  /** Units of goods that no line is about. */
  readonly beside: number;
  readonly isRemoving: boolean;
  readonly manners: ReadonlySet<Manner>;
  readonly last: LastScan | undefined;
  /** The scans of this task in their order. */
  readonly scans: readonly LoggedScan[];
  /** What was scanned of an act that needs several codes. */
  readonly parts: readonly Part[];
  /** A code of which not all can be read, as long as nobody has said what becomes of it. */
  readonly torn: string | undefined;
  /** The number of the scan that photos are of: it was made, or repeated, since the task was opened. */
  readonly shown: number | undefined;
}
