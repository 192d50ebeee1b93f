import { type Position, position } from '@suyuan/contract/organ/position.ts';
import { useMemo, useState } from 'react';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { RoleSelect } from '../role/RoleSelect.tsx';
import { RoleTags } from '../role/RoleTags.tsx';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PositionRoles, type RolesOfPosition, rolesOfPosition } from './PositionRoles.tsx';
import '../organisation.css';

const spec = (showRoles: (position: Position) => void) =>
  thingList(position, {
    titleOf: (row) => row.position_name,
    actions: [{ key: 'roles', text: 'field.roles', permission: 'departmentjob:update', run: showRoles }],
    detailAside: (row) => (
      <div className="organisation-people">
        <PeopleTable of={{ position_id: row.id }} />
      </div>
    ),
    shown: {
      department_id: { input: DepartmentSelect, isNumber: true, example: 'SALES' },
      depart_code: { width: 120, hidden: true },
      depart_name: { width: 180 },
      position_name: { width: 200, example: 'example.position_name' },
      role_names: { width: 220, hidden: true },
      role_ids: {
        input: RoleSelect,
        column: true,
        width: 300,
        render: (row) => <RoleTags roles={row.roles} />,
        form: { hint: 'departmentjob.rolesHint', onlyNew: true },
        example: 'example.role_names',
      },
      description: { kind: 'longtext', width: 240 },
    },
  });

/** The positions of departments, and the roles that they grant. */
export default function DepartmentJobs() {
  const [selection, setSelection] = useState<RolesOfPosition>();
  const list = useMemo(() => {
    // `call` has shown the error.
    const show = ({ id, position_name }: Position) =>
      void rolesOfPosition(id, position_name).then(setSelection, () => undefined);
    return spec(show);
  }, []);
  return (
    <>
      <DataPage spec={list} />
      {selection && <PositionRoles of={selection} onClose={() => setSelection(undefined)} />}
    </>
  );
}
