import { useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { takeOver, useNewVersion } from '../offline/version.ts';
import type { Person } from '../people/people.ts';
import type { ScanLog } from '../sending/scan-log.ts';

interface StatusBarProps {
  readonly person: Person;
  readonly log: ScanLog;
  readonly onLeave: () => void;
  readonly onBack: (() => void) | undefined;
}

/** Who works with the handheld, and what waits to be sent. */
export function StatusBar({ person, log, onLeave, onBack }: StatusBarProps) {
  const { t } = useTranslation();
  const { isCounted, waiting, photos, oldest, failure } = log.sending();
  const { worker } = useNewVersion();
  const minutes = useMinutesSince(oldest);
  const isSignedOut = failure?.needsSignIn ?? false;
  return (
    <header className="bar">
      {onBack ? (
        <button type="button" className="bar-button" onClick={onBack} aria-label={t('handheld.back')}>
          ‹
        </button>
      ) : (
        <span className="bar-name">{person.name}</span>
      )}
      <span className={`bar-state ${waiting + photos > 0 ? 'bar-waiting' : 'bar-sent'}`} role="status">
        {isCounted && waiting + photos === 0 && t('handheld.allSent')}
        {waiting === 0 && photos > 0 && t('handheld.photosWaiting', { count: photos })}
        {waiting > 0 &&
          (minutes > 0
            ? t('handheld.waitingFor', { count: waiting, minutes })
            : t('handheld.waiting', { count: waiting }))}
        {waiting + photos > 0 && isSignedOut && <strong>{t('handheld.signInToSend')}</strong>}
      </span>
      {worker && !onBack && (
        <button type="button" className="bar-button" onClick={() => takeOver(worker)}>
          {t('handheld.newVersion')}
        </button>
      )}
      <button type="button" className="bar-button" onClick={onLeave}>
        {t('handheld.lock')}
      </button>
    </header>
  );
}

function useMinutesSince(moment: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return moment === undefined ? 0 : Math.floor(Math.max(0, now - moment) / 60_000);
}
