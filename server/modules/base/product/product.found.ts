import { product } from '@suyuan/contract/base/product/product.ts';
import { defineFound } from '#platform/find/found.ts';

export const productFound = defineFound(product, {
  table: 'product',
  title: 'product_name',
  code: 'product_code',
  shownOn: { screen: 'productpages', query: ({ id }) => ({ id: `${id}` }) },
});
