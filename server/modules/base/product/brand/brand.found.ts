import { brand } from '@suyuan/contract/base/product/brand.ts';
import { defineFound } from '#platform/find/found.ts';

export const brandFound = defineFound(brand, {
  table: 'brand',
  title: 'brand_name',
  code: 'brand_code',
  few: true,
});
