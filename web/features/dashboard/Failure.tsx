import type { Dashboard } from '@suyuan/contract/dashboard/figures.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from '#core/i18n/useTranslation.ts';

export function Failure({ figures }: { readonly figures: UseQueryResult<Dashboard> }) {
  const { t } = useTranslation();
  return (
    <div className="dashboard-failure" role="alert">
      <h2>{t('dashboard.failed')}</h2>
      <p>{figures.error?.message}</p>
      <button
        type="button"
        className="solid-button"
        disabled={figures.isFetching}
        aria-busy={figures.isFetching}
        onClick={() => void figures.refetch()}
      >
        {t('button.retry')}
      </button>
    </div>
  );
}
