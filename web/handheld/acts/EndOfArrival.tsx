import type { ArrivalDifferences } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalComplete, arrivalFinish, arrivalResume } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { call } from '../calls/call.ts';
import { useTrying } from '../calls/useTrying.ts';
import type { EndProps } from './act.ts';
import { EndScreen } from './EndScreen.tsx';

interface Seen {
  readonly completedAt: string;
  readonly differences: ArrivalDifferences;
}

/** The count is completed, a person sees what differs, and signs, or goes on counting. */
export default function EndOfArrival({ person, log, id, onGoOn, onEnded }: EndProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState<Seen>();
  const { problem, trying } = useTrying();
  const { token, permissions } = person.session;
  const complete = () =>
    trying(async () => {
      const { completed_at, differences } = await call(arrivalComplete, { id }, token);
      setSeen({ completedAt: completed_at, differences });
    });
  const resume = () =>
    trying(async () => {
      if (seen) await call(arrivalResume, { id }, token);
      onGoOn();
    });
  const sign = () =>
    trying(async () => {
      const sawAt = seen && { completed_at: seen.completedAt };
      await call(arrivalFinish, { id, received: 'counted', ...sawAt }, token);
      onEnded();
    });
  return (
    <EndScreen log={log} problem={problem} onEnd={seen ? undefined : complete} onGoOn={resume}>
      {seen && (
        <>
          <dl className="figures">
            {(['counted', 'missing', 'unexpected', 'damaged'] as const).map((figure) => (
              <div key={figure} className={figure !== 'counted' && seen.differences[figure] > 0 ? 'figure-wrong' : ''}>
                <dt>{t(`handheld.figure.${figure}`)}</dt>
                <dd>{seen.differences[figure]}</dd>
              </div>
            ))}
          </dl>
          {permissions.includes('arrival:sign') ? (
            <button type="button" className="wide wide-main" onClick={sign}>
              {t('handheld.sign')}
            </button>
          ) : (
            <p className="hint">{t('handheld.othersSign')}</p>
          )}
        </>
      )}
    </EndScreen>
  );
}
