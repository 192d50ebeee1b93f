import type { Call } from '@suyuan/contract/call/call.ts';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useBegunByMe } from '#core/session/useBegunByMe.ts';
import type { Row } from '../../records.ts';
import type { ListSpec, RowAction } from '../fields.ts';

/** The built-in actions of a list on a row; undefined ones are not available to this person. */
export interface OwnActions {
  readonly onDetail: (row: Row) => void;
  readonly onUpdate: (row: Row) => void;
  /** Undefined if rows cannot be copied, or not by this person. */
  readonly onCopy: ((row: Row) => void) | undefined;
  readonly onDelete: (row: Row) => void;
  /** Undefined if rows cannot be disabled, or not by this person. */
  readonly onSwitch: ((status: 'enabled' | 'disabled', row: Row) => void) | undefined;
}

/** An action with its label, which the enterprise may have renamed. */
export interface NamedAction {
  readonly action: RowAction;
  readonly name: string;
  /** Why this person cannot take it on this row, though it would be possible. */
  readonly barred?: string;
}

/** How many actions are buttons; the rest is in a menu. */
export const besideEachOther = 2;

/** Returns the actions that this person may take on a row, in display order. */
export function useRowActions(spec: ListSpec, own: OwnActions): (row: Row) => readonly NamedAction[] {
  const { t } = useTranslation();
  const can = useCan();
  const isBegunByMe = useBegunByMe();
  const usual = (key: 'update' | 'delete', { access }: Call, run: (row: Row) => void, danger = false): RowAction => ({
    key,
    text: `button.${key}`,
    ...(typeof access === 'string' ? {} : { permission: access[0] }),
    danger,
    shown: (row) => !spec.locked?.(row) && !(key === 'delete' && spec.kept?.(row)),
    run,
  });
  const { actions = [], update, remove } = spec;
  const { onDetail, onUpdate, onCopy, onDelete, onSwitch } = own;
  const all: readonly RowAction[] = [
    ...actions.filter(({ later }) => !later),
    ...(update ? [usual('update', update, onUpdate)] : []),
    { key: 'detail', text: 'datapage.detail' as const, run: onDetail },
    ...actions.filter(({ later }) => later),
    ...(onCopy ? [{ key: 'copy', text: 'datapage.copy' as const, run: onCopy }] : []),
    ...(onSwitch ? switching(onSwitch) : []),
    ...(remove ? [usual('delete', remove, onDelete, true)] : []),
  ];
  const nameOf = ({ permission, text }: RowAction) => (permission ? buttonText(t, permission, t(text)) : t(text));
  const entries = all
    .filter(({ permission }) => !permission || can(permission))
    .map((action) => ({ action, name: nameOf(action) }));
  return (row) =>
    entries
      .filter(({ action }) => action.shown?.(row) ?? true)
      .map((entry) => {
        const { completes } = entry.action;
        return completes && isBegunByMe(completes, row) ? { ...entry, barred: t('datapage.needsAnother') } : entry;
      });
}

const switching = (onSwitch: NonNullable<OwnActions['onSwitch']>): RowAction[] => [
  {
    key: 'disable',
    text: 'datapage.disable',
    shown: ({ status }) => status === 'enabled',
    run: (row) => onSwitch('disabled', row),
  },
  {
    key: 'enable',
    text: 'datapage.enable',
    shown: ({ status }) => status !== 'enabled',
    run: (row) => onSwitch('enabled', row),
  },
];
