import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { extensionFieldShown } from '#ui/extension/extensionFieldShown.tsx';

const spec = thingList(productField, {
  titleOf: (row) => row.label,
  shown: {
    ...extensionFieldShown('香型', 'prodcutextend.codeHint'),
    shown_to_consumers: { width: 130, form: { initial: false } },
  },
});

export const preload = firstRows(spec);

/** The extension fields of products, which the enterprise defines. */
export default function ProductFields() {
  return <DataPage spec={spec} />;
}
