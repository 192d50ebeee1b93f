import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface RecordRow {
  readonly key: number;
  readonly cells: readonly ReactNode[];
  /** Shown at the end of the row, e.g. buttons. */
  readonly end?: ReactNode;
}

interface RecordTableProps {
  readonly titles: readonly string[];
  /** Undefined while loading. */
  readonly rows: readonly RecordRow[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** A small table about the account; on a narrow screen, each row is shown as a block. */
export function RecordTable({ titles, rows, failed, onRetry }: RecordTableProps) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <p className="profile-note">
        {t('profile.failed')}{' '}
        <button type="button" className="plain-button" onClick={onRetry}>
          {t('button.retry')}
        </button>
      </p>
    );
  }
  if (!rows) return <p className="profile-note">{t('profile.loading')}</p>;
  return (
    <table className="profile-table">
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {rows.some(({ end }) => end) && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, end }) => (
          <tr key={key}>
            {titles.map((title, at) => (
              <td key={title} data-title={title}>
                {cells[at]}
              </td>
            ))}
            {end && <td className="profile-end">{end}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
