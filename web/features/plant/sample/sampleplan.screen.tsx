import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { lotResultList } from './lotResultList.tsx';
import { samplePlanList } from './samplePlanList.ts';

export const preload = firstRows(samplePlanList);

/** Sample plans; on a second tab, the results of their tests, which only people of the enterprise see. */
export default function SamplePlanScreen() {
  const { t } = useTranslation();
  const seesResults = isEnterpriseType(useSession((session) => session.account_type));
  const plans = <DataPage spec={samplePlanList} />;
  if (!seesResults) return plans;
  return (
    <ListTabs
      tabs={[
        { key: 'plans', title: t('menu.sampleplan'), list: plans },
        { key: 'results', title: t('menu.lotresult'), list: <DataPage key="results" spec={lotResultList} /> },
      ]}
    />
  );
}
