import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import type { Stage } from './walk.ts';

/** What people see of goods: the state and place of each code, how they are packed, and the stock of the product. */
export async function goodsOnScreens({ server }: Stage, productId: number, codes: readonly string[]) {
  const packages = [];
  for (const code of codes) packages.push(await server.data(packageTree, { code }));
  return {
    // Its waybills are told by those.
    codes: (await server.data(boxCodes, { codes: [...codes] })).map(({ waybills: _, ...code }) => code),
    packages,
    stock: await server.data(stock, { product_id: productId }),
  };
}
