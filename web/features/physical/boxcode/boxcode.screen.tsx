import { boxCodes } from '@suyuan/contract/physical/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeInput } from '#ui/code/CodeInput.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { ExportBoxCodes } from './ExportBoxCodes.tsx';
import { FoundBoxes } from './FoundBoxes.tsx';
import '#ui/DataPage/dataPage.css';

/** The maximum number of codes in a search. */
const most = 1000;

/** 箱码查询: what packages are, where they are, and their orders and waybills. */
export default function BoxCodes() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const [text, setText] = useState(address.get('code') ?? '');
  const [asked, setAsked] = useState<readonly string[]>(codesIn(text));
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [boxCodes.path, asked],
    queryFn: ({ signal }) => call(boxCodes, { codes: [...asked] }, { signal, silent: true }),
    enabled: asked.length > 0,
    staleTime: 0,
  });
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.boxcode')}>{data && <ExportBoxCodes rows={data} />}</PanelHead>
        <CodeInput value={text} onChange={setText} most={most} onSubmit={setAsked} label={t('boxcode.codes')} />
      </Panel>
      <Panel aria-label={t('boxcode.found')}>
        <PartFailure of={{ error, refetch }} />
        {asked.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('boxcode.nothingAsked')} />}
        {asked.length > 0 && !error && <FoundBoxes rows={data ?? []} isLoading={isFetching} />}
      </Panel>
    </div>
  );
}
