import type { RefusalReason } from '../../../../../contract/trace/refusal.ts';

/** Why one code of an act is not taken. */
export interface Refused {
  readonly code: number;
  readonly reason: RefusalReason;
  /** The code it collides with, or the waybill, or in words what does. */
  readonly conflict?: number | string | { readonly waybillId: number } | null;
  /** A reason given by who did it would do. */
  readonly overridable?: boolean;
}
