import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { useStanding } from '#ui/notices/useStanding.ts';
import { WaitingList } from '#ui/notices/WaitingList.tsx';

/** 待办: the work waiting for the person; renders nothing if there is none. */
export function Waiting() {
  const { t } = useTranslation();
  const waiting = useStanding()?.waiting ?? [];
  if (waiting.length === 0) return null;
  return (
    <ChartPanel title={t('waiting.title')}>
      <WaitingList waiting={waiting} />
    </ChartPanel>
  );
}
