import { type ScanSettlement, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { Reason } from './Reason.tsx';
import type { LoggedScan, ScanLog } from './scan-log.ts';

interface RefusedScreenProps {
  readonly person: Person;
  readonly log: ScanLog;
}

/** What the server refused, for its person to say what became of the goods. */
export function RefusedScreen({ person, log }: RefusedScreenProps) {
  const { t } = useTranslation();
  const [scans, setScans] = useState<readonly LoggedScan[]>([]);
  const [problem, setProblem] = useState('');
  const look = useCallback(async () => setScans(await log.refused()), [log]);
  useEffect(() => {
    void look();
    return log.follow(() => void look());
  }, [log, look]);
  const settle = async ({ id, no, task, content }: LoggedScan, how: ScanSettlement, reason: string) => {
    try {
      await call(settleScan, { id, how, reason }, person.session.token).catch(unlessUnknown);
      // What was refused stays so: the goods are scanned anew, with the reason.
      if (how === 'done_anyway') await log.add(task, { ...content, reason });
      await log.forget([no]);
      setProblem('');
      await look();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <main className="page">
      <h1>{t('handheld.refusedScans')}</h1>
      {problem && (
        <p className="hint hint-wrong" role="alert">
          {problem}
        </p>
      )}
      {scans.length === 0 && <p className="hint">{t('handheld.nothingToSettle')}</p>}
      {scans.map((scan) => (
        <RefusedScan key={scan.no} scan={scan} onSettle={(how, reason) => settle(scan, how, reason)} />
      ))}
    </main>
  );
}

/** A scan that the server takes in no form is known here only. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof CallFailure) || error.status !== 404) throw error;
}

interface RefusedScanProps {
  readonly scan: LoggedScan;
  readonly onSettle: (how: ScanSettlement, reason: string) => void;
}

function RefusedScan({ scan: { content, answer }, onSettle }: RefusedScanProps) {
  const { t } = useTranslation();
  const [how, setHow] = useState<ScanSettlement>();
  const refusals = answer?.refusals ?? [];
  const mayDo = refusals.length > 0 && refusals.every(({ overridable }) => overridable);
  return (
    <section className="row row-refused">
      <strong>{t(`handheld.act.${content.act}`)}</strong>
      <code>{content.code}</code>
      {refusals.map(({ reason, message }) => (
        <p key={reason}>{message}</p>
      ))}
      {how && <Reason onGiven={(reason) => onSettle(how, reason)} />}
      {!how && (
        <div className="keys">
          <button type="button" onClick={() => setHow('dropped')}>
            {t('handheld.dropIt')}
          </button>
          {mayDo && (
            <button type="button" onClick={() => setHow('done_anyway')}>
              {t('handheld.doAnyway')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
