import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { lotResultList } from './lotResultList.tsx';
import { samplePlanList } from './samplePlanList.ts';

export const preload = firstRows(samplePlanList);

/** Sample plans; on a second tab, the results of their tests. */
export default function SamplePlanScreen() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'plans', title: t('menu.sampleplan'), list: <DataPage key="plans" spec={samplePlanList} /> },
        { key: 'results', title: t('menu.lotresult'), list: <DataPage key="results" spec={lotResultList} /> },
      ]}
    />
  );
}
