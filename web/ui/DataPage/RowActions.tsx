import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Permission } from '../../../contract/menu.ts';
import { useCan } from '../../session/allowed.tsx';
import type { ListSpec, Row, RowAction } from './fields.ts';

interface RowActionsProps {
  readonly spec: ListSpec;
  readonly row: Row;
  readonly onDetail: () => void;
  readonly onUpdate: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a row by this person: the first two beside each other, the rest in a menu. */
export function RowActions({ spec, row, onDetail, onUpdate, onDelete }: RowActionsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const own = (key: string, run: () => void, danger = false): RowAction => ({
    key,
    text: `datapage.${key}`,
    permission: `${spec.name}:${key}` as Permission,
    danger,
    run,
  });
  const actions = [
    ...(spec.actions ?? []),
    ...(spec.update ? [own('update', onUpdate)] : []),
    { key: 'detail', text: 'datapage.detail', run: onDetail },
    ...(spec.remove ? [own('delete', onDelete, true)] : []),
  ].filter((action: RowAction) => (!action.permission || can(action.permission)) && (action.shown?.(row) ?? true));
  const more = actions.slice(2);
  return (
    <div style={{ display: 'flex', gap: 4, whiteSpace: 'nowrap' }}>
      {actions.slice(0, 2).map((action: RowAction) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          danger={action.danger ?? false}
          onClick={() => action.run(row)}
        >
          {t(action.text)}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action: RowAction) => ({
              key: action.key,
              label: t(action.text),
              danger: action.danger ?? false,
            })),
            onClick: ({ key }) => more.find((action) => action.key === key)?.run(row),
          }}
        >
          <Button type="link" size="small">
            {t('datapage.moreActions')}
          </Button>
        </Dropdown>
      )}
    </div>
  );
}
