import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { authorityFitting } from '@suyuan/contract/report/authority-file.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '../facts/useMoment.ts';

/** The history of the files made: by whom, and with which SHA-256. */
export function TakenFiles({ taken }: Pick<OutputOf<typeof authorityFitting>, 'taken'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <section className="authority-file" aria-label={t('authority.taken')}>
      <h2>{t('authority.taken')}</h2>
      {taken.length === 0 && <p>{t('authority.takenNone')}</p>}
      <ul className="authority-taken">
        {taken.map(({ id, at, account_name, kind, format, part, sha256 }) => (
          <li key={id}>
            {moment(at)} · {account_name} · {t(`authority.kind.${kind}`)} · {format.toUpperCase()}
            {part > 1 && ` · ${t('authority.part', { part })}`}
            <code>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
