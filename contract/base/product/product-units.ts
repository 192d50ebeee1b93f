import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, Input, Nullable, Text } from '../../thing/fields.ts';

/** How goods of a product are counted: in its smallest unit, and in the packages around it, from the inside outwards. */
export const ProductUnits = Type.Object({
  product_id: Id(),
  /** The names of units are in the caller's language; null if the product has none. */
  unit: Nullable(Type.String()),
  packages: Type.Array(
    Type.Object({
      symbol: Type.String(),
      /** The level of the packaging unit: 3 is a case. */
      level: Type.Integer(),
      /** How many of the smallest units one holds. */
      units: Type.Integer(),
    }),
  ),
});
export type ProductUnits = Type.Static<typeof ProductUnits>;

export const maxProducts = 200;

export const productUnits = defineCall({
  method: 'GET',
  path: '/api/base/products/units',
  access: 'signed-in',
  summary: `Get the units and packages in which products are counted; at most ${maxProducts} products.`,
  input: Input({ ids: Text(3400, { pattern: `^\\d{1,16}(,\\d{1,16}){0,${maxProducts - 1}}$` }) }),
  output: Type.Array(ProductUnits),
});
