import { Button, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { warningTake } from '../../../../contract/inspect/consumer-warning.ts';
import type { Permission } from '../../../../contract/menu.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import type { ChosenRowsProps } from '../../../ui/DataPage/fields.ts';
import type { Step } from './WarningStep.tsx';
import './warning.css';

const WarningStep = lazy(() => import('./WarningStep.tsx'));

const steps: readonly (readonly [Step, Permission])[] = [
  ['assign', 'queryconsumerwarning:assign'],
  ['note', 'queryconsumerwarning:take'],
  ['investigating', 'queryconsumerwarning:take'],
  ['escalated', 'queryconsumerwarning:take'],
  ['settle', 'queryconsumerwarning:settle'],
];

/** What is done with many warnings at once. Those that are settled already are left out. */
export default function ChosenWarnings({ rows, onDone }: ChosenRowsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [step, setStep] = useState<Step>();
  const open = rows.filter(({ status }) => status !== 'settled');
  const take = async () => {
    try {
      await call(warningTake, { ids: open.map(({ id }) => id as number) });
      notify.success(t('queryconsumerwarning.done', { n: open.length }));
    } finally {
      onDone();
    }
  };
  return (
    <section className="warning-chosen" aria-label={t('queryconsumerwarning.chosen', { n: open.length })}>
      <strong>{t('queryconsumerwarning.chosen', { n: open.length })}</strong>
      <Space wrap>
        {can('queryconsumerwarning:take') && (
          <Button type="primary" disabled={open.length === 0} onClick={() => void take().catch(() => undefined)}>
            {t('queryconsumerwarning.take')}
          </Button>
        )}
        {steps
          .filter(([, permission]) => can(permission))
          .map(([one]) => (
            <Button key={one} disabled={open.length === 0} onClick={() => setStep(one)}>
              {t(`queryconsumerwarning.${one}`)}
            </Button>
          ))}
      </Space>
      {step && (
        <Suspense>
          <WarningStep step={step} rows={open} onClose={() => setStep(undefined)} onDone={onDone} />
        </Suspense>
      )}
    </section>
  );
}
