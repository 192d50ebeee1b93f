import { maxRoles, position, positionRoleList, positionRoleUpdate } from '@suyuan/contract/organ/position.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { RoleSelect } from '../role/RoleSelect.tsx';

/** A position with its current roles. */
export interface RolesOfPosition {
  readonly id: number;
  readonly position_name: string;
  readonly role_ids: readonly number[];
}

export async function rolesOfPosition(id: number, position_name: string): Promise<RolesOfPosition> {
  const { rows } = await call(positionRoleList, { position_id: id, size: maxRoles });
  return { id, position_name, role_ids: rows.map(({ role_id }) => role_id) };
}

/** Chooses the roles that a position grants. */
export function PositionRoles({ of, onClose }: { of: RolesOfPosition; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const save = async (role_ids: number[]) => {
    await call(positionRoleUpdate, { position_id: of.id, role_ids }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    await queries.invalidateQueries({ queryKey: [position.page.path] });
  };
  return (
    <FormDialog
      title={t('departmentjob.rolesOf', { position: of.position_name })}
      okText={t('datapage.save')}
      initialValues={{ role_ids: of.role_ids }}
      run={({ role_ids }) => save(role_ids as number[])}
      onClose={onClose}
    >
      <Form.Item name="role_ids" label={t('field.roles')} extra={t('departmentjob.rolesHint')}>
        <RoleSelect />
      </Form.Item>
    </FormDialog>
  );
}
