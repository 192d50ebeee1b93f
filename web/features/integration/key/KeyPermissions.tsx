import { epcisPermissions, isForKeys } from '@suyuan/contract/access/system-key.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { allTreeButtons, type MenuTreeNode } from '@suyuan/contract/organ/menu-setting.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Can, useCan } from '#core/session/allowed.tsx';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { PermissionTree } from '#ui/permissions/PermissionTree.tsx';
import './key.css';

/** What a key may do: calls of the menu as a role has them, as far as the person may do them, and EPCIS. */
export function KeyPermissions({ value, onChange, epcisOnly }: OwnInputProps & { readonly epcisOnly: boolean }) {
  const { t } = useTranslation();
  const can = useCan();
  const tree = useQuery({
    queryKey: [allTreeButtons.path],
    queryFn: ({ signal }) => call(allTreeButtons, {}, { signal }),
    enabled: !epcisOnly,
  });
  const held: ReadonlySet<string> = new Set(value as readonly string[]);
  const set = (permission: string, on: boolean) => {
    const next = new Set(held);
    if (on) next.add(permission);
    else next.delete(permission);
    onChange?.([...next]);
  };
  return (
    <div className="key-permissions">
      <fieldset className="key-epcis">
        <legend>EPCIS</legend>
        {epcisPermissions.map((permission) => (
          <Checkbox
            key={permission}
            checked={held.has(permission)}
            onChange={({ target }) => set(permission, target.checked)}
          >
            {t(`apikey.${permission === 'epcis:capture' ? 'capture' : 'query'}`)}
          </Checkbox>
        ))}
      </fieldset>
      {!epcisOnly && (
        <>
          <PartFailure of={tree} title={t('apikey.treeFailed')} />
          {tree.isPending && <Skeleton active />}
          <PermissionTree
            nodes={forKeys(tree.data ?? [], can)}
            held={held}
            onChange={(next) => onChange?.([...next])}
          />
        </>
      )}
    </div>
  );
}

/** The tree without what is kept by people; the rest can be given as far as the person has it. */
const forKeys = (nodes: readonly MenuTreeNode[], can: Can): MenuTreeNode[] =>
  nodes.map((node) => ({
    ...node,
    grantable: isForKeys(node.menu_key) && can(node.menu_key as Permission),
    hidden: node.hidden || !isForKeys(node.menu_key),
    listMenuButtons: node.listMenuButtons
      .filter(({ menu_button_code }) => isForKeys(menu_button_code))
      .map((button) => ({ ...button, grantable: can(button.menu_button_code as Permission) })),
    children: forKeys(node.children, can),
  }));
