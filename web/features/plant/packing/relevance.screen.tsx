import { deskMarks } from '@suyuan/contract/plant/marking.ts';
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { CompareBox } from './CompareBox.tsx';
import { PackageSearch } from './contents/PackageSearch.tsx';
import { MarkCodes } from './MarkCodes.tsx';
import { PackByFile } from './PackByFile.tsx';
import { PackByHand } from './station/PackByHand.tsx';
import '#ui/DataPage/dataPage.css';
import './packing.css';

/** 包装关联: package contents, packing by hand, and comparing packages with their records. */
export default function PackingScreen() {
  const { t } = useTranslation();
  const can = useCan();
  const [query, setQuery] = useSearchParams();
  const tabs = [
    { key: 'search', label: t('datapage.search'), children: <PackageSearch /> },
    ...(can('relevance:pack') ? [{ key: 'pack', label: t('relevance.pack'), children: <PackByHand /> }] : []),
    ...(can('relevance:upload') ? [{ key: 'file', label: t('relevance.file'), children: <PackByFile /> }] : []),
    { key: 'compare', label: t('relevance.compare'), children: <CompareBox /> },
    ...(deskMarks.some((mark) => can(`relevance:${mark}`))
      ? [{ key: 'mark', label: t('marking.title'), children: <MarkCodes /> }]
      : []),
  ];
  const shown = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.relevance')} />
        {/* Inactive tabs stay mounted, so that what was scanned is kept: replacing the address does not ask about it. */}
        <Tabs
          activeKey={shown?.key ?? 'search'}
          onChange={(tab) => setQuery((before) => ({ ...Object.fromEntries(before), tab }), { replace: true })}
          items={tabs}
        />
      </Panel>
    </div>
  );
}
