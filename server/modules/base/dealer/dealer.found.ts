import { dealer } from '@suyuan/contract/base/dealer.ts';
import { defineFound } from '#platform/find/found.ts';

export const dealerFound = defineFound(dealer, {
  table: 'dealer',
  title: 'dealer_name',
  code: 'dealer_code',
});
