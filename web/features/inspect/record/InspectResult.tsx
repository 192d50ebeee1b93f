import { CameraOutlined } from '@ant-design/icons';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { HeldCode } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import type { Circumstances } from './CircumstancesInput.tsx';

const NewCase = later(() => import('../forensics/NewCase.tsx'));

const tones = {
  normal: 'success',
  suspected_diversion: 'warning',
  false_label: 'error',
  unknown: 'error',
  void: 'error',
} as const;

interface InspectResultProps {
  readonly result: OutputOf<typeof inspectAdd>;
  /** Where and with whom it was inspected. */
  readonly about: Pick<Circumstances, 'place' | 'area' | 'dealer'>;
}

/** The result of an inspection, compared with what was expected; evidence can be collected of what is wrong. */
export function InspectResult({ result, about: { place, area, dealer } }: InspectResultProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [isCollecting, setCollecting] = useState(false);
  const close = () => setCollecting(false);
  const { id, verdict, expected, observations, code } = result;
  return (
    <div className="inspect-result" aria-live="polite">
      <Alert
        type={tones[verdict]}
        showIcon
        title={choiceText(t, 'inspectrecord.verdict', verdict)}
        description={
          <>
            <HeldCode code={code} held={result.held} hold={result.hold} />
            {observations.length > 0 && (
              <ul>
                {observations.map((one) => (
                  <li key={one}>{t(`inspectrecord.observation.${one}`)}</li>
                ))}
              </ul>
            )}
            {expected && (
              <dl className="data-page-facts">
                {expected.product_name && (
                  <Fact title={t('field.product')}>{`${expected.product_name} (${expected.product_code})`}</Fact>
                )}
                {expected.lot && <Fact title={t('field.lot')}>{expected.lot}</Fact>}
                {expected.expiry_date && <Fact title={t('inspectrecord.expiry_date')}>{expected.expiry_date}</Fact>}
                {expected.dealer_name && (
                  <Fact
                    title={t('inspectrecord.expected_dealer')}
                  >{`${expected.dealer_name} (${expected.dealer_code})`}</Fact>
                )}
                {expected.areas.length > 0 && (
                  <Fact title={t('inspectrecord.expectedAreas')}>{expected.areas.join('、')}</Fact>
                )}
                {expected.shipped_at && (
                  <Fact title={t('inspectrecord.shipped_at')}>
                    <Moment at={expected.shipped_at} />
                  </Fact>
                )}
              </dl>
            )}
            {verdict !== 'normal' && can('forensics:add') && (
              <Button icon={<CameraOutlined aria-hidden />} onClick={() => setCollecting(true)}>
                {t('forensics.collect')}
              </Button>
            )}
          </>
        }
      />
      {isCollecting && (
        <Suspense>
          <NewCase
            known={{ code, position: place, area, dealer }}
            links={{ inspect_id: id }}
            onClose={close}
            onDone={close}
          />
        </Suspense>
      )}
    </div>
  );
}
