import type { ArrivalLine } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import type { TableColumnsType } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import type { Desk } from './desk.ts';

/** The number of expected packages shown. */
const maxShown = 20;

/** What is to arrive and what is counted, line by line, and the packages that are still expected. In a blind count, only the latter. */
export function ArrivalLines({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { lines, expected, expected_total } = desk;
  const amount = useAmounts([...lines, ...expected].map(({ product_id }) => product_id));
  const isHidden = expected_total === null;
  const columns: TableColumnsType<ArrivalLine> = [
    {
      key: 'product',
      title: t('field.product'),
      render: (_, { product_name, product_code }) =>
        product_name === null ? t('arrival.mixed') : `${product_name} (${product_code})`,
    },
    { key: 'lot', title: t('field.lot_id'), render: (_, { lot }) => lot ?? '—' },
    ...(isHidden
      ? []
      : [
          {
            key: 'due',
            title: t('freight.toArrive'),
            align: 'end' as const,
            render: (_: unknown, { due, product_id }: ArrivalLine) => <Amount units={due ?? 0} of={product_id} />,
          },
        ]),
    {
      key: 'counted',
      title: t('arrival.counted'),
      width: 130,
      render: (_, { counted, due, product_id }) => <DoneOfPlanned done={counted} planned={due ?? 0} of={product_id} />,
    },
    {
      key: 'packages',
      title: t('field.packages'),
      align: 'end',
      render: (_, { counted_packages, due_packages }) =>
        due_packages === null ? count(counted_packages) : `${count(counted_packages)} / ${count(due_packages)}`,
    },
  ];
  return (
    <section aria-label={t('field.lines')}>
      <StackedTable
        className="physical-table"
        rowKey={({ line_id, product_id, lot }) => `${line_id} ${product_id} ${lot}`}
        pagination={false}
        columns={columns}
        dataSource={[...lines]}
      />
      {!isHidden && (
        <>
          <h3 className="physical-heading">{t('arrival.expectedCodes', { count: expected_total })}</h3>
          <ul className="scanned-list" aria-label={t('arrival.expectedList')}>
            {expected.slice(0, maxShown).map(({ code, product_name, product_id, lot, units, held, hold }) => (
              <li key={code}>
                <code>{code}</code> <HeldTag held={held} hold={hold} />
                <small>{[product_name, lot, amount(units, product_id)].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
