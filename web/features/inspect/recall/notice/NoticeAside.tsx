import {
  answerParts,
  type NoticeLine,
  recallNotice,
  recallUnpass,
} from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, type TableColumnsType } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import '../../goods/goods.css';
import { useNotice } from './useNotice.ts';

/** What a receiver got and said of it, all that it said before, and to whom it passed the notice on. */
export default function NoticeAside({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const notice = useNotice(id);
  if (notice.error && !notice.data) return <PartFailure of={notice} />;
  if (!notice.data) return <Skeleton active />;
  const { reason, scope, lines, answers, passed } = notice.data;
  const unpass = (passedId: number) =>
    void call(recallUnpass, { id: passedId })
      .catch(() => undefined)
      .then(() => Promise.all([notice.refetch(), queries.invalidateQueries({ queryKey: [recallNotice.page.path] })]));
  const columns: TableColumnsType<NoticeLine> = [
    {
      key: 'goods',
      title: t('field.product'),
      render: (_, { product_name, lot, waybills }) => (
        <>
          <div>
            {product_name} {lot}
          </div>
          {waybills.length > 0 && <small>{waybills.join(' ')}</small>}
        </>
      ),
    },
    ...(['units', ...answerParts, 'passed', 'missing'] as const).map((part) => ({
      key: part,
      title: t(`recallnotice.${part}`),
      align: 'end' as const,
      render: (_: unknown, line: NoticeLine) => <Amount units={line[part]} of={line.product_id} />,
    })),
  ];
  return (
    <div className="goods-aside">
      <p style={{ whiteSpace: 'pre-line' }}>
        {scope}
        {'\n'}
        {reason}
      </p>
      <section aria-label={t('recallnotice.lines')}>
        <h2>{t('recallnotice.lines')}</h2>
        <StackedTable size="small" rowKey="line_id" columns={columns} dataSource={lines} pagination={false} />
      </section>
      {passed.length > 0 && (
        <section aria-label={t('recallnotice.passed')}>
          <h2>{t('recallnotice.passed')}</h2>
          <ul className="goods-list">
            {passed.map((one) => (
              <li key={one.id}>
                <strong>{one.receiver}</strong>
                <span>{t(`recallnotice.status.${one.status}`)}</span>
                <span>
                  {one.accounted} / {one.units}
                </span>
                {one.status === 'sent' && can('recallnotice:answer') && (
                  <Button size="small" onClick={() => unpass(one.id)}>
                    {t('button.unpass')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <section aria-label={t('recallnotice.answers')}>
          <h2>{t('recallnotice.answers')}</h2>
          <ul className="goods-list">
            {answers.map((one) => (
              <li key={`${one.at} ${one.product_name} ${one.lot}`}>
                <Moment at={one.at} />
                <span>{one.by}</span>
                <span>
                  {one.product_name} {one.lot}
                </span>
                <span>{answerParts.map((part) => `${t(`recallnotice.${part}`)} ${one[part]}`).join(' · ')}</span>
                {one.note && <span>{one.note}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
