import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { eventText } from '#ui/history/eventText.ts';

type TraceEvent = OutputOf<typeof eventHistory>[number];

const maxShown = 20;

interface OrderEventsProps {
  readonly order: number;
  /** The polling interval in milliseconds; false for none. */
  readonly follow: number | false;
}

/** The latest events for an order. */
export function OrderEvents({ order, follow }: OrderEventsProps) {
  const { t } = useTranslation();
  const input = { work_order_id: order, size: maxShown };
  const events = useQuery({
    queryKey: [eventHistory.path, input],
    queryFn: ({ signal }) => call(eventHistory, input, { signal, silent: true }),
    refetchInterval: follow,
  });
  const { data } = events;
  if (!data) return events.error ? <PartFailure of={events} /> : <Skeleton active />;
  if (data.length === 0) return <p className="order-note">{t('orderlist.noActs')}</p>;
  return (
    <Table<TraceEvent>
      size="small"
      rowKey="id"
      dataSource={data}
      className="order-acts"
      tableLayout="fixed"
      pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          title: t('events.event'),
          render: (_, event) => (
            <>
              <What act={event} />
              <Codes act={event} />
            </>
          ),
        },
        {
          title: t('orderlist.actBy'),
          render: (_, { by, event_time, reason }) => (
            <>
              <div>
                <Moment at={event_time} />
              </div>
              <div className="order-note">{[by, reason].filter(Boolean).join(' · ')}</div>
            </>
          ),
        },
      ]}
    />
  );
}

/** The kind of an event; crossed out if it was declared wrong. */
function What({ act: event }: { act: TraceEvent }) {
  const { t } = useTranslation();
  const words = eventText(t, event);
  if (!event.corrected) return <div>{words}</div>;
  return (
    <div>
      <del>{words}</del> <span className="order-note">{t('orderlist.corrected')}</span>
    </div>
  );
}

/** The first code of an event, and the number of others. */
function Codes({ act: { codes, code_count: count } }: { act: TraceEvent }) {
  const { t } = useTranslation();
  const [first] = codes;
  if (first === undefined) return '—';
  return (
    <>
      <CodeText code={first} />
      {count > 1 && <div className="order-note">{t('events.more', { count: count - 1 })}</div>}
    </>
  );
}
