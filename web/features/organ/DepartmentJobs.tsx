import {
  type Position,
  positionAdd,
  positionDelete,
  positionList,
  positionUpdate,
} from '../../../contract/organ-positions.ts';
import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../ui/DataPage/fields.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { RoleTags } from './RoleTags.tsx';
import './organisation.css';

const spec: ListSpec = {
  name: 'departmentjob',
  page: positionList,
  add: positionAdd,
  update: positionUpdate,
  remove: positionDelete,
  thing: 'position',
  titleOf: (row) => `${row.position_name}`,
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
      form: { hint: 'departmentjob.rolesHint' },
    },
    { key: 'people', kind: 'number', column: { width: 110 } },
    { key: 'description', kind: 'longtext', column: { width: 240 }, form: { maxLength: 500 } },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
};

/** The positions of the departments, and the roles that each of them brings. */
export default function DepartmentJobs() {
  return <DataPage spec={spec} />;
}
