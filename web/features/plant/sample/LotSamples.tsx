import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { LotSample } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { useSession } from '#core/session/session.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { OwnPlan } from './OwnPlan.tsx';
import { useLotSamples } from './useLotSamples.ts';

const LotResult = later(() => import('./LotResult.tsx'));

interface LotSamplesProps {
  readonly order: WorkOrder;
  /** Whether the lot is released: its results no longer change. */
  readonly released: boolean;
}

/** The samples of an order's lot by its plan: taken, tested and passed. Nothing if its product has no plan. */
export function LotSamples({ order, released }: LotSamplesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));
  const { data } = useLotSamples(order.id);
  const [entering, setEntering] = useState<LotSample>();
  if (!data || data.samples.length === 0) return null;
  const mayEnter = ofEnterprise && can('orderlist:result') && !released;
  return (
    <>
      <h2 className="order-heading">{t('menu.sampleplan')}</h2>
      <ul className="lot-samples">
        {data.samples.map((sample) => (
          <li key={sample.plan_id}>
            <Space wrap>
              <strong>{sample.test_name}</strong>
              {sample.order_no && <StatusTag>{sample.order_no}</StatusTag>}
              <span>{t(`sampleplan.point.${sample.point}`)}</span>
              <span>
                {t('orderlist.samplesTaken', { taken: count(sample.taken), required: count(sample.required) })}
              </span>
              <Verdict sample={sample} />
              {mayEnter && sample.use === 'tested' && (
                <Button size="small" onClick={() => setEntering(sample)}>
                  {t('orderlist.enterResult')}
                </Button>
              )}
            </Space>
            {sample.result && (
              <p className="order-note">
                {sample.result.by ?? '—'} <Moment at={sample.result.at} />
                {sample.result.note && ` · ${sample.result.note}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {!released && <OwnPlan order={order} samples={data.samples} />}
      {data.withdrawn.map(({ at, by, reason, test_name }) => (
        <p key={`${test_name} ${at}`} className="order-note">
          {t('orderlist.resultWithdrawn', { test: test_name, by: by ?? '—' })} <Moment at={at} />
          {` · ${reason}`}
        </p>
      ))}
      <Suspense>
        {entering && <LotResult order={order} sample={entering} onClose={() => setEntering(undefined)} />}
      </Suspense>
    </>
  );
}

function Verdict({ sample: { use, result, taken, required } }: { readonly sample: LotSample }) {
  const { t } = useTranslation();
  if (taken < required) return <StatusTag tone="warning">{t('orderlist.samplesOpen')}</StatusTag>;
  if (use === 'retained') return <StatusTag tone="success">{t('sampleplan.use.retained')}</StatusTag>;
  if (result === null) return <StatusTag tone="warning">{t('orderlist.resultOpen')}</StatusTag>;
  return result.passed ? (
    <StatusTag tone="success">{t('lotresult.outcome.passed')}</StatusTag>
  ) : (
    <StatusTag tone="error">{t('lotresult.outcome.failed')}</StatusTag>
  );
}
