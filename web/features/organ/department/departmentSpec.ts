import { employeePage } from '../../../../contract/organ/account.ts';
import { departmentList } from '../../../../contract/organ/department.ts';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';

/** The form of a department; a new one is proposed to stand below `parent`. */
export const departmentSpec = (parent: number | null): ListSpec => ({
  name: 'tree',
  page: departmentList,
  titleOf: (row) => `${row.depart_name}`,
  fields: [
    { key: 'depart_code', kind: 'text', form: { required: true, maxLength: 64 } },
    { key: 'depart_name', kind: 'text', form: { required: true, maxLength: 128 } },
    {
      key: 'parent_id',
      kind: 'own',
      input: DepartmentSelect,
      form: { hint: 'tree.parentHint', ...(parent === null ? {} : { initial: parent }) },
    },
    {
      key: 'leader_id',
      kind: 'reference',
      reference: {
        page: employeePage,
        filters: { account_type: 1, status: 'enabled' },
        label: (row) => `${row.name} (${row.account_name})`,
      },
      nameOf: (row) => row.leader_name as string | null,
      form: {},
    },
  ],
});
