import { caseOwners } from '@suyuan/contract/inspect/case/case.ts';
import type { Reference } from '#ui/records.ts';

/** The people who may look into cases. */
export const caseOwnersReference: Reference = {
  list: caseOwners,
  label: (row) => `${row.name} (${row.account_name})`,
};
