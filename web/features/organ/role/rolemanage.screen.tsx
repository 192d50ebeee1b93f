import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { roleAdd, roleDelete, roleExport, roleList, roleUpdate } from '../../../../contract/organ/role.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import type { Row } from '../../../ui/records.ts';
import { RoleHolders } from './RoleHolders.tsx';
import { RolePositions } from './RolePositions.tsx';
import './rights.css';

const RolePermissions = lazy(() => import('./RolePermissions.tsx'));

/** Roles: what they may do, and who has them. */
export default function Roles() {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Row>();
  const list = useMemo(() => spec(setChosen), []);
  const refresh = () => void queries.invalidateQueries({ queryKey: [roleList.path] });
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

const spec = (showPermissions: (role: Row) => void): ListSpec => ({
  name: 'rolemanage',
  page: roleList,
  add: roleAdd,
  update: roleUpdate,
  remove: roleDelete,
  export: roleExport,
  thing: 'role',
  titleOf: (row) => `${row.role_name}`,
  actions: [{ key: 'permissions', text: 'rolemanage.permissionTree', run: showPermissions }],
  detailAside: (row) => (
    <>
      <RoleHolders roleId={row.id as number} />
      <RolePositions roleId={row.id as number} />
    </>
  ),
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'role_name',
      kind: 'text',
      column: { width: 150, sort: true },
      form: { required: true, maxLength: 64 },
    },
    { key: 'description', kind: 'longtext', column: { width: 190 }, form: { maxLength: 256, initial: '' } },
    { key: 'permissions', kind: 'number', column: { width: 110 } },
    // In the detail both are listed.
    { key: 'holders', kind: 'number', column: { width: 130 }, detail: false },
    { key: 'positions', kind: 'number', column: { width: 140 }, detail: false },
    {
      key: 'two_step_required',
      kind: 'switch',
      column: { width: 110 },
      form: { initial: false, hint: 'rolemanage.twoStepHint' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 170, sort: true } },
  ],
});
