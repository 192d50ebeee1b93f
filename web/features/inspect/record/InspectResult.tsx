import { Alert } from 'antd';
import type { OutputOf } from '../../../../contract/call/call.ts';
import type { inspectAdd } from '../../../../contract/inspect/inspect-record.ts';
import { choiceText } from '../../../core/i18n/listText.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { CodeText } from '../../../ui/code/CodeText.tsx';
import { Fact } from '../../../ui/facts/Fact.tsx';
import { Moment } from '../../../ui/facts/Moment.tsx';

const tones = {
  normal: 'success',
  suspected_diversion: 'warning',
  false_label: 'error',
  unknown: 'error',
  void: 'error',
} as const;

/** The result of an inspection, compared with what was expected. */
export function InspectResult({ result }: { readonly result: OutputOf<typeof inspectAdd> }) {
  const { t } = useTranslation();
  const { verdict, expected, observations, code } = result;
  return (
    <div className="inspect-result" aria-live="polite">
      <Alert
        type={tones[verdict]}
        showIcon
        title={choiceText(t, 'inspectrecord.verdict', verdict)}
        description={
          <>
            <CodeText code={code} />
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
          </>
        }
      />
    </div>
  );
}
