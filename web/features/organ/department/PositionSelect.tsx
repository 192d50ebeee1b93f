import { position } from '@suyuan/contract/organ/position.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect } from 'react';
import { call } from '#core/api/call.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

/** The positions of a department with their roles. */
export const positionsOf = (department: number | null | undefined) =>
  queryOptions({
    queryKey: [position.page.path, department],
    queryFn: ({ signal }) => call(position.page, { department_id: department as number, size: 500 }, { signal }),
    enabled: typeof department === 'number',
  });

/** Chooses a position of the department that is chosen in the same form. */
export function PositionSelect({ value, onChange, ...rest }: OwnInputProps) {
  const department = Form.useWatch('department_id', Form.useFormInstance()) as number | null | undefined;
  const { data, isFetching } = useQuery(positionsOf(department));
  const positions = data?.rows ?? [];
  const isElsewhere = data !== undefined && typeof value === 'number' && !positions.some(({ id }) => id === value);
  useEffect(() => {
    // A position belongs to one department, so changing the department clears it.
    if (isElsewhere) onChange?.(null);
  }, [isElsewhere, onChange]);
  return (
    <Choice
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      options={positions.map(({ id, position_name }) => ({ value: id, label: position_name }))}
      value={isElsewhere ? null : ((value as number | undefined) ?? null)}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      style={{ width: '100%' }}
    />
  );
}
