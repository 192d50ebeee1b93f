import type { DropdownProps } from 'antd';
import { type ComponentType, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '../../MenuDropdown.tsx';
import type { Row } from '../../records.ts';
import type { RowDialogProps } from '../fields.ts';
import { besideEachOther, type NamedAction } from './rowActions.ts';

interface RowActionsProps {
  readonly row: Row;
  readonly actions: readonly NamedAction[];
  readonly onDialog: (dialog: ComponentType<RowDialogProps>, row: Row) => void;
}

/** The actions of a row: the first two as buttons, the rest in a menu. */
export function RowActions({ row, actions, onDialog }: RowActionsProps) {
  const begin = (action: NamedAction | undefined) => {
    if (!action) return;
    if ('dialog' in action.action) onDialog(action.action.dialog, row);
    else action.action.run(row);
  };
  const more = actions.slice(besideEachOther);
  return (
    <div className="row-actions">
      {actions.slice(0, besideEachOther).map((one) => (
        <button
          key={one.action.key}
          type="button"
          className={one.action.danger ? 'row-action row-action-danger' : 'row-action'}
          disabled={one.barred !== undefined}
          title={one.barred}
          onClick={() => begin(one)}
        >
          {one.name}
        </button>
      ))}
      {more.length > 0 && (
        <RowMenu
          items={more.map(({ action, name, barred }) => ({
            key: action.key,
            label: name,
            danger: action.danger ?? false,
            ...(barred === undefined ? {} : { disabled: true, title: barred }),
          }))}
          onClick={({ key }) => begin(more.find(({ action }) => action.key === key))}
        />
      )}
    </div>
  );
}

/** The menu is rendered when it is first opened, because a table has one for each row. */
function RowMenu(menu: NonNullable<DropdownProps['menu']>) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const button = (
    <button
      ref={place}
      type="button"
      className="row-action"
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={() => {
        if (wanted) return;
        setWanted(true);
        setOpen(true);
      }}
    >
      {t('datapage.moreActions')}
    </button>
  );
  if (!wanted) return button;
  return (
    <MenuDropdown
      trigger={['click']}
      open={open}
      menu={menu}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next && document.activeElement?.closest('.ant-dropdown')) place.current?.focus();
      }}
    >
      {button}
    </MenuDropdown>
  );
}
