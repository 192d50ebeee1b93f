import '#ui/DataPage/dataPage.css';
import './packing.css';
import { PrinterOutlined } from '@ant-design/icons';
import { deskMarks } from '@suyuan/contract/plant/packing/marking.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { Button, Empty, type InputRef, Tabs } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { EventHistory } from '#ui/history/EventHistory.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { ScanField } from '#ui/scan/desk/DeskScans.tsx';
import { CompareBox } from './CompareBox.tsx';
import { PackageView, usePackage } from './contents/PackageView.tsx';
import { MarkCodes } from './MarkCodes.tsx';
import { PackByFile } from './PackByFile.tsx';
import { PackByHand } from './station/PackByHand.tsx';

const ReprintLabel = later(() => import('./ReprintLabel.tsx'));

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
  const activeTab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.relevance')} />
        {/* Inactive tabs stay mounted, so that what was scanned is kept: replacing the address does not ask about it. */}
        <Tabs
          activeKey={activeTab?.key ?? 'search'}
          onChange={(tab) => setQuery((before) => ({ ...Object.fromEntries(before), tab }), { replace: true })}
          items={tabs}
        />
      </Panel>
    </div>
  );
}

/** Looks up a code with the packages around it and its contents; the URL contains the code. */
export function PackageSearch() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const field = useRef<InputRef>(null);
  const code = query.get('code') ?? '';
  const open = (next: string) => setQuery({ code: next });
  return (
    <div className="scan-desk">
      <ScanField label={t('relevance.searchHint')} field={field} onScan={(codes) => open(codes.at(-1) ?? '')} />
      {code === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('relevance.searchEmpty')} />
      ) : (
        <Found key={code} code={code} onOpen={open} />
      )}
    </div>
  );
}

function Found({ code, onOpen }: { code: string; onOpen: (code: string) => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { data, isSuccess } = usePackage(code);
  const [isReprinting, setReprinting] = useState(false);
  return (
    <>
      <PackageView code={code} onOpen={onOpen} />
      {data?.life === 'active' && can('relevance:reprint') && (
        <div>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setReprinting(true)}>
            {t('reprint.open')}
          </Button>
        </div>
      )}
      <Suspense>{isReprinting && <ReprintLabel code={code} onClose={() => setReprinting(false)} />}</Suspense>
      {isSuccess && (
        <section aria-label={t('events.history')}>
          <h2>{t('events.history')}</h2>
          <EventHistory of={eventHistory} input={{ code }} />
        </section>
      )}
    </>
  );
}
