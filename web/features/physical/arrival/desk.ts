import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';

/** What the desk of a waybill knows. */
export type Desk = OutputOf<typeof arrivalDesk>;
