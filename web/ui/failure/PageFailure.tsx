import { WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RequestIdOf } from './RequestIdOf.tsx';
import './failure.css';

interface PageFailureProps extends FailureProps {
  /** Further buttons. */
  readonly children?: ReactNode;
}

/**
 * Replaces a page or drawer that failed to load: shows the error and a button to retry; renders nothing without an error. It
 * does not use antd's `Result`, whose pictures would be loaded with every list. It has no role `alert`, because a notice has
 * announced the error.
 */
export function PageFailure({ of, title, children }: PageFailureProps) {
  const { t } = useTranslation();
  if (!of.error) return null;
  return (
    <div className="page-failure">
      <WarningFilled aria-hidden />
      <h2>{title ?? t('datapage.failed')}</h2>
      <p>{of.error.message}</p>
      <RequestIdOf error={of.error} />
      <div className="page-failure-ways">
        <TryAgain of={of} />
        {children}
      </div>
    </div>
  );
}

/** A query that may have failed, as returned by `useQuery`. */
export interface Unread {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export interface FailureProps {
  readonly of: Unread;
  /** What failed to load, if that is not clear from the place. */
  readonly title?: string;
}

/** A button that runs a failed query again. */
export function TryAgain({ of }: { readonly of: Unread }) {
  const { t } = useTranslation();
  return <Button onClick={() => void of.refetch()}>{t('button.retry')}</Button>;
}
