import type { ReactNode } from 'react';
import type { Permission } from '../../../contract/menu.ts';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { Allowed } from '../../core/session/allowed.tsx';
import '../DataPage/dataPage.css';

interface ActScreenProps {
  readonly title: string;
  /** Who may use the desk; anybody else sees what was done. */
  readonly may: Permission;
  readonly desk: ReactNode;
  readonly history: ReactNode;
}

/** A desk for those who may use it, above what was done before. */
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
