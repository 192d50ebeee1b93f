import type { DropdownProps } from 'antd';
import { type ComponentType, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../../contract/call/call.ts';
import { buttonText } from '../../../core/i18n/menuText.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { MenuDropdown } from '../../MenuDropdown.tsx';
import type { Row } from '../../records.ts';
import type { ListSpec, RowAction, RowDialogProps } from '../fields.ts';

interface RowActionsProps {
  readonly spec: ListSpec;
  readonly row: Row;
  readonly onDetail: () => void;
  readonly onUpdate: () => void;
  /** Undefined where rows are not copied, or not by this person. */
  readonly onCopy: (() => void) | undefined;
  readonly onDelete: () => void;
  /** Undefined where rows cannot be disabled, or not by this person. */
  readonly onSwitch: ((status: 'enabled' | 'disabled') => void) | undefined;
  readonly onDialog: (dialog: ComponentType<RowDialogProps>) => void;
}

/** What can be done with a row by this person: the first two beside each other, the rest in a menu. */
export function RowActions({ spec, row, onDetail, onUpdate, onCopy, onDelete, onSwitch, onDialog }: RowActionsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const own = (key: 'update' | 'delete', { access }: Call, run: () => void, danger = false): RowAction => ({
    key,
    text: `datapage.${key}`,
    ...(typeof access === 'string' ? {} : { permission: access[0] }),
    danger,
    shown: () => !spec.locked?.(row),
    run,
  });
  const ownActions = spec.actions ?? [];
  const actions: readonly RowAction[] = [
    ...ownActions.filter(({ later }) => !later),
    ...(spec.update ? [own('update', spec.update, onUpdate)] : []),
    { key: 'detail', text: 'datapage.detail' as const, run: onDetail },
    ...ownActions.filter(({ later }) => later),
    ...(onCopy ? [{ key: 'copy', text: 'datapage.copy' as const, run: onCopy }] : []),
    ...(onSwitch ? [switching(row, onSwitch)] : []),
    ...(spec.remove ? [own('delete', spec.remove, onDelete, true)] : []),
  ].filter((action: RowAction) => (!action.permission || can(action.permission)) && (action.shown?.(row) ?? true));
  // A button may have a name that the enterprise gave it.
  const nameOf = ({ permission, text }: RowAction) => (permission ? buttonText(t, permission, t(text)) : t(text));
  const begin = (action: RowAction | undefined) => {
    if (!action) return;
    if ('dialog' in action) onDialog(action.dialog);
    else action.run(row);
  };
  const more = actions.slice(2);
  return (
    <div className="row-actions">
      {actions.slice(0, 2).map((action: RowAction) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'row-action row-action-danger' : 'row-action'}
          onClick={() => begin(action)}
        >
          {nameOf(action)}
        </button>
      ))}
      {more.length > 0 && (
        <RowMenu
          items={more.map((action: RowAction) => ({
            key: action.key,
            label: nameOf(action),
            danger: action.danger ?? false,
          }))}
          onClick={({ key }) => begin(more.find((action) => action.key === key))}
        />
      )}
    </div>
  );
}

const switching = ({ status }: Row, onSwitch: (status: 'enabled' | 'disabled') => void): RowAction =>
  status === 'enabled'
    ? { key: 'disable', text: 'datapage.disable', run: () => onSwitch('disabled') }
    : { key: 'enable', text: 'datapage.enable', run: () => onSwitch('enabled') };

/** The menu is made when it is first opened: a table has as many of them as rows. */
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
