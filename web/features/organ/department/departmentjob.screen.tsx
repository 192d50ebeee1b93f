import { useMemo, useState } from 'react';
import {
  type Position,
  positionAdd,
  positionDelete,
  positionList,
  positionUpdate,
} from '../../../../contract/organ/position.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import type { Row } from '../../../ui/records.ts';
import { RoleSelect } from '../role/RoleSelect.tsx';
import { RoleTags } from '../role/RoleTags.tsx';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PositionRoles, type RolesOfPosition, rolesOfPosition } from './PositionRoles.tsx';
import '../organisation.css';

const spec = (showRoles: (position: Row) => void): ListSpec => ({
  name: 'departmentjob',
  page: positionList,
  add: positionAdd,
  update: positionUpdate,
  remove: positionDelete,
  thing: 'position',
  titleOf: (row) => `${row.position_name}`,
  actions: [{ key: 'roles', text: 'departmentjob.roles', permission: 'departmentjob:update', run: showRoles }],
  detailAside: (row) => (
    <div className="organisation-people">
      <PeopleTable of={{ position_id: row.id as number }} />
    </div>
  ),
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'department_id',
      kind: 'own',
      input: DepartmentSelect,
      isNumber: true,
      search: true,
      column: false,
      form: { required: true, onlyNew: true },
    },
    { key: 'depart_name', kind: 'text', column: { width: 180, sort: true } },
    {
      key: 'position_name',
      kind: 'text',
      column: { width: 200, sort: true },
      form: { required: true, maxLength: 128 },
    },
    {
      key: 'role_ids',
      kind: 'own',
      input: RoleSelect,
      column: { width: 300, render: (row) => <RoleTags roles={row.roles as Position['roles']} /> },
      form: { hint: 'departmentjob.rolesHint', onlyNew: true },
    },
    { key: 'people', kind: 'number', column: { width: 110 } },
    { key: 'description', kind: 'longtext', column: { width: 240 }, form: { maxLength: 500 } },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
});

/** The positions of the departments, and the roles that each of them brings. */
export default function DepartmentJobs() {
  const [chosen, setChosen] = useState<RolesOfPosition>();
  const list = useMemo(() => {
    // What stood against it was said.
    const show = ({ id, position_name }: Row) =>
      void rolesOfPosition(id as number, `${position_name}`).then(setChosen, () => undefined);
    return spec(show);
  }, []);
  return (
    <>
      <DataPage spec={list} />
      {chosen && <PositionRoles position={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
