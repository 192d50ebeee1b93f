import { type DepartmentChoice, departmentTree } from '@suyuan/contract/organ/department.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { TreeChoice } from '#ui/pickers/TreeChoice.tsx';

/** Chooses a department from the tree, searchable by name or code. */
export function DepartmentSelect({ value, onChange, ...rest }: OwnInputProps) {
  const { data, isFetching } = useQuery({
    queryKey: [departmentTree.path],
    queryFn: ({ signal }) => call(departmentTree, {}, { signal }),
  });
  return (
    <TreeChoice<number | null>
      {...rest}
      showSearch
      treeDefaultExpandAll
      treeNodeFilterProp="found"
      loading={isFetching}
      treeData={choices(data ?? [])}
      value={(value as number | undefined) ?? null}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

interface Choice {
  value: number;
  title: string;
  /** The text that is searched. */
  found: string;
  children: Choice[];
}

const choices = (nodes: readonly DepartmentChoice[]): Choice[] =>
  nodes.map(({ id, depart_code, depart_name, listSubWareHouses }) => ({
    value: id,
    title: depart_name,
    found: `${depart_name} ${depart_code}`,
    children: choices(listSubWareHouses),
  }));
