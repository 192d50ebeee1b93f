import { useQuery } from '@tanstack/react-query';
import { Table, type TableColumnsType } from 'antd';
import { type WaybillLine, waybillCodes, waybillDetail } from '../../../../../contract/physical/waybill.ts';
import { call } from '../../../../core/api/call.ts';
import { useNumbers } from '../../../../core/formats/useNumbers.ts';
import { useTranslation } from '../../../../core/i18n/useTranslation.ts';
import { DoneOfPlanned } from '../../../../ui/facts/DoneOfPlanned.tsx';
import { type Counted, countArrived, notScanned, type Scanned } from './arrived.ts';
import '../../parts/lines.css';

/** The codes asked for, and shown, of those that are still to be scanned. */
const [mostAsked, mostShown] = [500, 20];

interface ArrivedLinesProps {
  readonly id: number;
  readonly goods: readonly Scanned[];
}

/** The lines of a waybill with what was scanned of what is to arrive, and the codes that are still to be scanned. */
export function ArrivedLines({ id, goods }: ArrivedLinesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { data: detail } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal }),
  });
  const { data: codes } = useQuery({
    queryKey: [waybillCodes.path, id, 'arriving'],
    queryFn: ({ signal }) => call(waybillCodes, { id, size: mostAsked }, { signal }),
  });
  const { lines, missing } = countArrived(detail?.lines ?? [], goods);
  const left = notScanned(codes?.rows ?? [], goods);
  const columns: TableColumnsType<Counted<WaybillLine>> = [
    { key: 'product', title: t('field.product'), render: (_, one) => `${one.product_name} (${one.product_code})` },
    { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? t('lines.anyLot') },
    { key: 'due', title: t('freight.toArrive'), align: 'end', render: (_, { due }) => count(due) },
    {
      key: 'scanned',
      title: t('freight.scannedUnits'),
      width: 130,
      render: (_, { scanned, due }) => <DoneOfPlanned done={scanned} planned={due} />,
    },
  ];
  return (
    <section aria-label={t('field.lines')}>
      <Table
        className="physical-table"
        rowKey="id"
        size="small"
        pagination={false}
        columns={columns}
        dataSource={lines}
        scroll={{ x: 'max-content' }}
      />
      {detail && (
        <p role="status">
          {missing > 0
            ? t('freight.missingUnits', { count: missing, number: count(missing) })
            : t('freight.nothingMissing')}
        </p>
      )}
      {left.length > 0 && (
        <ul className="scanned-list" aria-label={t('freight.toScan')}>
          {left.slice(0, mostShown).map(({ code, units, product_name }) => (
            <li key={code}>
              <code>{code}</code>
              <small>
                {[product_name, t('field.unitCount', { count: units, number: count(units) })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
      {left.length > mostShown && <p>{t('freight.moreToScan', { count: left.length - mostShown })}</p>}
    </section>
  );
}
