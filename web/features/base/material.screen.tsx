import { material, supplier } from '@suyuan/contract/base/material.ts';
import { Suspense } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { reachableShown } from '#ui/area/reachableShown.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { supplierReference } from '#ui/pickers/baseReferences.ts';

const HeldCertificates = later(() => import('#ui/certificates/HeldCertificates.tsx'));

const materialList = thingList(material, {
  titleOf: (row) => row.material_name,
  shown: {
    material_code: { width: 110, example: 'BC-001' },
    material_name: { width: 190, example: 'example.material_name' },
    kind: { form: { initial: 'raw' } },
    status: { width: 80 },
    gtin: { width: 150, hidden: true, form: { hint: 'material.gtinHint' }, example: '6901234567892' },
    spec: { width: 150, example: 'example.material_spec' },
    unit: { width: 90, example: 'example.material_unit' },
    shelf_life_days: { width: 130, hidden: true },
    supplier_id: {
      reference: supplierReference,
      nameOf: (row) => row.supplier_name,
      form: { shown: ({ kind }) => kind === 'packaging' },
      example: 'GYS-01',
    },
    supplier_code: { width: 140, hidden: true },
    supplier_name: { width: 160 },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
});

const supplierList = thingList(supplier, {
  titleOf: (row) => row.supplier_name,
  shown: {
    supplier_code: { width: 120, example: 'GYS-01' },
    supplier_name: { width: 200, example: 'example.supplier_name' },
    status: { width: 80 },
    ...reachableShown,
    licence_no: { width: 190, hidden: true },
  },
  detailAside: (row) => (
    <Suspense>
      <HeldCertificates holder="supplier" id={row.id} />
    </Suspense>
  ),
});

export const preload = firstRows(materialList);

/** Raw and packaging materials, with the suppliers of packaging materials on a second tab. */
export default function Materials() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'materials', title: t('material.tab'), list: <DataPage key="materials" spec={materialList} /> },
        { key: 'suppliers', title: t('menu.supplier'), list: <DataPage key="suppliers" spec={supplierList} /> },
      ]}
    />
  );
}
