import { useQuery } from '@tanstack/react-query';
import { Button, Result, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '../../../../contract/call/call.ts';
import { actHistory } from '../../../../contract/plant/packing.ts';
import { call } from '../../../core/api/call.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { useCan } from '../../../core/session/allowed.tsx';
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
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields; nor a landmark, its section is one
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="act-history" role="group" aria-label={t('packing.history')} tabIndex={0}>
      <Table<Line>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data ?? []}
        columns={columnsOf(t, asked.act === undefined)}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('packing.noHistory') }}
      />
    </div>
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
    title: t('scan.codes'),
    render: (_, { codes, corrected }) => (
      <span className="history-codes">
        {codes.slice(0, shown).map((code) => (
          <HistoryCode key={code} code={code} />
        ))}
        {codes.length > shown && <span>{t('packing.more', { count: codes.length - shown })}</span>}
        {corrected && <StatusTag tone="error">{t('packing.corrected')}</StatusTag>}
      </span>
    ),
  },
  { key: 'reason', title: t('scan.reason'), render: (_, { reason }) => reason ?? '—' },
  { key: 'by', title: t('packing.by'), render: (_, { by }) => by ?? '—' },
  { key: 'order_no', title: t('packing.order_no'), render: (_, { order_no }) => order_no ?? '—' },
  { key: 'product_name', title: t('field.product_name'), render: (_, { product_name }) => product_name ?? '—' },
  { key: 'lot', title: t('field.lot'), render: (_, { lot }) => lot ?? '—' },
];

/** Leads those who may look into packages to what it is now. */
function HistoryCode({ code }: { code: string }) {
  const can = useCan();
  if (!can('relevance')) return <code>{code}</code>;
  return (
    <Link to={`/relevance?code=${encodeURIComponent(code)}`}>
      <code>{code}</code>
    </Link>
  );
}
