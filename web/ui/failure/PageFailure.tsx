import { WarningFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import './failure.css';
import { TryAgain } from './TryAgain.tsx';
import type { FailureProps } from './Unread.ts';

interface PageFailureProps extends FailureProps {
  /** What else can be done. */
  readonly children?: ReactNode;
}

/**
 * Stands in place of a page or a drawer that could not be read: says why, and tries again; nothing while there is no
 * failure. Every list comes with it, so that it is not made of antd's `Result`, which brings pictures for all its states.
 * It is no alert: a notice has said so already, to whoever hears the page as well.
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
