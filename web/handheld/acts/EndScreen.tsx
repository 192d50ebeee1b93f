import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { ScanLog } from '../sending/scan-log.ts';

interface EndScreenProps {
  readonly log: ScanLog;
  readonly problem: string;
  /** Undefined once it is done. */
  readonly onEnd: (() => void) | undefined;
  readonly onGoOn: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** The end of a task: the server compares, so all scans have to be sent before. */
export function EndScreen({ log, problem, onEnd, onGoOn, children }: EndScreenProps) {
  const { t } = useTranslation();
  const { waiting } = log.sending();
  return (
    <main className="page">
      <h1>{t('handheld.endTitle')}</h1>
      {waiting > 0 && onEnd && <p className="hint hint-wrong">{t('handheld.sendFirst')}</p>}
      {problem && (
        <p className="hint hint-wrong" role="alert">
          {problem}
        </p>
      )}
      {children}
      {onEnd && (
        <button type="button" className="wide wide-main" disabled={waiting > 0} onClick={onEnd}>
          {t('handheld.compare')}
        </button>
      )}
      {onGoOn && (
        <button type="button" className="wide" onClick={onGoOn}>
          {t('handheld.goOn')}
        </button>
      )}
    </main>
  );
}
