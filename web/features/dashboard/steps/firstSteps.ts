import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';

/** The steps to the first scan, named after the menu keys of their screens. */
export const firstSteps = ['enterprise', 'productlist', 'coderule', 'records', 'customerquery'] as const;
export type Step = (typeof firstSteps)[number];

type Total = Dashboard['total'];

/** Whether there are no orders or no scans yet; figures that the person may not see are null and do not count. */
export const isNew = ({ issued, scanned }: Total): boolean => issued === 0 || scanned === 0;

/**
 * Whether the enterprise's data and a printable public address are entered, and the numbers of products and code rules;
 * undefined while unknown.
 */
export interface Stock {
  readonly enterprise: boolean | undefined;
  readonly address: boolean | undefined;
  readonly products: number | undefined;
  readonly rules: number | undefined;
}

/** The completed steps. Issued codes imply a code rule, because an order needs one. */
export function stepsDone(
  { issued, scanned }: Total,
  { enterprise, address, products, rules }: Stock,
): ReadonlySet<Step> {
  const progress: Readonly<Record<Step, boolean>> = {
    enterprise: enterprise === true && address === true,
    productlist: (products ?? 0) > 0,
    coderule: (rules ?? 0) > 0 || (issued ?? 0) > 0,
    records: (issued ?? 0) > 0,
    customerquery: (scanned ?? 0) > 0,
  };
  return new Set(firstSteps.filter((step) => progress[step]));
}
