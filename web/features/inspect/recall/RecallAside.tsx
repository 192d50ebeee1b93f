import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type RecallDealer,
  recallDealers,
  recallDetail,
  recallReport,
  reportFormats,
} from '@suyuan/contract/inspect/recall/recall.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, type TableColumnsType } from 'antd';
import { call, download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { GoodsThereView } from '../goods/GoodsThere.tsx';
import '../goods/goods.css';
import { Receivers } from './Receivers.tsx';

type Detail = OutputOf<typeof recallDetail>;

/** The goods of a recall, where they are now, and the dealers to be contacted. */
export default function RecallAside({ id }: { readonly id: number }) {
  const detail = useQuery({
    queryKey: [recallDetail.path, id],
    queryFn: ({ signal }) => call(recallDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="goods-aside">
      <Report id={id} />
      <Receivers detail={detail.data} />
      <GoodsThereView there={detail.data} between={<Dealers detail={detail.data} />} />
    </div>
  );
}

/** Downloads the report of a recall, as PDF for signing or as a workbook. */
function Report({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  if (!can('recall:export')) return null;
  return (
    <div className="goods-head">
      <span>{t('recall.report')}</span>
      <span>
        {reportFormats.map((format) => (
          <Button
            key={format}
            // `download` has shown the error.
            onClick={() => void download(recallReport, { id, format }).catch(() => undefined)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </span>
    </div>
  );
}

function Dealers({ detail: { id, dealers } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const columns: TableColumnsType<RecallDealer> = [
    {
      key: 'dealer',
      title: t('field.dealer'),
      render: (_, { dealer_code, dealer_name }) => `${dealer_name} (${dealer_code})`,
    },
    {
      key: 'reach',
      title: t('field.reach'),
      render: (_, { contact, phone, address }) => (
        <>
          <div>
            {contact} {phone && <a href={`tel:${phone}`}>{phone}</a>}
          </div>
          {address && <div>{address}</div>}
        </>
      ),
    },
    ...(['units', 'in_transit', 'returned'] as const).map((part) => ({
      key: part,
      title: t(`recall.${part}`),
      align: 'end' as const,
      render: (_: unknown, row: RecallDealer) => count(row[part]),
    })),
  ];
  const save = (format: 'xlsx' | 'csv') => void download(recallDealers, { id, format }).catch(() => undefined);
  return (
    <section aria-label={t('recall.dealers')}>
      <div className="goods-head">
        <h2>{t('recall.dealers')}</h2>
        {can('recall:export') && dealers.length > 0 && (
          <span>
            <Button size="small" onClick={() => save('xlsx')}>
              XLSX
            </Button>{' '}
            <Button size="small" onClick={() => save('csv')}>
              CSV
            </Button>
          </span>
        )}
      </div>
      <StackedTable
        size="small"
        rowKey="dealer_id"
        columns={columns}
        dataSource={dealers}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('recall.noDealers') }}
      />
    </section>
  );
}
