import type { Handheld } from '@suyuan/contract/organ/handheld.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

/** After so many milliseconds, scans that wait should have been sent: somebody has to look for the handheld. */
const longWait = 8 * 3_600_000;

/** How many scans wait on a handheld, and since when. */
export function WaitingScans({ waiting, oldest_waiting_at }: Pick<Handheld, 'waiting' | 'oldest_waiting_at'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (waiting === 0) return <>0</>;
  const since = oldest_waiting_at ? t('handhelds.since', { at: moment(oldest_waiting_at).slice(5, 16) }) : '';
  const isLong = oldest_waiting_at !== null && Date.now() - Date.parse(oldest_waiting_at) > longWait;
  return (
    <span>
      {waiting} {isLong ? <StatusTag tone="error">{since}</StatusTag> : since}
    </span>
  );
}
