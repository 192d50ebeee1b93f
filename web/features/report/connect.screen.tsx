import { Suspense } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { handoverList } from './handover/handoverList.tsx';

const HandoverFigures = later(() => import('./handover/HandoverFigures.tsx'));

export const preload = firstRows(handoverList);

/** Handover notes of finished goods, and their figures. */
export default function Connect() {
  const { t } = useTranslation();
  const figures = (
    <Suspense>
      <HandoverFigures />
    </Suspense>
  );
  return (
    <ListTabs
      tabs={[
        { key: 'notes', title: t('menu.connect'), list: <DataPage spec={handoverList} /> },
        { key: 'figures', title: t('connect.figures'), list: figures },
      ]}
    />
  );
}
