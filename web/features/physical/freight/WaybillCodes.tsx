import { type WaybillCode, waybillCodes } from '@suyuan/contract/physical/waybill/waybill.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { HeldCode } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import '../parts/lines.css';

const size = 20;

/** The codes of a waybill, latest loaded first. */
export function WaybillCodes({ id }: { id: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [waybillCodes.path, id, page],
    queryFn: ({ signal }) => call(waybillCodes, { id, page, size }, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  const columns: TableColumnsType<WaybillCode> = [
    { key: 'code', title: t('field.code'), render: (_, row) => <HeldCode {...row} /> },
    { key: 'level', title: t('lines.level'), render: (_, { level }) => listText(t, 'lines', `level.${level}`) },
    { key: 'product', title: t('field.product'), render: (_, { product_name }) => product_name ?? '—' },
    {
      key: 'lot',
      title: t('field.lot_id'),
      render: (_, { lot }) => (
        <RecordLink to="lot" id={lot}>
          {lot}
        </RecordLink>
      ),
    },
    {
      key: 'units',
      title: t('lines.quantity'),
      align: 'end',
      render: (_, { units, product_id }) => <Amount units={units} of={product_id} />,
    },
    {
      key: 'received',
      title: t('field.received'),
      align: 'end',
      render: (_, { received, product_id }) => <Amount units={received} of={product_id} />,
    },
    {
      key: 'returned',
      title: t('lines.returned'),
      align: 'end',
      render: (_, { returned, product_id }) => <Amount units={returned} of={product_id} />,
    },
    { key: 'at', title: t('freight.loaded_at'), render: (_, { loaded_at }) => <Moment at={loaded_at} /> },
    { key: 'why', title: t('freight.override_reason'), render: (_, { override_reason }) => override_reason ?? '—' },
  ];
  return (
    <StackedTable
      className="physical-table"
      rowKey={({ code, lot }) => `${code} ${lot}`}
      loading={isFetching}
      columns={columns}
      dataSource={data?.rows ?? []}
      locale={{ emptyText: t('freight.noCodes') }}
      pagination={{ current: page, pageSize: size, total: data?.total ?? 0, onChange: setPage, hideOnSinglePage: true }}
    />
  );
}
