import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { materialList, supplierList } from './materialLists.ts';

export const first = firstRows(materialList);

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
