import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';

/** A case with everything that belongs to it. */
export type Detail = OutputOf<typeof caseDetail>;
