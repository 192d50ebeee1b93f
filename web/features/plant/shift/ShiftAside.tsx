import { type ShiftFigures, type ShiftHandover, shiftDetail } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import './shift.css';

/** The figures of a shift: as signed, or as they are now. */
export default function ShiftAside({ shift }: { readonly shift: ShiftHandover }) {
  const { t } = useTranslation();
  const { id, status } = shift;
  const detail = useQuery({
    queryKey: [shiftDetail.path, id, status],
    queryFn: ({ signal }) => call(shiftDetail, { id }, { signal, silent: true }),
  });
  if (!detail.data) return detail.error ? <PartFailure of={detail} /> : <Skeleton active />;
  const { figures, shift_start, shift_end, taken_back } = detail.data;
  return (
    <div className="shift-figures">
      <p className="shift-note">
        {t('shift.hours', { from: shift_start, to: shift_end })}
        {status === 'draft' && ` · ${t('shift.asOfNow')}`}
      </p>
      <Orders orders={figures.orders} />
      <Facts figures={figures} />
      {taken_back.map(({ at, by, signed_by, signature, reason }) => (
        <p key={`${signature} ${at}`} className="shift-note">
          {t(`shift.takenBack.${signature}`, { signed: signed_by ?? '—', by: by ?? '—' })} <Moment at={at} />
          {` · ${reason}`}
        </p>
      ))}
    </div>
  );
}

const columns = ['quantity', 'made_in_all', 'made', 'packed', 'rejected', 'remainders'] as const;

function Orders({ orders }: Pick<ShiftFigures, 'orders'>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (orders.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shift.nothing')} className="shift-empty" />;
  return (
    <div className="shift-orders">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('shift.order_no')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`shift.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.work_order_id}>
              <th scope="row">
                <RecordLink to="work_order" id={order.work_order_id}>
                  {order.order_no}
                </RecordLink>
                <small>{[order.product_name, order.lot].filter(Boolean).join(' · ')}</small>
              </th>
              {columns.map((column) => (
                <td key={column} data-title={t(`shift.${column}`)}>
                  {count(order[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Facts({ figures }: { readonly figures: ShiftFigures }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { causes, stops, exceptions, holds, running_minutes, standing_minutes } = figures;
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? (
      t('shift.none')
    ) : (
      <ul className="shift-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  return (
    <dl className="data-page-facts">
      <Fact title={t('shift.minutes')}>
        {t('shift.runningStanding', { running: count(running_minutes), standing: count(standing_minutes) })}
      </Fact>
      <Fact title={t('shift.causes')}>
        {list(causes.map(({ cause, units }) => `${cause || '—'}: ${count(units)}`))}
      </Fact>
      {stops.length > 0 && (
        <Fact title={t('shift.stops')}>
          {list(
            stops.map(({ reason, times, minutes }) =>
              t('shift.stopped', {
                reason: reason || t('board.noReason'),
                times: count(times),
                minutes: count(minutes),
              }),
            ),
          )}
        </Fact>
      )}
      <Fact title={t('shift.exceptions')}>
        {list(
          exceptions.map(({ kind, count: number }) => `${t(`field.kind.${kind as 'late_act'}`)}: ${count(number)}`),
        )}
      </Fact>
      <Fact title={t('shift.holds')}>
        {list(
          holds.map(({ hold_no, lot, codes }) =>
            codes === undefined
              ? `${hold_no} (${lot})`
              : t('shift.heldCodes', { hold: hold_no, lot, codes: count(codes) }),
          ),
        )}
      </Fact>
    </dl>
  );
}
