import { type ScanSettlement, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { isTorn } from '@suyuan/contract/inspect/task/torn.ts';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { type Language, languageFacts } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { actOf } from '../acts/acts.ts';
import { CallFailure, call } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { isRefusedHere, type LoggedScan } from '../sending/logged-scan.ts';
import { Reason } from '../sending/Reason.tsx';
import type { ScanLog } from '../sending/scan-log.ts';
import type { StoredPhoto } from '../storage/database.ts';

interface RefusedScreenProps {
  readonly person: Person;
  readonly log: ScanLog;
}

/** What the server refused, for its person to say what became of the goods. */
export default function RefusedScreen({ person, log }: RefusedScreenProps) {
  const { t, i18n } = useTranslation();
  const { tag } = languageFacts[i18n.language as Language];
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short' });
  const [scans, setScans] = useState<readonly LoggedScan[]>([]);
  const [problem, setProblem] = useState('');
  const [photos, setPhotos] = useState<readonly StoredPhoto[]>([]);
  const [spoiled, setSpoiled] = useState<Awaited<ReturnType<ScanLog['spoiled']>>>([]);
  const look = useCallback(async () => {
    setScans(await log.refused());
    setPhotos(await log.photos.refused());
    setSpoiled(await log.spoiled());
  }, [log]);
  useEffect(() => {
    void look();
    return log.follow(() => void look());
  }, [log, look]);
  // A scan whose photos wait is not forgotten.
  const dropped = async (no: number) => {
    await log.photos.drop({ scan: no });
    await log.forget([no]);
  };
  const settle: Settle = async (scan, how, reason, code) => {
    const { id, no, content } = scan;
    try {
      if (!isRefusedHere(scan.answer))
        await call(settleScan, { id, how, reason }, person.session.token).catch(unlessUnknown);
      // What was refused stays so: the goods are scanned anew, with the reason.
      if (how === 'done_anyway')
        await log.replace(scan, code === undefined ? { ...content, reason } : { ...content, code });
      else await dropped(no);
      setProblem('');
      await look();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setProblem(error.message);
      // A lead was faster.
      if (error.status === 409) {
        await dropped(no);
        await look();
      }
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
      {scans.length + spoiled.length + photos.length === 0 && <p className="hint">{t('handheld.nothingToSettle')}</p>}
      {scans.map((scan) => (
        <RefusedScan key={scan.no} person={person} scan={scan} onSettle={settle} />
      ))}
      {spoiled.map(({ no, at }) => (
        <section key={no} className="row row-refused">
          <strong>{time.format(at)}</strong>
          <p>{t('handheld.spoiled')}</p>
          <button type="button" onClick={() => dropped(no).then(look)}>
            {t('handheld.dropIt')}
          </button>
        </section>
      ))}
      {photos.map(({ id, refused }) => (
        <section key={id} className="row row-refused">
          <strong>{t('handheld.photo')}</strong>
          <p>{refused}</p>
          <button type="button" onClick={() => log.photos.drop({ id }).then(look)}>
            {t('handheld.dropPhoto')}
          </button>
        </section>
      ))}
    </main>
  );
}

/** A scan that the server takes in no form is known here only. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof CallFailure) || error.status !== 404) throw error;
}

/** Settles a scan; `code` is what a code turned out to be of which not all could be read. */
type Settle = (scan: LoggedScan, how: ScanSettlement, reason: string, code?: string) => Promise<void>;

interface RefusedScanProps {
  readonly person: Person;
  readonly scan: LoggedScan;
  readonly onSettle: Settle;
}

function RefusedScan({ person, scan, onSettle }: RefusedScanProps) {
  const { t } = useTranslation();
  const { content, answer } = scan;
  const { Torn } = actOf(content.act);
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
      {how && <Reason onGiven={(reason) => void onSettle(scan, how, reason)} />}
      {!how && Torn && isTorn(content.code) && (
        <Suspense>
          <Torn
            person={person}
            code={content.code}
            onChosen={(code) => void onSettle(scan, 'done_anyway', t('handheld.tornIs', { code }), code)}
          />
        </Suspense>
      )}
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
