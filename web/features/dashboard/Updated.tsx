import { ReloadOutlined } from '@ant-design/icons';
import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import '#ui/ui.css';
import { useMoment } from '#ui/facts/Moment.tsx';

/** The time of the figures, and a button to refresh them. */
export function Updated({ figures }: { readonly figures: UseQueryResult<Dashboard> }) {
  const { t } = useTranslation();
  const moment = useMoment();
  // Without figures, a placeholder keeps the space.
  const at = figures.data ? moment(new Date(figures.dataUpdatedAt).toISOString()).slice(11, 16) : '00:00';
  const stale = figures.isRefetchError;
  return (
    <div className="updated">
      {stale && (
        <span role="status" className="updated-stale">
          {t('dashboard.stale', { at })}
        </span>
      )}
      {!stale && (
        <span style={{ visibility: figures.data ? 'visible' : 'hidden' }}>{t('dashboard.updated', { at })}</span>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('dashboard.refresh')}
        title={t('dashboard.refresh')}
        aria-busy={figures.isFetching}
        onClick={() => void figures.refetch()}
      >
        <ReloadOutlined aria-hidden spin={figures.isFetching} />
      </button>
    </div>
  );
}
