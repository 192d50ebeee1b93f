import { dealerList } from '@suyuan/contract/base/dealer.ts';
import type { Reference } from '../../records.ts';

export const dealerReference: Reference = {
  list: dealerList,
  label: (row) => `${row.dealer_name} (${row.dealer_code})`,
};
