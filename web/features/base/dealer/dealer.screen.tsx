import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { dealerList, shipToList } from './dealerLists.tsx';

export const preload = firstRows(dealerList);

/** Dealers, with their ship-to addresses on a second tab. */
export default function Dealers() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'dealers', title: t('dealer.tab'), list: <DataPage key="dealers" spec={dealerList} /> },
        { key: 'shipto', title: t('menu.shipto'), list: <DataPage key="shipto" spec={shipToList} /> },
      ]}
    />
  );
}
