import { Empty, Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CodeInformation } from '../../../../contract/inspect/information-inquiry.ts';
import type { ActRow } from '../../../../contract/trace/act-row.ts';
import type { ActName } from '../../../../contract/trace/acts.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { Moment } from '../../../ui/Moment.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';

/** What was done to a code and to what it lay in, by which waybills it travelled, what it is made of. */
export function CodeJourney({ facts }: { readonly facts: CodeInformation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const columns: TableColumnsType<ActRow> = [
    { key: 'at', title: t('acts.event_time'), render: (_, { event_time }) => <Moment at={event_time} /> },
    {
      key: 'act',
      title: t('acts.act'),
      render: (_, { act, corrected }) => (
        <>
          {t(`act.${act as ActName}`)} {corrected && <StatusTag tone="error">{t('acts.corrected')}</StatusTag>}
        </>
      ),
    },
    { key: 'codes', title: t('scan.codes'), render: (_, { codes }) => <code>{codes.slice(0, 2).join(' ')}</code> },
    { key: 'order', title: t('acts.order_no'), render: (_, { order_no }) => order_no ?? '—' },
    { key: 'waybill', title: t('acts.waybill_no'), render: (_, { waybill_no }) => waybill_no ?? '—' },
    { key: 'reason', title: t('scan.reason'), render: (_, { reason }) => reason ?? '—' },
    { key: 'by', title: t('acts.by'), render: (_, { by }) => by ?? '—' },
  ];
  return (
    <section className="data-page-panel" aria-label={t('acts.history')}>
      <h2>{t('acts.history')}</h2>
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={facts.acts}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('acts.noHistory') }}
      />
      <h2>{t('acts.waybill_no')}</h2>
      {facts.waybills.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.noWaybills')} />
      )}
      <ul className="inquiry-list">
        {facts.waybills.map(({ id, waybill_no, kind, status, dealer_name, units, loaded_at }) => (
          <li key={`${id} ${loaded_at}`}>
            <strong>{waybill_no}</strong>
            <span>{listText(t, 'informationinquiry', `waybill.${kind}`)}</span>
            <span>{listText(t, 'informationinquiry', `waybillStatus.${status}`)}</span>
            {dealer_name && <span>{dealer_name}</span>}
            <span>{count(units)}</span>
            <Moment at={loaded_at} />
          </li>
        ))}
      </ul>
      <h2>{t('informationinquiry.materials')}</h2>
      {facts.materials.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.noMaterials')} />
      )}
      <ul className="inquiry-list">
        {facts.materials.map(({ material_name, material_lot, supplier, amount, unit }) => (
          <li key={`${material_name} ${material_lot} ${supplier} ${amount}`}>
            <strong>{material_name}</strong>
            <span>{material_lot}</span>
            {supplier && <span>{supplier}</span>}
            <span>{[count(amount), unit].filter(Boolean).join(' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
