import { Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TryAgain } from './TryAgain.tsx';
import type { FailureProps } from './Unread.ts';

interface PageFailureProps extends FailureProps {
  /** What else can be done. */
  readonly children?: ReactNode;
}

/** Stands in place of a page or a drawer that could not be read: says why, and tries again; nothing while there is no failure. */
export function PageFailure({ of, title, children }: PageFailureProps) {
  const { t } = useTranslation();
  if (!of.error) return null;
  return (
    <Result
      status="warning"
      title={title ?? t('datapage.failed')}
      subTitle={of.error.message}
      extra={
        <>
          <TryAgain of={of} />
          {children}
        </>
      }
    />
  );
}
