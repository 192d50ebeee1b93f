import type { Records, ReportSpec } from './reportSpec.ts';

/** The work orders of a product, or all of them. */
export const ordersOfProduct: Records = {
  permission: 'orderlist',
  address: ({ product }) => (product === undefined ? '/orderlist' : `/orderlist?product_id=${product}`),
};

type Things = NonNullable<ReportSpec['things']>;

/** A product leads to its page. */
export const productThing: Things = {
  product: { permission: 'productlist', address: (_, key) => `/productpages?id=${key}` },
};

/** A work order leads to itself in their list. */
export const orderThing: Things = {
  order: { permission: 'orderlist', address: (name) => `/orderlist?${new URLSearchParams({ keyword: name })}` },
};
