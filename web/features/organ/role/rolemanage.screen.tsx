import { type Role, role } from '@suyuan/contract/organ/role.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { changeRole } from '#core/session/roleView.ts';
import { useSession } from '#core/session/session.ts';
import { mayLose } from '#core/unsaved/unsaved.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { AddedRowDialogProps } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { RoleHolders } from './RoleHolders.tsx';
import { RolePositions } from './RolePositions.tsx';
import './rights.css';

const RolePermissions = later(() => import('./RolePermissions.tsx'));

/** Roles, with their permissions and the accounts that have them. */
export default function Roles() {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [selection, setSelection] = useState<Role>();
  const isAdministrator = useSession((session) => session.roles.includes('admin'));
  const list = useMemo(() => spec(setSelection, isAdministrator), [isAdministrator]);
  const refresh = () => void queries.invalidateQueries({ queryKey: [role.page.path] });
  return (
    <>
      <DataPage
        spec={list}
        extra={
          can('setmenusenable:update') && (
            <Button onClick={() => void navigate('/role/setmenusenable')}>{t('menu.setmenusenable')}</Button>
          )
        }
      />
      <Suspense>
        {selection && <RolePermissions role={selection} onClose={() => setSelection(undefined)} onDone={refresh} />}
      </Suspense>
    </>
  );
}

/** The permissions of a new role: those of the one that it was copied from, or none yet. */
const NewRolePermissions = ({ row, like, onDone, onClose }: AddedRowDialogProps) => (
  <RolePermissions role={row} like={like?.id as number | undefined} onDone={onDone} onClose={onClose} />
);

/** Only administrators can view the console as a role; others might see more that way than they are allowed to. */
const spec = (showPermissions: (role: Role) => void, isAdministrator: boolean) =>
  thingList(role, {
    titleOf: (row) => row.role_name,
    copied: ['description', 'two_step_required'],
    // A role without permissions is useless, so adding one continues with its permissions.
    next: { permission: 'rolemanage:update', dialog: NewRolePermissions },
    actions: [
      { key: 'permissions', text: 'rolemanage.permissionTree', run: showPermissions },
      { key: 'view', text: 'rolemanage.view', later: true, shown: () => isAdministrator, run: (row) => void view(row) },
    ],
    detailAside: (row) => (
      <>
        <RoleHolders roleId={row.id} />
        <RolePositions roleId={row.id} />
      </>
    ),
    shown: {
      role_name: { width: 150 },
      description: { kind: 'longtext', width: 190, form: { initial: '' } },
      permissions: { form: false },
      // The detail lists both.
      holders: { width: 130, detail: false },
      positions: { width: 140, detail: false },
      two_step_required: { form: { initial: false, hint: 'rolemanage.twoStepHint' } },
      updated_at: { width: 170 },
    },
  });

/** Changing the viewed role closes all tabs, so it asks first. Errors were shown by the call. */
async function view({ id }: Role): Promise<void> {
  if (await mayLose()) await changeRole(id).catch(() => undefined);
}
