import { WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './failure.css';
import { TryAgain } from './TryAgain.tsx';
import type { FailureProps } from './Unread.ts';

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
      <div className="page-failure-ways">
        <TryAgain of={of} />
        {children}
      </div>
    </div>
  );
}
