import type { Dashboard } from '../../../../contract/dashboard/figures.ts';

/** The way to the first scan, each step named after the screen it is done on. */
export const firstSteps = ['enterprise', 'productlist', 'coderule', 'records', 'customerquery'] as const;
export type Step = (typeof firstSteps)[number];

type Total = Dashboard['total'];

/** Whether the system has not yet seen what the person may see of it: its first order, or its first scan. */
export const isNew = ({ issued, scanned }: Total): boolean => issued === 0 || scanned === 0;

/** Whether the enterprise is described and its public address one to print, and how many products and code rules there are, where that is known. */
export interface Stock {
  readonly enterprise: boolean | undefined;
  readonly address: boolean | undefined;
  readonly products: number | undefined;
  readonly rules: number | undefined;
}

/** What is done. An order needs a rule, so that codes issued tell of one. */
export function stepsDone(
  { issued, scanned }: Total,
  { enterprise, address, products, rules }: Stock,
): ReadonlySet<Step> {
  const done: Readonly<Record<Step, boolean>> = {
    enterprise: enterprise === true && address === true,
    productlist: (products ?? 0) > 0,
    coderule: (rules ?? 0) > 0 || (issued ?? 0) > 0,
    records: (issued ?? 0) > 0,
    customerquery: (scanned ?? 0) > 0,
  };
  return new Set(firstSteps.filter((step) => done[step]));
}
