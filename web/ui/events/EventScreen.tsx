import type { Permission } from '@suyuan/contract/menu.ts';
import type { ReactNode } from 'react';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Allowed } from '#core/session/allowed.tsx';
import { DataPage } from '../DataPage/DataPage.tsx';
import type { ListSpec } from '../DataPage/fields.ts';
import { Panel } from '../Panel.tsx';

interface EventScreenProps {
  /** The list of what was done here. */
  readonly list: ListSpec;
  /** The permission for the desk; without it, only the list is shown. */
  readonly may: Permission;
  readonly children: ReactNode;
}

/** A desk, for those who may use it, and below it the list of what was done at it. */
export function EventScreen({ list, may, children }: EventScreenProps) {
  const { t } = useTranslation();
  return (
    <div className="data-page">
      <Allowed permission={may}>
        <Panel aria-label={buttonText(t, may, t('events.desk'))}>{children}</Panel>
      </Allowed>
      <DataPage spec={list} />
    </div>
  );
}
