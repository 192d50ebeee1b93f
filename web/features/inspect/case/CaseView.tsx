import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useMoney } from '#core/formats/useMoney.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { AmountText } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { CaseEvidence } from './CaseEvidence.tsx';
import { CaseVisits } from './CaseVisits.tsx';
import { CaseWarnings } from './CaseWarnings.tsx';
import type { Detail } from './detail.ts';
import './case.css';

/** A case with everything that belongs to it. */
export default function CaseView({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [caseDetail.path, id],
    queryFn: ({ signal }) => call(caseDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="case-view">
      <Figures detail={detail.data} />
      <CaseVisits visits={detail.data.visits} total={detail.data.visits_total} />
      <Chain detail={detail.data} />
      <CaseWarnings detail={detail.data} />
      <CaseEvidence detail={detail.data} />
      <section>
        <h2>{t('queryconsumerwarning.steps')}</h2>
        <ol className="case-list">
          {detail.data.steps.map(({ at, by, step, text }) => (
            <li key={`${at} ${step}`}>
              <Moment at={at} />
              <span>{by}</span>
              <strong>{t(`case.step.${step}`)}</strong>
              {text && <span>{text}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** How much it is about. There is no price of goods, so goods are told in units, and money as it was agreed. */
function Figures({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const money = useMoney();
  const { codes, units, warnings, days_open, settled_amount, currency, product_id, visits_total } = detail;
  const amountOf = useAmounts([product_id]);
  const figures: [string, string][] = [
    [t('case.warnings'), count(warnings)],
    [t('queryconsumerwarning.visits'), count(visits_total)],
    [t('case.codes'), count(codes)],
    [t('case.units'), amountOf(units, product_id)],
    [t('case.days_open'), count(days_open)],
    [t('case.settled_amount'), money(settled_amount, currency)],
  ];
  return (
    <dl className="case-figures">
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <AmountText>{value}</AmountText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The way of its goods, from who made them to the dealer. */
function Chain({ detail: { chain } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (chain.length === 0) return null;
  return (
    <section>
      <h2>{t('case.chain')}</h2>
      <ul className="case-list">
        {chain.map((link) => (
          <li key={`${link.lot} ${link.work_order_id} ${link.waybill_id} ${link.dealer_id}`}>
            <strong>{[link.product_name, link.lot].filter(Boolean).join(' · ')}</strong>
            <ol className="case-way">
              {(link.factory_name || link.work_order_no) && (
                <li>
                  {link.factory_name}{' '}
                  {link.work_order_no && (
                    <RecordLink to="work_order" id={link.work_order_id}>
                      {link.work_order_no}
                    </RecordLink>
                  )}
                </li>
              )}
              {link.warehouse_name && <li>{link.warehouse_name}</li>}
              {link.waybill_no && (
                <li>
                  <RecordLink to="waybill" id={link.waybill_id}>
                    {link.waybill_no}
                  </RecordLink>{' '}
                  <Moment at={link.shipped_at} />
                </li>
              )}
              {link.dealer_name && (
                <li>
                  <RecordLink to="dealer" id={link.dealer_id}>
                    {link.dealer_name}
                  </RecordLink>
                </li>
              )}
            </ol>
            <span className="case-soft">
              {t('case.chainCodes', { codes: count(link.codes), units: count(link.units) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
