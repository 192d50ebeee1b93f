import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { positionsOf } from '../department/PositionSelect.tsx';
import { RoleSelect } from '../role/RoleSelect.tsx';
import { RoleTags } from '../role/RoleTags.tsx';

/** Chooses the roles of a person; below the input are those that the chosen position grants. */
export function StaffRoles({ value, ...rest }: OwnInputProps) {
  const form = Form.useFormInstance();
  const department = Form.useWatch('department_id', form) as number | null | undefined;
  const position = Form.useWatch('position_id', form) as number | null | undefined;
  const { data } = useQuery(positionsOf(department));
  const given = (value as number[] | undefined) ?? [];
  const brought = data?.rows.find(({ id }) => id === position)?.roles.filter(({ id }) => !given.includes(id)) ?? [];
  return (
    <>
      <RoleSelect {...rest} value={value} />
      {brought.length > 0 && (
        <p className="staff-roles-brought">
          <RoleTags roles={[]} byPosition={brought} />
        </p>
      )}
    </>
  );
}
