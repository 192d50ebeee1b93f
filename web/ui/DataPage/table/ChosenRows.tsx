import { Button } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonText } from '../../../core/i18n/menuText.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import type { ListSpec, RowsDialogProps } from '../fields.ts';
import type { Choice } from './useChosen.ts';

interface ChosenRowsProps {
  readonly spec: ListSpec;
  readonly choice: Choice;
  readonly onDialog: (dialog: ComponentType<RowsDialogProps>) => void;
}

/** How many rows are chosen, and what can be done with them. */
export function ChosenRows({ spec: { together = [] }, choice: { rows, choose }, onDialog }: ChosenRowsProps) {
  const { t } = useTranslation();
  const can = useCan();
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form
    <div className="data-page-chosen" role="group" aria-label={t('datapage.chosen', { count: rows.length })}>
      <span role="status">{t('datapage.chosen', { count: rows.length })}</span>
      {together
        .filter(({ permission }) => can(permission))
        .map(({ key, text, permission, danger = false, dialog }) => (
          <Button key={key} size="small" danger={danger} onClick={() => onDialog(dialog)}>
            {buttonText(t, permission, t(text))}
          </Button>
        ))}
      <Button size="small" type="link" onClick={() => choose([])}>
        {t('datapage.chooseNone')}
      </Button>
    </div>
  );
}
