import type { BoxCode } from '@suyuan/contract/physical/stock/stock.ts';
import { type TableColumnsType, Typography } from 'antd';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { unknownCode } from '../parts/unknownCode.ts';
import { useWhereabouts } from '../parts/useWhereabouts.ts';
import '../parts/lines.css';

const BoxContents = later(() => import('./BoxContents.tsx'));

interface FoundBoxesProps {
  readonly rows: readonly BoxCode[];
  readonly isLoading: boolean;
}

/** The found packages; an expanded row shows the contents. */
export function FoundBoxes({ rows, isLoading }: FoundBoxesProps) {
  const columns = useColumns();
  return (
    <StackedTable
      className="physical-table"
      rowKey="sent"
      loading={isLoading}
      columns={columns}
      dataSource={rows}
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

function useColumns(): TableColumnsType<BoxCode> {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const whereIs = useWhereabouts();
  return [
    {
      key: 'code',
      title: t('field.code'),
      fixed: 'left',
      render: (_, { code, sent, held, hold }) => (
        <span className="found-box">
          {code && can('relevance') ? (
            <Link to={`/relevance?code=${encodeURIComponent(code)}`}>
              <code>{code}</code>
            </Link>
          ) : (
            <code>{code ?? sent}</code>
          )}
          {!code && <Typography.Text type="danger">{t(`scan.${unknownCode()}`)}</Typography.Text>}
          <HeldTag held={held} hold={hold} />
        </span>
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
      render: (_, { code, product_id, units, capacity, complete }) =>
        code === null ? (
          '—'
        ) : (
          <>
            <Amount units={units} of={product_id} />
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
}
