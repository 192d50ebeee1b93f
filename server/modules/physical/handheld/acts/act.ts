import type { Call } from '@suyuan/contract/call/call.ts';
import type { ScanAct, TaskKind } from '@suyuan/contract/handheld/act.ts';
import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import type { SnapshotHead, Task } from '@suyuan/contract/handheld/task.ts';
import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { Conflict, Refused } from '#trace/capture/context/refused.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import type { CodeScope } from '../codes/task-codes.ts';
import type { ScanTime } from '../corrected-times.ts';
import type { KeptAnswer } from '../handheld.table.ts';

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

/** One thing that is done with a handheld: what is taken along for it, and who may do it. */
interface ActOfHandheld {
  readonly scans: readonly ScanAct[];
  readonly tasks?: HandheldTasks;
  /** The documents among these that the person may work on, with their numbers. An act without documents has none. */
  documents?(person: Person, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** It may be done without a document. */
  readonly isFree?: true;
  /** Codes that are on no goods yet may be named: by the scan itself, or beside it. */
  readonly fresh?: { readonly code?: true; readonly codes?: true };
}

/** What is done to goods. */
export interface GoodsAct extends ActOfHandheld {
  /** Records scans of one document in their order, in the transaction that holds the capture lock. */
  record(sql: Connection, shared: SharedServices, person: Person, scans: readonly ReadScan[]): Promise<Outcome[]>;
}

/** A change that is about to be made, or why it is not. */
type PreparedChange =
  | { readonly refused: readonly RefusedText[] }
  | {
      readonly call: Call;
      readonly input: object;
      make(change: Change): Promise<KeptAnswer>;
    };

/** What is recorded in the audit log, scan by scan: its text may be of no code. */
export interface ChangeAct extends ActOfHandheld {
  /** Reads what the change needs before it begins; `Capture.queued` begins it. */
  prepare(shared: SharedServices, caller: Caller<Account>, scan: Scan, time: ScanTime): Promise<PreparedChange>;
}

/** One thing that is done with a handheld, and how its scans are recorded. */
export type HandheldAct = GoodsAct | ChangeAct;

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
  (eventOf: (scan: ReadScan, common: ReturnType<typeof commonOf>) => EventInput): GoodsAct['record'] =>
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
