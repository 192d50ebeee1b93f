import { useQuery } from '@tanstack/react-query';
import { Empty, Table, type TableColumnsType } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type BoxCode, boxCodes } from '../../../../contract/physical/stock.ts';
import { call } from '../../../core/api/call.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { later } from '../../../core/loading/later.tsx';
import { useCan } from '../../../core/session/allowed.tsx';
import { CodeInput } from '../../../ui/code/CodeInput.tsx';
import { codesIn } from '../../../ui/code/codesIn.ts';
import { RecordLink } from '../../../ui/facts/RecordLink.tsx';
import { PartFailure } from '../../../ui/failure/PartFailure.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useWhereabouts } from '../parts/useWhereabouts.ts';
import { ExportBoxCodes } from './ExportBoxCodes.tsx';
import '../../../ui/DataPage/dataPage.css';
import '../parts/lines.css';

const BoxContents = later(() => import('./BoxContents.tsx'));

/** Codes of one question. */
const most = 1000;

/** 箱码查询: what packages are, where, of which order, and by which waybills they travelled. */
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
      <section className="data-page-panel">
        <div className="data-page-toolbar">
          <h1>{t('menu.boxcode')}</h1>
          {data && <ExportBoxCodes rows={data} />}
        </div>
        <CodeInput value={text} onChange={setText} most={most} onSubmit={setAsked} label={t('boxcode.codes')} />
      </section>
      <section className="data-page-panel" aria-label={t('boxcode.found')}>
        <PartFailure of={{ error, refetch }} />
        {asked.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('boxcode.nothingAsked')} />}
        {asked.length > 0 && !error && <Found rows={data ?? []} isLoading={isFetching} />}
      </section>
    </div>
  );
}

function Found({ rows, isLoading }: { rows: readonly BoxCode[]; isLoading: boolean }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const whereIs = useWhereabouts();
  const columns: TableColumnsType<BoxCode> = [
    {
      key: 'code',
      title: t('field.code'),
      fixed: 'left',
      render: (_, { code, sent, held }) => (
        <>
          {code && can('relevance') ? (
            <Link to={`/relevance?code=${encodeURIComponent(code)}`}>
              <code>{code}</code>
            </Link>
          ) : (
            <code>{code ?? sent}</code>
          )}
          {!code && <StatusTag tone="error">{t('scan.unknown')}</StatusTag>}
          {held && <StatusTag tone="error">{t('boxcode.held')}</StatusTag>}
        </>
      ),
    },
    {
      key: 'level',
      title: t('lines.level'),
      render: (_, { level, code }) => (code ? listText(t, 'lines', `level.${level}`) : '—'),
    },
    {
      key: 'product',
      title: t('field.product'),
      render: (_, { product_name, product_code }) => (product_name ? `${product_name} (${product_code})` : '—'),
    },
    {
      key: 'lot',
      title: t('field.lot_id'),
      render: (_, { lot, expiry_date }) => [lot, expiry_date].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'units',
      title: t('lines.quantity'),
      align: 'end',
      render: (_, { units, capacity, complete }) => (
        <>
          {count(units)}
          {capacity !== null && ` / ${count(capacity)}`}
          {!complete && <StatusTag tone="warning">{t('boxcode.remainder')}</StatusTag>}
        </>
      ),
    },
    { key: 'order', title: t('field.work_order'), render: (_, { order_no }) => order_no ?? '—' },
    {
      key: 'lies_in',
      title: t('field.lies_in'),
      render: (_, { lies_in }) => (lies_in ? <code>{lies_in}</code> : '—'),
    },
    { key: 'where', title: t('boxcode.where'), render: (_, { where, code }) => (code ? whereIs(where) : '—') },
    {
      key: 'waybills',
      title: t('field.waybill'),
      render: (_, { waybills }) =>
        waybills.map(({ id, waybill_no, dealer_name }) => (
          <div key={id}>
            <RecordLink to="waybill" id={id}>
              {[waybill_no, dealer_name].filter(Boolean).join(' · ')}
            </RecordLink>
          </div>
        )),
    },
  ];
  return (
    <Table
      className="physical-table"
      size="small"
      rowKey="sent"
      loading={isLoading}
      columns={columns}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      expandable={{
        rowExpandable: ({ code }) => code !== null,
        expandedRowRender: ({ code }) => (
          <Suspense>
            <BoxContents code={code as string} />
          </Suspense>
        ),
      }}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
    />
  );
}
