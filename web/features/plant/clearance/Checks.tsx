import { CheckCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { LineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './clearance.css';

/** The checklist of a clearance as it was. */
export function Checks({ checks }: Pick<LineClearance, 'checks'>) {
  const { t } = useTranslation();
  if (checks.length === 0) return null;
  return (
    <section aria-label={t('clearance.checks')}>
      <h2 className="clearance-heading">{t('clearance.checks')}</h2>
      <ul className="clearance-checks">
        {checks.map(({ name, done, note }) => (
          <li key={name}>
            {done ? (
              <CheckCircleOutlined aria-label={t('clearance.done')} className="clearance-done" />
            ) : (
              <MinusCircleOutlined aria-label={t('clearance.notDone')} className="clearance-open" />
            )}{' '}
            {name}
            {note && <small> {note}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
