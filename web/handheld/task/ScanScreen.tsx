import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { HandheldAct } from '../acts/act.ts';
import type { Person } from '../people/people.ts';
import { signal } from '../scanner/signals.ts';
import { TypedCode } from '../scanner/TypedCode.tsx';
import { useScanner } from '../scanner/useScanner.ts';
import { Reason } from '../sending/Reason.tsx';
import type { ScanLog } from '../sending/scan-log.ts';
import { totalsOf } from '../snapshot/lines.ts';
import { Lines } from './Lines.tsx';
import { type LastScan, signalOf } from './outcome.ts';
import { ScanKeys } from './ScanKeys.tsx';
import { groundOf, type ScannedTask } from './scan-state.ts';
import { ScanTask } from './scan-task.ts';
import { Verdict } from './Verdict.tsx';

const Camera = lazy(() => import('../scanner/Camera.tsx'));

interface ScanScreenProps {
  readonly act: HandheldAct;
  readonly task: ScannedTask;
  /** Under which its scans are kept. */
  readonly name: string;
  readonly person: Person;
  readonly log: ScanLog;
  readonly onLeave: () => void;
  /** Does something else with the same task. */
  readonly onSwitch: (act: ScanAct) => void;
}

/** Does one task, scan after scan, without a tap between them. */
export function ScanScreen({ act, task, name, person, log, onLeave, onSwitch }: ScanScreenProps) {
  const { t } = useTranslation();
  const { head } = task;
  const [scanning] = useState(
    () =>
      new ScanTask(act, task, {
        ...{ log, name, tornKept: t('handheld.tornKept') },
        onScan: ({ outcome }: LastScan) => signal(signalOf(outcome)),
      }),
  );
  const { lines, beside, isRemoving, last, parts, torn } = useStore(scanning.state);
  const [asksReason, setAsksReason] = useState(false);
  const [hasReason, setHasReason] = useState(!act.asksReason);
  const [isFilming, setFilming] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [isEnding, setEnding] = useState(false);
  useEffect(() => scanning.open(), [scanning]);
  const scan = (text: string) => {
    if (!hasReason || isEnding) return;
    setAsksReason(false);
    void scanning.scan(text);
  };
  useScanner(scan);
  if (isEnding && act.End && head.id !== undefined) {
    return (
      <Suspense>
        <act.End person={person} log={log} id={head.id} onGoOn={() => setEnding(false)} onEnded={onLeave} />
      </Suspense>
    );
  }
  const mayDoAnyway = last?.outcome.verdict === 'wrong' && last.outcome.overridable;
  return (
    <main className={`page page-scanning ${isRemoving ? 'page-removing' : ''}`}>
      <h1>
        {head.no ?? t(`handheld.act.${act.does as 'unpack'}`)} <small>{head.about}</small>
      </h1>
      {!hasReason && (
        <Reason
          usual={(['one', 'two'] as const).map((one) => t(`handheld.usual.${act.does as 'unpack'}.${one}`))}
          onGiven={(reason) => {
            scanning.give({ reason });
            setHasReason(true);
          }}
        />
      )}
      {isFilming && (
        <Suspense>
          <Camera onScan={scan} />
        </Suspense>
      )}
      {isTyping && <TypedCode onCode={scan} />}
      {torn !== undefined && act.Torn && (
        <Suspense>
          <act.Torn
            person={person}
            code={torn}
            onChosen={(code) => void scanning.tornIs(code)}
            onKept={() => void scanning.keepTorn()}
          />
        </Suspense>
      )}
      {hasReason && (
        <>
          <Verdict act={act} last={last} products={head.products} isRemoving={isRemoving} parts={parts.length} />
          <Count task={scanning} done={totalsOf(lines).done + beside} planned={totalsOf(lines).planned} />
        </>
      )}
      {mayDoAnyway && !asksReason && (
        <button type="button" className="wide" onClick={() => setAsksReason(true)}>
          {t('handheld.doAnyway')}
        </button>
      )}
      {mayDoAnyway && asksReason && (
        <Reason
          onGiven={(reason) => {
            setAsksReason(false);
            void scanning.doAnyway(last.text, reason);
          }}
        />
      )}
      {act.Beside && (
        <Suspense>
          <act.Beside person={person} log={log} task={scanning} />
        </Suspense>
      )}
      <Lines lines={lines} />
      {hasReason && (
        <ScanKeys
          task={scanning}
          isFilming={isFilming}
          onFilm={() => setFilming(!isFilming)}
          isTyping={isTyping}
          onType={() => setTyping(!isTyping)}
          onSwitch={onSwitch}
          onEnd={act.End && (() => setEnding(true))}
        />
      )}
    </main>
  );
}

interface CountProps {
  readonly task: ScanTask;
  readonly done: number;
  readonly planned: number | null;
}

/** How much is done, or how full the package is that is being filled. */
function Count({ task: { act, task, state }, done, planned }: CountProps) {
  const { t } = useTranslation();
  const { parts, manners, scans } = useStore(state);
  const gathered = act.gathering?.countOf(parts, groundOf(task, manners));
  const isFull = planned !== null && done >= planned;
  if (gathered) {
    return (
      <p className="count" role="status">
        <strong>{gathered.there}</strong> / {gathered.most ?? '?'}
      </p>
    );
  }
  const isOfScans = act.gathering !== undefined || act.asksReason || act.isNoted;
  return (
    <p className={`count ${isFull ? 'count-full' : ''}`} role="status">
      <strong>
        {isOfScans
          ? scans.filter(({ state: one, content }) => one !== 'refused' && content.act === act.does).length
          : done}
      </strong>
      {planned !== null && ` / ${planned}`}
      {isOfScans && <small> {t(`handheld.counted.${act.does as 'pack'}`)}</small>}
    </p>
  );
}
