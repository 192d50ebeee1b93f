import { type Refund, type RefundCode, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, type TableColumnsType } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { Fact, StepFact } from '#ui/facts/Fact.tsx';
import { HeldCode } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import '../parts/lines.css';

/** The detail of a return: what was planned and received, and the results of inspection. */
export default function RefundAside({ refund }: { readonly refund: Pick<Refund, 'id'> }) {
  const { t } = useTranslation();
  const id = refund.id;
  const { data, error, refetch } = useQuery({
    queryKey: [refundDetail.path, id],
    queryFn: ({ signal }) => call(refundDetail, { id }, { signal, silent: true }),
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  const columns: TableColumnsType<RefundCode> = [
    { key: 'code', title: t('field.code'), render: (_, row) => <HeldCode {...row} /> },
    { key: 'product', title: t('field.product'), render: (_, { product_name }) => product_name ?? '—' },
    { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? '—' },
    {
      key: 'units',
      title: t('lines.quantity'),
      align: 'end',
      render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
    },
    { key: 'waybill', title: t('field.waybill'), render: (_, { waybill_no }) => waybill_no ?? '—' },
    {
      key: 'cause',
      title: t('refund.cause'),
      render: (_, { cause }) =>
        cause ? (
          <StatusTag tone="warning">
            {cause === 'sold_to_another' ? t('refund.cause.sold_to_another') : t('refund.cause.not_shipped')}
          </StatusTag>
        ) : (
          '—'
        ),
    },
    {
      key: 'result',
      title: t('refund.result'),
      render: (_, { result, result_reason }) =>
        result ? [t(`refund.result.${result}`), result_reason].filter(Boolean).join(' · ') : t('refund.notInspected'),
    },
    { key: 'at', title: t('refund.received_at'), render: (_, { received_at }) => <Moment at={received_at} /> },
  ];
  return (
    <>
      <dl className="data-page-facts">
        <StepFact title={t('freight.created_by')} by={data.created_by} id={data.created_by_id} />
        <StepFact title={t('freight.now.closed')} at={data.closed_at} by={data.closed_by} id={data.closed_by_id} />
        {data.settlements.map((one) => (
          <Fact key={one.id} title={t('refund.settlement')}>
            <RecordLink to="dealer_settlement" id={one.id}>
              {one.settlement_no}
            </RecordLink>
            {' · '}
            <RecordLink to="inspect_case" id={one.case_id}>
              {one.case_no}
            </RecordLink>
          </Fact>
        ))}
      </dl>
      {data.lines.length > 0 && (
        <>
          <h2 className="physical-heading">{t('field.lines')}</h2>
          <ul>
            {data.lines.map(({ id: line, product_id, product_name, lot, quantity, received }) => (
              <li key={line}>
                {[product_name, lot].filter(Boolean).join(' · ')}
                {t('datapage.colon')}
                <Amount units={received} of={product_id} /> / <Amount units={quantity} of={product_id} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="physical-heading">{t('scan.codes')}</h2>
      <StackedTable
        className="physical-table"
        rowKey={({ code, lot }) => `${code} ${lot}`}
        columns={columns}
        dataSource={data.codes}
        locale={{ emptyText: t('refund.noCodes') }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </>
  );
}
