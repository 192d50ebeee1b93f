import type { MenuTreeNode } from '@suyuan/contract/organ/menu-setting.ts';
import { allRolesTree, role, saveTree } from '@suyuan/contract/organ/role.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { AddedRow } from '#ui/DataPage/fields.ts';
import { EditDrawer } from '#ui/dialogs/EditDrawer.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useFormSource } from '#ui/edit/useFormSource.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import {
  grantableIn,
  type Held,
  heldIn,
  isSameHeld,
  permissionsAt,
  selectionIn,
} from '#ui/permissions/heldPermissions.ts';
import { PermissionTree } from '#ui/permissions/PermissionTree.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import './rights.css';

interface RolePermissionsProps {
  readonly role: AddedRow;
  /** The role whose permissions are proposed. */
  readonly like?: number | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The permissions of a role; read-only without the permission to change roles. */
export default function RolePermissions({ role, like, onClose, onDone }: RolePermissionsProps) {
  const { t } = useTranslation();
  const mayChange = useCan()('rolemanage:update');
  const [draft, setDraft] = useState<Held>();
  const [template, setTemplate] = useState(like);
  const [busy, setBusy] = useState(false);
  const role_id = role.id;
  const { data, error, refetch } = useFormSource({
    queryKey: [allRolesTree.path, role_id],
    queryFn: ({ signal }) => call(allRolesTree, { role_id }, { signal }),
  });
  const { data: proposal } = useQuery({
    queryKey: [allRolesTree.path, template],
    queryFn: ({ signal }) => call(allRolesTree, template === undefined ? {} : { role_id: template }, { signal }),
    enabled: template !== undefined,
  });
  const before = heldIn(data ?? []);
  const permissions = draft ?? (template !== undefined && proposal ? grantableIn(proposal) : before);
  const isChanged = !isSameHeld(permissions, before);

  const save = async (nodes: readonly MenuTreeNode[]) => {
    setBusy(true);
    try {
      // A role that was just added has no `updated_at`.
      const version = role.updated_at ? { updated_at: `${role.updated_at}` } : {};
      await call(saveTree, { role_id, menus: selectionIn(nodes, permissions), ...version });
      notify.success(t('datapage.saved'));
      onDone();
      onClose();
    } catch {
      // `call` has shown the error.
    } finally {
      setBusy(false);
    }
  };
  const onlyOwn = mayChange && !(data ?? []).flatMap(permissionsAt).every(({ grantable }) => grantable);
  return (
    <EditDrawer
      title={t('rolemanage.permissionsOf', { role: role.role_name })}
      size={880}
      onClose={onClose}
      save={
        data && mayChange
          ? {
              run: () => void save(data),
              busy,
              disabled: !isChanged,
              note: t('rolemanage.chosen', { number: permissions.size }),
            }
          : undefined
      }
    >
      <Unsaved changed={isChanged} />
      <PageFailure of={{ error, refetch }} />
      {!data && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {onlyOwn && <Alert type="info" showIcon title={t('rolemanage.onlyOwn')} style={{ marginBottom: 16 }} />}
      {data && mayChange && (
        <div className="permission-template">
          <label htmlFor="role-template">{t('rolemanage.like')}</label>
          <RoleChoice
            id="role-template"
            except={role_id}
            value={template}
            onChange={(next) => {
              setTemplate(next);
              setDraft(undefined);
            }}
          />
        </div>
      )}
      {data && <PermissionTree nodes={data} held={permissions} onChange={mayChange ? setDraft : undefined} />}
    </EditDrawer>
  );
}

interface RoleChoiceProps {
  readonly id: string;
  /** The role that is not offered. */
  readonly except: number;
  readonly value: number | undefined;
  readonly onChange: (role: number | undefined) => void;
}

/** Chooses a role as a template for another one. */
function RoleChoice({ id: element, except, value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation();
  const input = { page: 1, size: 200, sort: 'role_name' } as const;
  const { data, isFetching } = useQuery({
    queryKey: [role.page.path, input],
    queryFn: ({ signal }) => call(role.page, input, { signal }),
  });
  return (
    <Choice
      id={element}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      placeholder={t('rolemanage.likeNone')}
      options={(data?.rows ?? [])
        .filter(({ id }) => id !== except)
        .map(({ id, role_name }) => ({ value: id, label: role_name }))}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
    />
  );
}
