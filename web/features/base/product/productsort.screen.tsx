import { brand } from '@suyuan/contract/base/product/brand.ts';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { PictureInput } from '#ui/pictures/PictureUpload.tsx';

const brandList = thingList(brand, {
  parentKey: 'parent_id',
  titleOf: (row) => row.brand_name,
  shown: {
    brand_name: { width: 260, example: 'example.brand_name' },
    brand_code: { width: 140, example: 'YQ' },
    parent_id: {
      reference: { page: brand.page, label: (row) => `${row.brand_name}` },
      nameOf: (row) => row.parent_name,
    },
    parent_code: { column: false },
    parent_name: { column: false },
    logo: {
      input: PictureInput,
      column: true,
      width: 88,
      render: ({ logo, brand_name }) =>
        logo ? <img src={pictureAddress(`${logo}`, 'thumb')} alt={`${brand_name}`} className="row-picture" /> : '—',
    },
    sort: { width: 90, form: { hint: 'productsort.sortHint', initial: 0 } },
    products: { width: 90 },
    status: { width: 100 },
  },
});

export const preload = firstRows(brandList);

export default function Brands() {
  return <DataPage spec={brandList} />;
}
