import { DownloadOutlined } from '@ant-design/icons';
import { type BoxCode, boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeInput } from '#ui/code/CodeInput.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import { csvText, saveText } from '#ui/csv.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { unknownCode } from '../parts/unknownCode.ts';
import { useWhereabouts } from '../parts/useWhereabouts.ts';
import { FoundBoxes } from './FoundBoxes.tsx';
import '#ui/DataPage/dataPage.css';

/** The maximum number of codes in a search. */
const most = 1000;

/** 箱码查询: what packages are, where they are, and their orders and waybills. */
export default function BoxCodes() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const [text, setText] = useState(address.get('code') ?? '');
  const [requestedCodes, setRequestedCodes] = useState<readonly string[]>(codesIn(text));
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [boxCodes.path, requestedCodes],
    queryFn: ({ signal }) => call(boxCodes, { codes: [...requestedCodes] }, { signal, silent: true }),
    enabled: requestedCodes.length > 0,
    staleTime: 0,
  });
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.boxcode')}>{data && <ExportBoxCodes rows={data} />}</PanelHead>
        <CodeInput
          value={text}
          onChange={setText}
          most={most}
          onSubmit={setRequestedCodes}
          label={t('boxcode.codes')}
        />
      </Panel>
      <Panel aria-label={t('boxcode.found')}>
        <PartFailure of={{ error, refetch }} />
        {requestedCodes.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('boxcode.nothingAsked')} />
        )}
        {requestedCodes.length > 0 && !error && <FoundBoxes rows={data ?? []} isLoading={isFetching} />}
      </Panel>
    </div>
  );
}

/** Downloads the found packages as a file, built in the browser because all data are there already. */
function ExportBoxCodes({ rows }: { rows: readonly BoxCode[] }) {
  const { t } = useTranslation();
  const whereIs = useWhereabouts();
  const save = () => {
    const titles = [
      'field.code',
      'field.product',
      'field.lot_id',
      'lines.quantity',
      'field.lies_in',
      'boxcode.where',
      'field.waybill',
    ] as const;
    const lines = rows.map((one) => [
      one.code ?? one.sent,
      one.product_name ?? '',
      one.lot ?? '',
      String(one.units),
      one.lies_in ?? '',
      one.code ? whereIs(one.where) : t(`scan.${unknownCode()}`),
      one.waybills.map(({ waybill_no }) => waybill_no).join(' '),
    ]);
    saveText('boxcodes.csv', csvText([titles.map((key) => t(key)), ...lines]));
  };
  return (
    <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('button.export')}
    </Button>
  );
}
