import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { countDetail, countFinish, countResume } from '@suyuan/contract/physical/stock/stock-count.ts';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { call } from '../calls/call.ts';
import { useTrying } from '../calls/useTrying.ts';
import type { EndProps } from './act.ts';
import { EndScreen } from './EndScreen.tsx';

type Detail = OutputOf<typeof countDetail>;

/** The count is finished and compared with what should be there. Another person decides about what differs, in the console. */
export default function EndOfCount({ person, log, id, onGoOn, onEnded }: EndProps) {
  const { t } = useTranslation();
  const [detail, setDetail] = useState<Detail>();
  const { problem, trying } = useTrying();
  const { token } = person.session;
  const finish = () =>
    trying(async () => {
      await call(countFinish, { id }, token);
      setDetail(await call(countDetail, { id }, token));
    });
  const resume = () =>
    trying(async () => {
      if (detail?.status === 'to_approve') await call(countResume, { id }, token);
      onGoOn();
    });
  return (
    <EndScreen
      log={log}
      problem={problem}
      onEnd={detail ? undefined : finish}
      onGoOn={detail?.status === 'done' ? undefined : resume}
    >
      {detail && (
        <>
          <dl className="figures">
            <div>
              <dt>{t('handheld.figure.expected')}</dt>
              <dd>{detail.expected}</dd>
            </div>
            <div>
              <dt>{t('handheld.figure.seen')}</dt>
              <dd>{detail.seen}</dd>
            </div>
          </dl>
          <p className={detail.found.length > 0 ? 'hint hint-wrong' : 'hint'}>
            {t(detail.found.length > 0 ? 'handheld.approveInConsole' : 'handheld.countAgrees')}
          </p>
          <ul className="lines">
            {detail.found.map(({ code, kind, units, product_name, lot, place }) => (
              <li key={code}>
                <span>
                  <strong>{t(`handheld.difference.${kind}`)}</strong> {product_name} {lot}
                  <br />
                  <small>
                    {code} {kind === 'elsewhere' && place}
                  </small>
                </span>
                <strong>{units}</strong>
              </li>
            ))}
          </ul>
          <button type="button" className="wide wide-main" onClick={onEnded}>
            {t('handheld.toTasks')}
          </button>
        </>
      )}
    </EndScreen>
  );
}
