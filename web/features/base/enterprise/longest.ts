import { enterpriseFields } from '../../../../contract/base/enterprise.ts';

/** How many characters a text that is said of the enterprise may have. */
export const most = (name: keyof typeof enterpriseFields): number | undefined =>
  (enterpriseFields[name].schema as { maxLength?: number }).maxLength;
