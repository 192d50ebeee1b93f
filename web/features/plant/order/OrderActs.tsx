import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { actHistory } from '@suyuan/contract/plant/packing.ts';
import type { ActName } from '@suyuan/contract/trace/acts.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/Failure.tsx';

type Act = OutputOf<typeof actHistory>[number];

const maxShown = 20;

interface OrderActsProps {
  readonly order: number;
  /** The polling interval in milliseconds; false for none. */
  readonly follow: number | false;
}

/** The latest acts for an order. */
export function OrderActs({ order, follow }: OrderActsProps) {
  const { t } = useTranslation();
  const input = { work_order_id: order, size: maxShown };
  const acts = useQuery({
    queryKey: [actHistory.path, input],
    queryFn: ({ signal }) => call(actHistory, input, { signal, silent: true }),
    refetchInterval: follow,
  });
  const { data } = acts;
  if (!data) return acts.error ? <PartFailure of={acts} /> : <Skeleton active />;
  if (data.length === 0) return <p className="order-note">{t('orderlist.noActs')}</p>;
  return (
    <Table<Act>
      size="small"
      rowKey="id"
      dataSource={data}
      className="order-acts"
      tableLayout="fixed"
      pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          title: t('acts.act'),
          render: (_, act) => (
            <>
              <What act={act} />
              <Codes act={act} />
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

/** The kind of an act; crossed out if it was declared wrong. */
function What({ act: { act, corrected } }: { act: Act }) {
  const { t } = useTranslation();
  const words = t(`act.${act as ActName}`);
  if (!corrected) return <div>{words}</div>;
  return (
    <div>
      <del>{words}</del> <span className="order-note">{t('orderlist.corrected')}</span>
    </div>
  );
}

/** The first code of an act, and the number of others. */
function Codes({ act: { codes, code_count: count } }: { act: Act }) {
  const { t } = useTranslation();
  const [first] = codes;
  if (first === undefined) return '—';
  return (
    <>
      <CodeText code={first} />
      {count > 1 && <div className="order-note">{t('acts.more', { count: count - 1 })}</div>}
    </>
  );
}
