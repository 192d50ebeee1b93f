import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { ListTabs } from '#ui/ListTabs.tsx';
import { depositList } from '../settlement/depositList.tsx';
import { settlementList } from '../settlement/settlementList.tsx';
import { taskList } from '../task/taskList.tsx';
import { Clusters } from './Clusters.tsx';
import { caseList } from './caseList.tsx';

export const preload = firstRows(caseList);

/** 案件: cases, with inspectors' tasks, settlements and deposits on further tabs. */
export default function Cases() {
  const { t } = useTranslation();
  const can = useCan();
  const proposed = can('case:add') ? <Clusters /> : undefined;
  return (
    <ListTabs
      tabs={[
        { key: 'cases', title: t('menu.case'), list: <DataPage key="cases" spec={caseList} overview={proposed} /> },
        { key: 'tasks', title: t('menu.inspecttask'), list: <DataPage key="tasks" spec={taskList} /> },
        { key: 'settlements', title: t('menu.settlement'), list: <DataPage key="settlements" spec={settlementList} /> },
        { key: 'deposits', title: t('menu.deposit'), list: <DataPage key="deposits" spec={depositList} /> },
      ]}
    />
  );
}
