import type { RoleName } from '@suyuan/contract/organ/position.ts';
import { Tag } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface RoleTagsProps {
  readonly roles: readonly RoleName[];
  /** Roles granted by the position, which are lost with it. */
  readonly byPosition?: readonly RoleName[];
}

/** The names of roles as tags. */
export function RoleTags({ roles, byPosition = [] }: RoleTagsProps) {
  const { t } = useTranslation();
  const inheritedRoles = byPosition.filter(({ id }) => !roles.some((role) => role.id === id));
  if (roles.length + inheritedRoles.length === 0) return <span aria-hidden>—</span>;
  return (
    <span className="role-tags">
      {roles.map(({ id, role_name }) => (
        <Tag key={id}>{role_name}</Tag>
      ))}
      {inheritedRoles.map(({ id, role_name }) => (
        <Tag key={id} variant="outlined">
          {t('stafflist.roleByPosition', { role: role_name })}
        </Tag>
      ))}
    </span>
  );
}
