import { type LostPackage, lostInStock } from '@suyuan/contract/physical/stock/stock-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { HeldCode } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { textLimit } from '#ui/limits.ts';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';

/** Goods that counts have not found; storing them at the desk for moves finds them. */
export function LostGoods() {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [lostInStock.path, keyword],
    queryFn: ({ signal }) => call(lostInStock, keyword ? { keyword } : {}, { signal, silent: true }),
    staleTime: 0,
  });
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('stock.lost')}>
          <Input.Search
            allowClear
            aria-label={t('stock.lostSearch')}
            placeholder={t('stock.lostSearch')}
            {...textLimit(lostInStock, 'keyword')}
            onSearch={(text) => setKeyword(text.trim())}
          />
        </PanelHead>
        <p>{t('stock.lostHint')}</p>
        <PartFailure of={{ error, refetch }} />
        <StackedTable
          className="physical-table"
          rowKey="code"
          loading={isFetching && !data}
          columns={columnsFor(t)}
          dataSource={data ?? []}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        />
      </Panel>
    </div>
  );
}

const columnsFor = (t: ReturnType<typeof useTranslation>['t']): TableColumnsType<LostPackage> => [
  {
    key: 'code',
    title: t('field.code'),
    render: (_, { code, held, hold }) => <HeldCode code={code} held={held} hold={hold} />,
  },
  { key: 'level', title: t('lines.level'), render: (_, { level }) => listText(t, 'lines', `level.${level}`) },
  { key: 'product', title: t('field.product'), render: (_, { product_name }) => product_name ?? '—' },
  { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? '—' },
  {
    key: 'units',
    title: t('lines.quantity'),
    align: 'end',
    render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
  },
  {
    key: 'warehouse',
    title: t('stock.missingFrom'),
    render: (_, { warehouse_id, warehouse_name }) => (
      <RecordLink to="warehouse" id={warehouse_id}>
        {warehouse_name}
      </RecordLink>
    ),
  },
  { key: 'at', title: t('stock.since'), render: (_, { lost_at }) => (lost_at ? <Moment at={lost_at} /> : '—') },
  { key: 'why', title: t('field.reason'), render: (_, { reason, by }) => [reason, by].filter(Boolean).join(' · ') },
];
