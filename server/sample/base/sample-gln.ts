import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';

/** The company prefix of the invented enterprise, which its products have, too. */
const companyPrefix = '6900880';

/** A GLN of the enterprise. */
export function sampleGln(location: number): string {
  const body = companyPrefix + String(location).padStart(12 - companyPrefix.length, '0');
  return body + gs1CheckDigit(body);
}
