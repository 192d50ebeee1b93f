import { ReloadOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { useMoment } from '../../ui/useMoment.ts';

/** Since when the figures are what they are, and the way to newer ones. */
export function Updated({ figures }: { readonly figures: UseQueryResult<Dashboard> }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const at = moment(new Date(figures.dataUpdatedAt).toISOString()).slice(11, 16);
  return (
    <div className="updated">
      <span role="status" className={figures.isError ? 'updated-stale' : undefined}>
        {figures.isError ? t('dashboard.stale', { at }) : t('dashboard.updated', { at })}
      </span>
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
