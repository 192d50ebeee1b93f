import { employee } from '@suyuan/contract/organ/account.ts';
import { department } from '@suyuan/contract/organ/department.ts';
import type { ListSpec } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';

/** The form of a department; for a new one, `parent` is proposed. Its position is changed in the tree instead. */
export const departmentSpec = (parent: number | null): ListSpec =>
  thingList(department, {
    titleOf: (row) => row.depart_name,
    shown: {
      depart_code: { example: 'SALES' },
      depart_name: { example: 'example.depart_name' },
      parent_id: {
        input: DepartmentSelect,
        example: 'HEAD',
        form: { hint: 'tree.parentHint', ...(parent === null ? {} : { initial: parent }) },
      },
      leader_id: {
        reference: {
          page: employee.page,
          filters: { account_type: 1, status: 'enabled' },
          label: (row) => `${row.name} (${row.account_name})`,
        },
        nameOf: (row) => row.leader_name,
        example: 'zhang.san',
      },
      sort: { form: false },
    },
  });
