import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { signal } from '../scanner/signals.ts';
import { useScanner } from '../scanner/useScanner.ts';
import { Reason } from '../sending/Reason.tsx';
import type { ScanLog } from '../sending/scan-log.ts';
import { Lines } from './Lines.tsx';
import { totalsOf } from './loading-rules.ts';
import { type LastScan, LoadingTask, signalOf } from './loading-task.ts';
import type { Snapshot } from './snapshot.ts';
import { nameOf } from './tasks.ts';
import { Verdict } from './Verdict.tsx';

const Camera = lazy(() => import('../scanner/Camera.tsx'));

interface LoadingScreenProps {
  readonly snapshot: Snapshot;
  readonly log: ScanLog;
}

/** Loads one waybill, scan after scan, without a tap between them. */
export function LoadingScreen({ snapshot, log }: LoadingScreenProps) {
  const { t } = useTranslation();
  const { head } = snapshot;
  const [task] = useState(
    () => new LoadingTask(snapshot, log, nameOf(head), ({ outcome }: LastScan) => signal(signalOf[outcome.verdict])),
  );
  const { lines, isRemoving, last, scans } = useStore(task.state);
  const [asksReason, setAsksReason] = useState(false);
  useEffect(() => task.open(), [task]);
  const [isFilming, setFilming] = useState(false);
  const scan = (text: string) => {
    setAsksReason(false);
    void task.scan(text);
  };
  useScanner(scan);
  const { loaded, planned } = totalsOf(lines);
  const mayLoadAnyway = last?.outcome.verdict === 'wrong' && last.outcome.overridable;
  return (
    <main className={`page page-loading ${isRemoving ? 'page-removing' : ''}`}>
      <h1>
        {head.no} <small>{head.receiver}</small>
      </h1>
      {isFilming && (
        <Suspense>
          <Camera onScan={scan} />
        </Suspense>
      )}
      <Verdict last={last} products={head.products} isRemoving={isRemoving} />
      <p className={`count ${loaded >= planned ? 'count-full' : ''}`} role="status">
        <strong>{loaded}</strong> / {planned}
      </p>
      {mayLoadAnyway && !asksReason && (
        <button type="button" className="wide" onClick={() => setAsksReason(true)}>
          {t('handheld.loadAnyway')}
        </button>
      )}
      {mayLoadAnyway && asksReason && (
        <Reason
          onGiven={(reason) => {
            setAsksReason(false);
            void task.loadAnyway(last.text, reason);
          }}
        />
      )}
      <Lines lines={lines} />
      <footer className="keys">
        <button type="button" disabled={scans.length === 0} onClick={() => void task.undo()}>
          {t('handheld.undo')}
        </button>
        {'mediaDevices' in navigator && (
          <button type="button" aria-pressed={isFilming} onClick={() => setFilming(!isFilming)}>
            {t('handheld.camera')}
          </button>
        )}
        <button type="button" aria-pressed={isRemoving} onClick={() => task.setRemoving(!isRemoving)}>
          {t('handheld.remove')}
        </button>
      </footer>
    </main>
  );
}
