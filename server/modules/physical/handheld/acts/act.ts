import type { ScanAct, TaskKind } from '@suyuan/contract/handheld/act.ts';
import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { SnapshotHead, Task } from '@suyuan/contract/handheld/task.ts';
import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { Conflict, Refused } from '#trace/capture/context/refused.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import type { CodeScope } from '../codes/task-codes.ts';
import type { ScanTime } from '../corrected-times.ts';

/** A scan whose codes were read. */
export interface ReadScan {
  readonly scan: Scan;
  readonly code: number;
  /** Those of `codes`. */
  readonly others: readonly number[];
  readonly time: ScanTime;
}

/** What became of a scan. */
export type Outcome =
  | { readonly refused: readonly Refused[] }
  | {
      readonly known: boolean;
      readonly units: number;
      readonly productId: number | null;
      readonly lotId: number | null;
      readonly outcome?: ArrivalOutcome;
    };

export const refusedFor = (code: number, reason: Refused['reason'], conflict: Conflict): Outcome => ({
  refused: [{ code, reason, conflict }],
});

export type Person = Pick<Caller<Account>, 'account' | 'db' | 'language'>;

/** What a snapshot says of its task besides the goods, and which codes are in it. */
export interface TaskContents {
  readonly lines: SnapshotHead['lines'];
  readonly policies?: NonNullable<SnapshotHead['policies']>;
  readonly lots?: NonNullable<SnapshotHead['lots']>;
  readonly packaging?: NonNullable<SnapshotHead['packaging']>;
  readonly scope: CodeScope;
}

/** What the contents of tasks are read by. */
export interface TaskServices extends Pick<SharedServices, 'workOrders'> {
  readonly sql: Connection;
  readonly timeZone: () => string;
}

/** What is taken along for an act: its tasks, and what each needs. */
export interface HandheldTasks {
  readonly kind: TaskKind;
  /** Those that the person may do, or the one with this id. */
  list(sql: Connection, person: Person, id?: number): Promise<Task[]>;
  contents(services: TaskServices, id: number): Promise<TaskContents>;
}

/** One thing that is done with a handheld: what is taken along for it, who may do it, and how its scans are recorded. */
export interface HandheldAct {
  readonly scans: readonly ScanAct[];
  readonly tasks?: HandheldTasks;
  /** The documents among these that the person may work on, with their numbers. An act without documents has none. */
  documents?(person: Person, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Codes that are on no goods yet may be named: by the scan itself, or beside it. */
  readonly fresh?: { readonly code?: true; readonly codes?: true };
  /** Records scans of one document in their order, in the transaction that holds the capture lock. */
  record(sql: Connection, shared: SharedServices, person: Person, scans: readonly ReadScan[]): Promise<Outcome[]>;
}

/** How far the correction of a clock may be off, in milliseconds: a scan of a handheld follows at once what was done at a desk. */
const clockError = 10_000;

/** The fields of every event of a scan. */
export const commonOf = (person: Person, { scan, time }: ReadScan) => {
  const { by, custodian } = doneNow(person);
  const reason = scan.reason?.trim() || null;
  return { ...time, by, custodian, late: true, clockError, batchKey: scan.id, reason };
};

/** Records each scan as an event. */
export const recordedAs =
  (eventOf: (scan: ReadScan, common: ReturnType<typeof commonOf>) => EventInput): HandheldAct['record'] =>
  async (sql, { capture }, person, scans) => {
    const captured = await capture.captureIn(
      sql,
      scans.map((one) => eventOf(one, commonOf(person, one))),
    );
    return captured.map((one) =>
      'refused' in one
        ? one
        : { known: one.known !== undefined, units: one.units, productId: one.productId, lotId: one.lotId },
    );
  };
