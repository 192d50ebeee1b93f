import { DownloadOutlined } from '@ant-design/icons';
import {
  type OrderCode,
  type OrderFigure,
  orderCodes,
  orderCodesExport,
} from '@suyuan/contract/plant/order/order-codes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { CodeText } from '#ui/code/CodeText.tsx';
import { HeldCode } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import './figure.css';

interface FigureCodesProps {
  readonly order: { readonly id: number; readonly order_no: string };
  readonly figure: OrderFigure;
  /** The number of codes; undefined if unknown. */
  readonly count?: number | undefined;
  readonly onClose: () => void;
}

/** The codes behind a figure of an order, page by page, and as a file. */
export default function FigureCodes({ order, figure, count, onClose }: FigureCodesProps) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const can = useCan();
  const input = { id: order.id, figure };
  const codes = useInfiniteQuery({
    queryKey: [orderCodes.path, input],
    queryFn: ({ signal, pageParam }) =>
      call(orderCodes, { ...input, ...(pageParam ? { after: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  });
  const rows = codes.data?.pages.flatMap((page) => page.rows) ?? [];
  const name = t(`orderlist.figure.${figure}`);
  const save = (format: 'xlsx' | 'csv') => void download(orderCodesExport, { ...input, format }).catch(() => undefined);
  return (
    <Drawer
      open
      size={720}
      title={t('ordercodes.title', {
        order: order.order_no,
        figure: name,
        count: count === undefined ? '' : numbers.count(count),
      })}
      onClose={onClose}
      extra={
        mayCall(can, orderCodesExport) &&
        (['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} type="text" icon={<DownloadOutlined aria-hidden />} onClick={() => save(format)}>
            {format.toUpperCase()}
          </Button>
        ))
      }
    >
      <PartFailure of={codes} />
      <StackedTable<OrderCode>
        rowKey="code"
        dataSource={rows}
        loading={codes.isPending}
        pagination={false}
        scroll={{ x: 640 }}
        locale={{ emptyText: t('ordercodes.none') }}
        columns={[
          {
            title: t('field.code'),
            render: (_, { code, held, hold }) => <HeldCode code={code} held={held} hold={hold} />,
          },
          { title: t('field.level'), width: 90, render: (_, { level }) => t(`field.level.${level as 1}`) },
          { title: t('field.life'), width: 110, render: (_, { life }) => t(`ordercodes.life.${life}`) },
          { title: t('field.units'), width: 80, align: 'end', render: (_, { units }) => numbers.count(units) },
          { title: t('field.lies_in'), render: (_, { lies_in }) => (lies_in ? <CodeText code={lies_in} /> : '—') },
          {
            title: t('ordercodes.last_at'),
            width: 170,
            render: (_, { last_at }) => (last_at ? <Moment at={last_at} /> : '—'),
          },
        ]}
      />
      {codes.hasNextPage && (
        <Button
          block
          className="figure-codes-more"
          loading={codes.isFetchingNextPage}
          onClick={() => void codes.fetchNextPage()}
        >
          {t('ordercodes.more')}
        </Button>
      )}
    </Drawer>
  );
}
