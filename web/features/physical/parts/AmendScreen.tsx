import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type LookedBackOn, shipmentHistory } from '../../../../contract/physical/amendment.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { ActHistory } from '../../../ui/history/ActHistory.tsx';
import '../../../ui/DataPage/dataPage.css';

/** A desk for those who may use it, above what was done before. */
export function AmendScreen({ screen, children }: { screen: LookedBackOn; children: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="data-page">
      <section className="data-page-panel">
        <div className="data-page-toolbar">
          <h1>{t(`menu.${screen}`)}</h1>
        </div>
        {can(`${screen}:add`) && children}
      </section>
      <section className="data-page-panel" aria-label={t('acts.history')}>
        <h2>{t('acts.history')}</h2>
        <ActHistory of={shipmentHistory} asked={{ screen }} ofOneKind={screen !== 'barter'} />
      </section>
    </div>
  );
}
