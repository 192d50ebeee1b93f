import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { Alert } from 'antd';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import '../scan/scan.css';

interface RefusalListProps {
  readonly refusals: readonly EventRefusal[];
  /** What they were refused for, if it is less than the whole event. */
  readonly warning?: string;
}

/** Lists the refused codes, each with the conflict and what to do. */
export function RefusalList({ refusals, warning }: RefusalListProps) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  const count = new Set(refusals.map(({ code }) => code)).size;
  return (
    <Alert
      type={warning ? 'warning' : 'error'}
      showIcon
      title={warning ?? t('scan.refused', { count })}
      description={
        <ul className="refusal-list">
          {refusals.map(({ code, reason, message }) => (
            <li key={`${code} ${reason}`}>
              <code>{code}</code> {message}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** The refused codes of a failed call; empty if it failed for another reason. */
export const refusalsIn = (error: unknown): readonly EventRefusal[] =>
  error instanceof ApiError ? error.refusals : [];
