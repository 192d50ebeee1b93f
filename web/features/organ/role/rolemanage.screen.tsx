import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Role, role } from '../../../../contract/organ/role.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { later } from '../../../core/loading/later.tsx';
import { useCan } from '../../../core/session/allowed.tsx';
import { changeRole } from '../../../core/session/roleView.ts';
import { useSession } from '../../../core/session/session.ts';
import { mayLose } from '../../../core/unsaved/unsaved.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { AddedRow, RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { thingList } from '../../../ui/DataPage/thingList.ts';
import { RoleHolders } from './RoleHolders.tsx';
import { RolePositions } from './RolePositions.tsx';
import './rights.css';

const RolePermissions = later(() => import('./RolePermissions.tsx'));

/** Roles: what they may do, and who has them. */
export default function Roles() {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Role>();
  const isAdministrator = useSession((session) => session.roles.includes('admin'));
  const list = useMemo(() => spec(setChosen, isAdministrator), [isAdministrator]);
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
        {chosen && <RolePermissions role={chosen} onClose={() => setChosen(undefined)} onDone={refresh} />}
      </Suspense>
    </>
  );
}

const NewRolePermissions = ({ row, onDone, onClose }: RowDialogProps<AddedRow>) => (
  <RolePermissions role={row} onDone={onDone} onClose={onClose} />
);

/** Only an administrator sees what others see: whoever else did could see more by it than they may. */
const spec = (showPermissions: (chosen: Role) => void, isAdministrator: boolean) =>
  thingList(role, {
    titleOf: (row) => row.role_name,
    // A role that holds nothing is of no use yet.
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
      // In the detail both are listed.
      holders: { width: 130, detail: false },
      positions: { width: 140, detail: false },
      two_step_required: { form: { initial: false, hint: 'rolemanage.twoStepHint' } },
      updated_at: { width: 170 },
    },
  });

/** All tabs close with it. What stood against it was said. */
async function view({ id }: Role): Promise<void> {
  if (await mayLose()) await changeRole(id).catch(() => undefined);
}
