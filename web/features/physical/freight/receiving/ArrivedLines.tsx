import { type WaybillLine, waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill.ts';
import { useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount, onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { type Counted, countArrived, notScanned, type Scanned } from './arrived.ts';
import '../../parts/lines.css';

/** How many of the codes that are still to be scanned are requested, and shown. */
const [maxRequested, maxShown] = [500, 20];

interface ArrivedLinesProps {
  readonly id: number;
  readonly goods: readonly Scanned[];
}

/** The lines of a waybill with what was scanned of what is to arrive, and the codes that are still to be scanned. */
export function ArrivedLines({ id, goods }: ArrivedLinesProps) {
  const { t } = useTranslation();
  const { data: detail } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal }),
  });
  const { data: codes } = useQuery({
    queryKey: [waybillCodes.path, id, 'arriving'],
    queryFn: ({ signal }) => call(waybillCodes, { id, size: maxRequested }, { signal }),
  });
  const { lines, missing } = countArrived(detail?.lines ?? [], goods);
  const rest = notScanned(codes?.rows ?? [], goods);
  const amount = useAmounts([...lines, ...rest].map(({ product_id }) => product_id));
  const columns: TableColumnsType<Counted<WaybillLine>> = [
    { key: 'product', title: t('field.product'), render: (_, one) => `${one.product_name} (${one.product_code})` },
    { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? t('lines.anyLot') },
    {
      key: 'due',
      title: t('freight.toArrive'),
      align: 'end',
      render: (_, { due, product_id }) => <Amount units={due} of={product_id} />,
    },
    {
      key: 'scanned',
      title: t('freight.scannedUnits'),
      width: 130,
      render: (_, { scanned, due, product_id }) => <DoneOfPlanned done={scanned} planned={due} of={product_id} />,
    },
  ];
  return (
    <section aria-label={t('field.lines')}>
      <StackedTable className="physical-table" rowKey="id" pagination={false} columns={columns} dataSource={lines} />
      {detail && (
        <p role="status">
          {missing > 0
            ? t('freight.missingUnits', { amount: amount(missing, onlyProduct(lines)) })
            : t('freight.nothingMissing')}
        </p>
      )}
      {rest.length > 0 && (
        <ul className="scanned-list" aria-label={t('freight.toScan')}>
          {rest.slice(0, maxShown).map(({ code, units, product_id, product_name }) => (
            <li key={code}>
              <code>{code}</code>
              <small>{[product_name, amount(units, product_id)].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
      {rest.length > maxShown && <p>{t('freight.moreToScan', { count: rest.length - maxShown })}</p>}
    </section>
  );
}
