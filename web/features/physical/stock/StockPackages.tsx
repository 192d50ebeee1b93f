import {
  type StockByPlace,
  type StockedPackage,
  stockPackages,
  stockPackagesExport,
} from '@suyuan/contract/physical/stock/stock-detail.ts';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { Suspense, useState } from 'react';
import { call, download } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { Allowed } from '#core/session/allowed.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { ExportButton } from '#ui/DataPage/ExportButton.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

const BoxContents = later(() => import('../boxcode/BoxContents.tsx'));

const size = 50;

/** The packages and single units of a row of stock; an expanded one shows its contents and history. */
export default function StockPackages({
  row,
}: {
  readonly row: Pick<StockByPlace, 'warehouse_id' | 'product_id' | 'lot_id'>;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { warehouse_id, product_id, lot_id } = row;
  const goods = { warehouse_id, product_id, lot_id };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [stockPackages.path, goods, page],
    queryFn: ({ signal }) => call(stockPackages, { ...goods, page, size }, { signal, silent: true }),
    staleTime: 0,
  });
  return (
    <section aria-label={t('stock.packages')}>
      <div className="stock-heading">
        <h2 className="physical-heading">{t('stock.packages')}</h2>
        <Allowed permission="stock:export">
          <ExportButton
            name="stock"
            onExport={(format) => void download(stockPackagesExport, { ...goods, format }).catch(() => undefined)}
          />
        </Allowed>
      </div>
      <PartFailure of={{ error, refetch }} />
      <StackedTable
        className="physical-table"
        rowKey="code"
        loading={isFetching && !data}
        columns={columnsFor(t)}
        dataSource={data?.rows ?? []}
        expandable={{
          expandedRowRender: ({ code }) => (
            <Suspense>
              <BoxContents code={code} />
            </Suspense>
          ),
        }}
        pagination={{
          current: page,
          pageSize: size,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
      />
    </section>
  );
}

const columnsFor = (t: ReturnType<typeof useTranslation>['t']): TableColumnsType<StockedPackage> => [
  {
    key: 'code',
    title: t('field.code'),
    render: (_, { code, held, hold, remainder }) => (
      <span className="found-box">
        <code>{code}</code>
        {remainder && <StatusTag tone="warning">{t('boxcode.remainder')}</StatusTag>}
        <HeldTag held={held} hold={hold} />
      </span>
    ),
  },
  { key: 'level', title: t('lines.level'), render: (_, { level }) => listText(t, 'lines', `level.${level}`) },
  {
    key: 'units',
    title: t('lines.quantity'),
    align: 'end',
    render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
  },
  {
    key: 'waybill',
    title: t('field.waybill'),
    render: (_, { waybill_id, waybill_no }) =>
      waybill_id === null ? (
        '—'
      ) : (
        <RecordLink to="waybill" id={waybill_id}>
          {waybill_no}
        </RecordLink>
      ),
  },
  { key: 'since', title: t('stock.since'), render: (_, { since }) => (since ? <Moment at={since} /> : '—') },
];
