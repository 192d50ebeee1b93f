import { type DepartmentChoice, departmentTree } from '@suyuan/contract/organ/department.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { TreeChoice } from '#ui/pickers/TreeChoice.tsx';

/** Input for the code of a department. */
export function DepartmentPicker({ id, value, onChange }: OwnInputProps) {
  const tree = useQuery({
    queryKey: [departmentTree.path],
    queryFn: ({ signal }) => call(departmentTree, {}, { signal, background: true }),
  });
  const nodes = useMemo(() => (tree.data ?? []).map(nodeOf), [tree.data]);
  return (
    <TreeChoice<string | undefined>
      {...(id === undefined ? {} : { id })}
      {...(value ? { value: value as string } : {})}
      onChange={(code: string | undefined) => onChange?.(code ?? null)}
      treeData={nodes}
      loading={tree.isFetching}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
    />
  );
}

interface Node {
  readonly value: string;
  readonly title: string;
  readonly children: Node[];
}

const nodeOf = ({ depart_code, depart_name, listSubWareHouses }: DepartmentChoice): Node => ({
  value: depart_code,
  title: `${depart_name} (${depart_code})`,
  children: listSubWareHouses.map(nodeOf),
});
