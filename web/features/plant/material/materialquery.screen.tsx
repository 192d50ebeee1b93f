import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { ListTabs } from '#ui/ListTabs.tsx';
import { materialUseList } from './materialUseList.tsx';
import { MaterialTracing } from './tracing/MaterialTracing.tsx';

/** Tracing materials forward and back; on a second tab, the records of their use. */
export default function MaterialQuery() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'flow', title: t('materialquery.tab'), list: <MaterialTracing /> },
        { key: 'uses', title: t('menu.materialuse'), list: <DataPage key="uses" spec={materialUseList} /> },
      ]}
    />
  );
}
