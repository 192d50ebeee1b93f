import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { productPage } from '../../../contract/base.ts';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { rulePage } from '../../../contract/tagging.ts';
import { call } from '../../api/call.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { firstSteps, stepsDone } from './firstSteps.ts';
import { usePermittedScreens } from './permittedScreens.ts';
import type { Sight } from './useFigures.ts';

interface FirstStepsProps {
  readonly total: Dashboard['total'];
  readonly sight: Sight;
}

const one = { page: 1, size: 1 };

/** What is to be done in a new system; ticked off as it is. */
export function FirstSteps({ total, sight }: FirstStepsProps) {
  const { t } = useTranslation();
  const screens = usePermittedScreens();
  const products = useQuery({
    queryKey: [productPage.path, one],
    queryFn: ({ signal }) => call(productPage, one, { signal, background: true }),
  });
  const rules = useQuery({
    queryKey: [rulePage.path, one],
    queryFn: ({ signal }) => call(rulePage, one, { signal, background: true }),
    enabled: sight.orders,
  });
  const done = stepsDone(total, { products: products.data?.total, rules: rules.data?.total });
  const steps = firstSteps.flatMap((name) =>
    screens.filter((screen) => screen.name === name).map(({ path }) => ({ name, path })),
  );
  const ready = steps.filter(({ name }) => done.has(name)).length;
  return (
    <ChartPanel
      title={t('dashboard.steps')}
      note={
        <span className="dashboard-period">{t('dashboard.steps.progress', { done: ready, all: steps.length })}</span>
      }
    >
      <p className="first-steps-lead">{t('dashboard.steps.lead')}</p>
      <ol className="first-steps">
        {steps.map(({ name, path }, at) => (
          <li key={name} className={done.has(name) ? 'first-step-done' : undefined}>
            <Link to={path}>
              <span className="first-step-mark" aria-hidden>
                {done.has(name) ? <CheckCircleFilled /> : at + 1}
              </span>
              <span>
                <strong>{t(`dashboard.step.${name}`)}</strong>
                {done.has(name) && <span className="visually-hidden">{` (${t('dashboard.step.done')})`}</span>}
                <small>{t(`dashboard.step.${name}.text`)}</small>
              </span>
              <RightOutlined aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </ChartPanel>
  );
}
