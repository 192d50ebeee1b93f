import type { ReactNode } from 'react';
import { type LookedBackOn, shipmentHistory } from '../../../../contract/physical/amendment.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { ActScreen } from '../../../ui/acts/ActScreen.tsx';
import { ActHistory } from '../../../ui/history/ActHistory.tsx';
import './lines.css';

/** A desk for correcting waybills or returns, above the history of its acts. */
export function AmendScreen({ screen, children }: { screen: LookedBackOn; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ActScreen
      title={t(`menu.${screen}`)}
      may={`${screen}:add`}
      desk={children}
      history={<ActHistory of={shipmentHistory} asked={{ screen }} ofOneKind={screen !== 'barter'} />}
    />
  );
}
