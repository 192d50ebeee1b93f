import { mapKeysOf } from '@suyuan/codes/carrier/map-keys.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { agrees, compared } from '@suyuan/contract/plant/packing/compared-package.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import type { BesideProps } from './act.ts';

type Recorded = OutputOf<typeof packageTree>;

/** What is recorded of the package that is being counted, as far as there is a network, and what differs from it. */
export default function ComparedPackage({ person, task }: BesideProps) {
  const { t } = useTranslation();
  const { parts } = useStore(task.state);
  const [recorded, setRecorded] = useState<Recorded>();
  const [problem, setProblem] = useState('');
  const [box, ...counted] = parts.map(({ text }) => text);
  const { token } = person.session;
  useEffect(() => {
    setRecorded(undefined);
    setProblem('');
    if (box === undefined) return undefined;
    let isOver = false;
    call(packageTree, { code: box }, token)
      .then((told) => !isOver && setRecorded(told))
      .catch((error) => {
        if (!(error instanceof CallFailure)) throw error;
        if (!isOver) setProblem(error.status === 0 ? t('handheld.comparedLater') : error.message);
      });
    return () => {
      isOver = true;
    };
  }, [box, token, t]);
  useEffect(() => task.give({ reason: t('handheld.counted.reason') }), [task, t]);
  if (box === undefined) return null;
  if (!recorded) return problem === '' ? null : <p className="hint">{problem}</p>;
  const comparison = compared(
    recorded.children,
    counted.map((text) => ({ code: recordedAs(text, recorded) ?? text })),
  );
  const { missing, extra, right } = comparison;
  if (agrees(comparison)) {
    return (
      <>
        <p className="test-good">✓ {t('handheld.packageAgrees', { count: right.length })}</p>
        <button type="button" className="wide wide-main" onClick={() => void task.dropParts()}>
          {t('handheld.nextPackage')}
        </button>
      </>
    );
  }
  return (
    <ul className="lines">
      <li>
        <span>{t('handheld.right')}</span>
        <strong>
          {right.length} / {recorded.children.length}
        </strong>
      </li>
      {extra.map(({ code }) => (
        <li key={code} className="figure-wrong">
          <code>{code}</code>
          <strong>{t('handheld.difference.unexpected')}</strong>
        </li>
      ))}
      {counted.length > 0 &&
        missing.map((code) => (
          <li key={code}>
            <code>{code}</code>
            <span>{t('handheld.difference.missing')}</span>
          </li>
        ))}
    </ul>
  );
}

/** The code of what was scanned, as it is recorded in the package; undefined if it is not. */
function recordedAs(text: string, { children }: Recorded): string | undefined {
  const keys = mapKeysOf(text);
  return children.find(({ code }) => keys.includes(code))?.code;
}
