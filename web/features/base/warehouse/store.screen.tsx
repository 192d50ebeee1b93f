import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { WarehouseTree } from './WarehouseTree.tsx';
import { warehouseList } from './warehouseList.ts';

export const preload = firstRows(warehouseList);

/** Warehouses as a list and as a tree. */
export default function Warehouses() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'list', title: t('store.list'), list: <DataPage spec={warehouseList} /> },
        { key: 'tree', title: t('store.tree'), list: <WarehouseTree /> },
      ]}
    />
  );
}
