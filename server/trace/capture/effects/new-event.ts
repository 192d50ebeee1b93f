import type { ActName } from '../../../../contract/trace/acts.ts';
import type { ErrorReason } from '../../../../contract/trace/error-declaration.ts';
import type { EventRef } from '../../state/record/code-record.ts';

/** Who or what did it. */
export interface Doer {
  readonly accountId: number | null;
  readonly deviceKeyId: number | null;
}

/** An act that is about to be written. */
export interface NewEvent extends Omit<EventRef, 'id' | 'waybillId' | 'byPerson' | 'countedAt'> {
  readonly act: ActName;
  readonly utcOffset: number;
  readonly by: Doer;
  readonly readPointId: number | null;
  readonly batchKey: string | null;
  readonly reason: string | null;
  /** The waybill that it was done for, and whether the goods are on it no more. */
  readonly waybillId?: number | null;
  readonly offWaybill?: boolean;
  /** The act that this one declares wrong; what that had counted is counted back on its own day. */
  readonly corrects?: {
    readonly event: number;
    readonly at: number;
    readonly reason: ErrorReason;
  };
}
