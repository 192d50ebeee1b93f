import type { WaybillLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { TableColumnsType } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import './lines.css';

interface WaybillLinesProps {
  readonly lines: readonly WaybillLine[];
  /** Units that no line orders. */
  readonly unordered: number;
  /** Shows received and returned units as well. */
  readonly isWhole?: boolean;
}

/** The lines of a waybill: ordered and loaded units, and packages. */
export function WaybillLines({ lines, unordered, isWhole = false }: WaybillLinesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const amount = useAmounts([]);
  const number = (value: number) => <span className="data-page-number">{count(value)}</span>;
  const columns: TableColumnsType<WaybillLine> = [
    {
      key: 'product',
      title: t('field.product'),
      render: (_, { product_id, product_name, product_code }) => (
        <RecordLink to="product" id={product_id}>{`${product_name} (${product_code})`}</RecordLink>
      ),
    },
    {
      key: 'lot',
      title: t('field.lot_id'),
      render: (_, { lot }) =>
        lot ? (
          <RecordLink to="lot" id={lot}>
            {lot}
          </RecordLink>
        ) : (
          t('lines.anyLot')
        ),
    },
    {
      key: 'quantity',
      title: t('lines.quantity'),
      align: 'end',
      render: (_, { quantity, product_id }) => <Amount units={quantity} of={product_id} />,
    },
    {
      key: 'loaded',
      title: t('field.loaded'),
      width: 130,
      render: (_, { loaded, quantity, product_id }) => (
        <DoneOfPlanned done={loaded} planned={quantity} of={product_id} />
      ),
    },
    { key: 'packages', title: t('lines.packages'), align: 'end', render: (_, { packages }) => number(packages) },
    ...(isWhole
      ? [
          {
            key: 'received',
            title: t('field.received'),
            align: 'end' as const,
            render: (_: unknown, { received, product_id }: WaybillLine) => <Amount units={received} of={product_id} />,
          },
          {
            key: 'returned',
            title: t('lines.returned'),
            align: 'end' as const,
            render: (_: unknown, { returned, product_id }: WaybillLine) => <Amount units={returned} of={product_id} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <StackedTable className="physical-table" rowKey="id" pagination={false} columns={columns} dataSource={lines} />
      {unordered > 0 && <p>{t('lines.unordered', { amount: amount(unordered, null) })}</p>}
    </>
  );
}
