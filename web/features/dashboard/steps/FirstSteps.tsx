import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import './firstSteps.css';
import type { Sight } from '../figures/useFigures.ts';
import { type StepState, useSteps } from './useSteps.ts';

interface FirstStepsProps {
  readonly total: Dashboard['total'];
  readonly sight: Sight;
}

/** A checklist for a new system. */
export function FirstSteps({ total, sight }: FirstStepsProps) {
  const { t } = useTranslation();
  const steps = useSteps(total, sight);
  const progress = { done: steps.filter(({ done }) => done).length, all: steps.length };
  return (
    <ChartPanel
      title={t('dashboard.steps')}
      note={<span className="dashboard-period">{t('dashboard.steps.progress', progress)}</span>}
    >
      <p className="first-steps-lead">{t('dashboard.steps.lead')}</p>
      <ol className="first-steps">
        {steps.map((step, at) => (
          <li key={step.name}>
            <StepLink step={step} number={at + 1} />
          </li>
        ))}
      </ol>
    </ChartPanel>
  );
}

function StepLink({
  step: { name, path, done, problem },
  number,
}: {
  readonly step: StepState;
  readonly number: number;
}) {
  const { t } = useTranslation();
  return (
    <Link to={path}>
      <span className={`first-step-mark ${done ? 'first-step-tick' : ''}`} aria-hidden>
        {done ? <CheckCircleFilled /> : number}
      </span>
      <span>
        <strong>{t(`dashboard.step.${name}`)}</strong>
        {done && <span className="visually-hidden">{` (${t('dashboard.step.done')})`}</span>}
        <small>
          {problem
            ? t(`publicaddress.${problem.kind}`, { address: problem.address })
            : t(`dashboard.step.${name}.text`)}
        </small>
      </span>
      <RightOutlined aria-hidden />
    </Link>
  );
}
