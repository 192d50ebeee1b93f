import { type StockRow, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { Suspense } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';

const StockPackages = later(() => import('./StockPackages.tsx'));

const keyOf = ({ warehouse_id, product_id, lot_id }: StockRow) => `${warehouse_id}-${product_id}-${lot_id}`;

/** What lies in the warehouses of a factory or dealer, for its own people; an expanded row shows its packages. */
export function OwnStock() {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [stock.path],
    queryFn: ({ signal }) => call(stock, {}, { signal, silent: true }),
    staleTime: 0,
  });
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('stock.tab')} />
        <p>{t('stock.ownHint')}</p>
        <PartFailure of={{ error, refetch }} />
        <StackedTable
          className="physical-table"
          rowKey={keyOf}
          loading={isFetching && !data}
          columns={columnsFor(t)}
          dataSource={data ?? []}
          expandable={{
            expandedRowRender: (row) => (
              <Suspense>
                <StockPackages row={row} />
              </Suspense>
            ),
          }}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        />
      </Panel>
    </div>
  );
}

const columnsFor = (t: ReturnType<typeof useTranslation>['t']): TableColumnsType<StockRow> => [
  { key: 'warehouse', title: t('field.warehouse'), render: (_, { warehouse_name }) => warehouse_name },
  { key: 'product', title: t('field.product'), render: (_, { product_name }) => product_name },
  { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? '—' },
  { key: 'expiry', title: t('stock.expiry_date'), render: (_, { expiry_date }) => expiry_date ?? '—' },
  {
    key: 'units',
    title: t('lines.quantity'),
    align: 'end',
    render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
  },
];
