import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { reasonList } from './reasonList.ts';
import { stopList } from './stopList.tsx';

export const preload = firstRows(stopList);

/** Stops of lines, and the reasons that they are given. */
export default function Stops() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'stops', title: t('menu.stop'), list: <DataPage spec={stopList} /> },
        { key: 'reasons', title: t('menu.stopreason'), list: <DataPage spec={reasonList} /> },
      ]}
    />
  );
}
