import './eventHistory.css';
import './eventHistory.css';
import type { Call, InputOf } from '@suyuan/contract/call/call.ts';
import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import { useQuery } from '@tanstack/react-query';
import type { ColumnsType } from 'antd/es/table';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '../facts/Moment.tsx';
import { RecordLink } from '../facts/RecordLink.tsx';
import { PageFailure } from '../failure/PageFailure.tsx';
import { StackedTable } from '../StackedTable.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { eventText } from './eventText.ts';

interface EventHistoryProps<C extends Call> {
  readonly of: C;
  readonly input: InputOf<C>;
}

/** The latest events of a kind or of a code: who did what, when and why. */
export function EventHistory<C extends Call>({ of, input }: EventHistoryProps<C>) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [of.path, input],
    queryFn: ({ signal }) => call(of, input, { signal, showsRefusals: true }) as Promise<EventRow[]>,
    staleTime: 0,
  });
  if (error && !data) return <PageFailure of={{ error, refetch }} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields; nor a landmark, its section is one
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="event-history" role="group" aria-label={t('events.history')} tabIndex={0}>
      <StackedTable<EventRow>
        rowKey="id"
        loading={isPending}
        dataSource={data ?? []}
        columns={columnsOf(t)}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('events.noHistory') }}
      />
    </div>
  );
}

const columnsOf = (t: TFunction): ColumnsType<EventRow> => [
  { key: 'event_time', title: t('field.at'), render: (_, { event_time }) => <Moment at={event_time} /> },
  { key: 'act', title: t('events.event'), render: (_, event) => eventText(t, event) },
  {
    key: 'codes',
    title: t('scan.codes'),
    render: (_, { codes, code_count, corrected, error_reason }) => (
      <EventCodes codes={codes} all={code_count} corrected={corrected} declares={error_reason !== null} />
    ),
  },
  { key: 'reason', title: t('field.reason'), render: (_, { reason }) => reason ?? '—' },
  {
    key: 'by',
    title: t('field.done_by'),
    render: (_, { by, account_id, for_device }) => (
      <>
        <RecordLink to="account" id={account_id}>
          {by}
        </RecordLink>
        {for_device && ` ${t('events.for', { device: for_device })}`}
      </>
    ),
  },
  {
    key: 'order_no',
    title: t('field.work_order'),
    render: (_, { order_no, work_order_id }) => (
      <RecordLink to="work_order" id={work_order_id}>
        {order_no}
      </RecordLink>
    ),
  },
  {
    key: 'waybill_no',
    title: t('field.waybill'),
    render: (_, { waybill_no, waybill_id }) => (
      <RecordLink to="waybill" id={waybill_id}>
        {waybill_no}
      </RecordLink>
    ),
  },
  {
    key: 'product_name',
    title: t('field.product'),
    render: (_, { product_name, product_id }) => (
      <RecordLink to="product" id={product_id}>
        {product_name}
      </RecordLink>
    ),
  },
  {
    key: 'lot',
    title: t('field.lot'),
    render: (_, { lot }) => (
      <RecordLink to="lot" id={lot}>
        {lot}
      </RecordLink>
    ),
  },
];

interface EventCodesProps {
  /** The first codes of an event. */
  readonly codes: readonly string[];
  /** How many it has. */
  readonly all: number;
  /** Whether the event was declared wrong later. */
  readonly corrected?: boolean;
  /** Whether it declares another event wrong. */
  readonly declares?: boolean;
}

/** The first codes of an event, and how many more there are. */
export function EventCodes({ codes, all, corrected = false, declares = false }: EventCodesProps) {
  const { t } = useTranslation();
  return (
    <span className="history-codes">
      {codes.map((code) => (
        <CodeOfPackage key={code} code={code} />
      ))}
      {all > codes.length && <span>{t('events.more', { count: all - codes.length })}</span>}
      {corrected && <StatusTag tone="error">{t('field.corrected')}</StatusTag>}
      {declares && <StatusTag tone="warning">{t('events.declares')}</StatusTag>}
    </span>
  );
}

/** A code as a link to its packages, for those who may see them. */
function CodeOfPackage({ code }: { code: string }) {
  const can = useCan();
  if (!can('relevance')) return <code>{code}</code>;
  return (
    <Link to={`/relevance?code=${encodeURIComponent(code)}`}>
      <code>{code}</code>
    </Link>
  );
}
