import { Tag } from 'antd';
import type { RoleName } from '../../../../contract/organ/position.ts';

/** The names of roles, each for itself. */
export function RoleTags({ roles }: { roles: readonly RoleName[] }) {
  if (roles.length === 0) return <span aria-hidden>—</span>;
  return (
    <span className="role-tags">
      {roles.map(({ id, role_name }) => (
        <Tag key={id}>{role_name}</Tag>
      ))}
    </span>
  );
}
