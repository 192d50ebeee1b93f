import type { ReactNode } from 'react';
import type { Permission } from '../../../contract/menu.ts';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { Allowed } from '../../core/session/allowed.tsx';
import '../DataPage/dataPage.css';

interface ActScreenProps {
  readonly title: string;
  /** The permission for the desk; without it, only the history is shown. */
  readonly may: Permission;
  readonly desk: ReactNode;
  readonly history: ReactNode;
}

/** A desk, for those who may use it, and the history below it. */
export function ActScreen({ title, may, desk, history }: ActScreenProps) {
  const { t } = useTranslation();
  return (
    <div className="data-page">
      <section className="data-page-panel">
        <div className="data-page-toolbar">
          <h1>{title}</h1>
        </div>
        <Allowed permission={may}>{desk}</Allowed>
      </section>
      <section className="data-page-panel" aria-label={t('acts.history')}>
        <h2>{t('acts.history')}</h2>
        {history}
      </section>
    </div>
  );
}
