import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { type CodeOrder, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { DownloadList } from '../file/DownloadList.tsx';
import '../tagging.css';

type Detail = OutputOf<typeof orderDetail>;

/** The detail of an order: its segments, and what became of its codes. */
export default function OrderAside({ order }: { readonly order: Pick<CodeOrder, 'id'> }) {
  const { t } = useTranslation();
  const { count: number } = useNumbers();
  const id = order.id;
  const { data } = useQuery({
    queryKey: [orderDetail.path, id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal }),
  });
  if (!data) return <Skeleton active />;
  return (
    <>
      <dl className="data-page-facts tagging-facts">
        {(['on_products', 'gone', 'left'] as const).map((key) => (
          <Fact key={key} title={t(`field.${key}`)}>
            {number(data.order[key] ?? 0)} <small>{t(`records.about.${key}`)}</small>
          </Fact>
        ))}
        <Fact title={t('tagging.detail.used')}>{number(data.order.used ?? 0)}</Fact>
      </dl>
      {data.set.length > 0 && (
        <>
          <h3 className="tagging-heading">{t('field.set')}</h3>
          <ul className="set-list">
            {data.set.map(({ id: other, order_no, depth, rule_name, quantity }) => (
              <li
                key={other}
                style={{ paddingInlineStart: depth * 20 }}
                aria-current={other === id ? 'true' : undefined}
              >
                {order_no} · {rule_name} · {number(quantity)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Segments segments={data.segments} />
      {data.parts.length > 0 && (
        <>
          <h3 className="tagging-heading">{t('tagging.files.parts')}</h3>
          <ol className="set-list">
            {data.parts.map(({ id: part, position, from, to, printer }) => (
              <li key={part}>
                {position} · {number(from)} – {number(to)}
                {printer && ` · ${printer}`}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 className="tagging-heading">{t('tagging.files.log')}</h3>
      <DownloadList orderId={id} />
    </>
  );
}

function Segments({ segments }: { segments: Detail['segments'] }) {
  const { t } = useTranslation();
  const { count: number } = useNumbers();
  if (segments.length === 0) return null;
  return (
    <>
      <h3 className="tagging-heading">{t('tagging.detail.segments')}</h3>
      <StackedTable
        rowKey="from"
        dataSource={[...segments]}
        scroll={{ x: 680 }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: t('tagging.detail.range'),
            width: 130,
            render: (_, { from, to }) => (from === to ? number(from) : `${number(from)} – ${number(to)}`),
          },
          { title: t('field.product'), dataIndex: 'product_name', width: 130, render: orDash },
          { title: t('field.lot'), dataIndex: 'lot', width: 100, render: orDash },
          { title: t('field.work_order'), dataIndex: 'work_order_no', width: 120, render: orDash },
          { title: t('field.production_date'), dataIndex: 'production_date', width: 110, render: orDash },
          {
            title: t('event.close'),
            width: 140,
            render: (_, { closure_no, close_reason }) => (closure_no ? `${closure_no}: ${close_reason}` : '—'),
          },
        ]}
      />
    </>
  );
}

const orDash = (value: string | null) => value ?? '—';
