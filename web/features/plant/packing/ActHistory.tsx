import { useQuery } from '@tanstack/react-query';
import { Button, Result, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '../../../../contract/call/call.ts';
import { actHistory } from '../../../../contract/plant/packing.ts';
import { call } from '../../../core/api/call.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { Moment } from '../../../ui/Moment.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';

type Line = OutputOf<typeof actHistory>[number];

/** Codes that a line names before it says how many more there are. */
const shown = 4;

/** The latest acts, of one kind or of one code: who did what, when and why. */
export function ActHistory({ asked }: { asked: InputOf<typeof actHistory> }) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [actHistory.path, asked],
    queryFn: ({ signal }) => call(actHistory, asked, { signal, showsRefusals: true }),
    staleTime: 0,
  });
  if (isError)
    return (
      <Result
        status="warning"
        title={t('datapage.failed')}
        extra={<Button onClick={() => void refetch()}>{t('datapage.retry')}</Button>}
      />
    );
  return (
    <Table<Line>
      className="data-page-table"
      size="small"
      rowKey="id"
      loading={isPending}
      dataSource={data ?? []}
      columns={columnsOf(t, asked.act === undefined)}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('packing.noHistory') }}
    />
  );
}

const columnsOf = (t: TFunction, namesAct: boolean): ColumnsType<Line> => [
  { key: 'event_time', title: t('packing.event_time'), render: (_, { event_time }) => <Moment at={event_time} /> },
  ...(namesAct
    ? [
        {
          key: 'act',
          title: t('packing.act'),
          render: (_: unknown, { act }: Line) => listText(t, 'packing', `act.${act}`),
        },
      ]
    : []),
  {
    key: 'codes',
    title: t('packing.codes'),
    render: (_, { codes, corrected }) => (
      <span className="history-codes">
        {codes.slice(0, shown).map((code) => (
          <code key={code}>{code}</code>
        ))}
        {codes.length > shown && <span>{t('packing.more', { count: codes.length - shown })}</span>}
        {corrected && <StatusTag tone="error">{t('packing.corrected')}</StatusTag>}
      </span>
    ),
  },
  { key: 'reason', title: t('packing.reason'), render: (_, { reason }) => reason ?? '—' },
  { key: 'by', title: t('packing.by'), render: (_, { by }) => by ?? '—' },
  { key: 'order_no', title: t('packing.order_no'), render: (_, { order_no }) => order_no ?? '—' },
  { key: 'product_name', title: t('field.product_name'), render: (_, { product_name }) => product_name ?? '—' },
  { key: 'lot', title: t('field.lot'), render: (_, { lot }) => lot ?? '—' },
];
