import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { countDetail } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { TableColumnsType } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';

type OfLot = OutputOf<typeof countDetail>['lots'][number];

/** What is counted of each lot; in a count that is not blind, against what should be there. */
export function CountLots({ lots }: { readonly lots: readonly OfLot[] }) {
  const { t } = useTranslation();
  const columns: TableColumnsType<OfLot> = [
    { key: 'product', title: t('field.product'), render: (_, { product_name }) => product_name ?? '—' },
    { key: 'lot', title: t('field.lot'), render: (_, { lot }) => lot ?? '—' },
    ...(lots.some(({ expected }) => expected !== null)
      ? [
          {
            key: 'expected',
            title: t('stockcount.expected'),
            align: 'end' as const,
            render: (_: unknown, { expected, product_id }: OfLot) =>
              expected === null ? '—' : <Amount units={expected} of={product_id} />,
          },
        ]
      : []),
    {
      key: 'counted',
      title: t('stockcount.seen'),
      align: 'end',
      render: (_, { counted, product_id }) => <Amount units={counted} of={product_id} />,
    },
  ];
  return (
    <StackedTable
      className="physical-table"
      rowKey={({ product_id, lot }) => `${product_id} ${lot}`}
      columns={columns}
      dataSource={[...lots]}
      pagination={false}
      locale={{ emptyText: t('stockcount.nothingYet') }}
    />
  );
}
