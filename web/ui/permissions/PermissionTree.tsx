import type { MenuTreeNode } from '@suyuan/contract/organ/menu-setting.ts';
import { Checkbox, Tag } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import {
  type Held,
  isGated,
  isGroup,
  permissionsAt,
  shareOf,
  withButton,
  withNode,
  withView,
} from './heldPermissions.ts';
import './permissions.css';

interface PermissionTreeProps {
  readonly nodes: readonly MenuTreeNode[];
  readonly held: Held;
  /** Omitted if the tree is read-only. */
  readonly onChange?: ((permissions: Held) => void) | undefined;
}

/** The tree of permissions: groups, and in them a line for each screen with its buttons. */
export function PermissionTree({ nodes, held, onChange }: PermissionTreeProps) {
  return (
    <ul className="permission-tree">
      {nodes
        .filter((node) => permissionsAt(node).length > 0)
        .map((node) => (
          <li key={node.menu_key}>
            <NodeLine node={node} held={held} onChange={onChange} />
            {isGroup(node) && <PermissionTree nodes={node.children} held={held} onChange={onChange} />}
          </li>
        ))}
    </ul>
  );
}

interface NodeLineProps extends Omit<PermissionTreeProps, 'nodes'> {
  readonly node: MenuTreeNode;
}

function NodeLine({ node, held, onChange }: NodeLineProps) {
  const share = shareOf(node, held);
  // A permission that the person may not grant can still be removed.
  const locked = !onChange || (share === 'none' && !permissionsAt(node).some(({ grantable }) => grantable));
  return (
    <div className={isGroup(node) ? 'permission-line permission-group' : 'permission-line'}>
      <Checkbox
        checked={share === 'all'}
        indeterminate={share === 'some'}
        disabled={locked}
        onChange={({ target }) => onChange?.(withNode(node, held, target.checked))}
      >
        {node.menu_name}
        {!node.enabled && <OffTag />}
      </Checkbox>
      {node.listMenuButtons.length > 0 && <ScreenParts node={node} held={held} onChange={onChange} />}
    </div>
  );
}

/** Checkboxes for seeing a screen and for each of its buttons. */
function ScreenParts({ node, held, onChange }: NodeLineProps) {
  const { t } = useTranslation();
  const locked = (permission: string, grantable: boolean) => !onChange || (!grantable && !held.has(permission));
  return (
    <fieldset className="permission-parts">
      <legend className="visually-hidden">{node.menu_name}</legend>
      {isGated(node) ? (
        <Checkbox
          className="permission-view"
          checked={held.has(node.menu_key)}
          disabled={locked(node.menu_key, node.grantable)}
          onChange={({ target }) => onChange?.(withView(node, held, target.checked))}
        >
          {t('permission.see')}
        </Checkbox>
      ) : (
        <span className="permission-view" />
      )}
      {node.listMenuButtons.map(({ menu_button_code, button_name, enabled, grantable }) => (
        <Checkbox
          key={menu_button_code}
          checked={held.has(menu_button_code)}
          disabled={locked(menu_button_code, grantable)}
          onChange={({ target }) => onChange?.(withButton(node, held, menu_button_code, target.checked))}
        >
          {button_name}
          {!enabled && <OffTag />}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function OffTag() {
  const { t } = useTranslation();
  return <Tag className="permission-off">{t('permission.off')}</Tag>;
}
