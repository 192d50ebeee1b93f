import { enterpriseFields } from '@suyuan/contract/base/enterprise.ts';

/** The maximum length of a text field of the enterprise. */
export const most = (name: keyof typeof enterpriseFields): number | undefined =>
  (enterpriseFields[name].schema as { maxLength?: number }).maxLength;
