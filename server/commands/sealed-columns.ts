import { keyPurpose } from '../identity/rule-book.ts';
import { twoStepPurpose } from '../modules/organ/sign-in/two-step.ts';
import type { SealedColumn } from '../platform/secrets/key-rotation.ts';

/** Every column of secrets that are sealed under the master key; the keys kept in `master_key` itself left out. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'code_rule', column: 'key_sealed', purposeOf: () => keyPurpose },
  { table: 'account', column: 'two_step_secret_sealed', purposeOf: twoStepPurpose },
];
