import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { countDetail, type StockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Stock } from '@suyuan/contract/trace/states.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, type TableColumnsType } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { CountLots } from './CountLots.tsx';

type Found = OutputOf<typeof countDetail>['found'][number];

const tones = { missing: 'error', elsewhere: 'warning', found: 'success', unexpected: 'error' } as const;

/** What a count has found: by lot, and what differs from the records. */
export default function CountAside({ count: { id } }: { readonly count: Pick<StockCount, 'id'> }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [countDetail.path, id],
    queryFn: ({ signal }) => call(countDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  const columns: TableColumnsType<Found> = [
    { key: 'code', title: t('field.code'), render: (_, { code }) => <code>{code}</code> },
    {
      key: 'kind',
      title: t('stockcount.kind'),
      render: (_, { kind }) => <StatusTag tone={tones[kind]}>{t(`stockcount.kind.${kind}`)}</StatusTag>,
    },
    {
      key: 'goods',
      title: t('field.product'),
      render: (_, { product_name, lot }) => [product_name, lot].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'units',
      title: t('lines.quantity'),
      align: 'end',
      render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
    },
    {
      key: 'where',
      title: t('boxcode.where'),
      render: (_, { stock, place }) => [stock && t(`field.stock.${stock as Stock}`), place].filter(Boolean).join(' '),
    },
    {
      key: 'settled',
      title: t('stockcount.settled'),
      render: (_, { settled }) =>
        settled === null ? '—' : t(settled ? 'stockcount.putRight' : 'stockcount.leftAlone'),
    },
  ];
  return (
    <>
      <h2 className="physical-heading">{t('stockcount.sofar')}</h2>
      <CountLots lots={data.lots} />
      {data.found.length > 0 && (
        <>
          <h2 className="physical-heading">{t('stockcount.differences')}</h2>
          <StackedTable
            className="physical-table"
            rowKey="code"
            columns={columns}
            dataSource={data.found}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </>
      )}
    </>
  );
}
