import { roleChoices } from '@suyuan/contract/organ/account.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

/** Chooses roles. Roles with more permissions than the person has cannot be chosen. */
export function RoleSelect({ value, onChange, ...rest }: OwnInputProps) {
  const { t } = useTranslation();
  const { data, isFetching } = useQuery({
    queryKey: [roleChoices.path],
    queryFn: ({ signal }) => call(roleChoices, {}, { signal }),
  });
  return (
    <Choice
      {...rest}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      options={(data ?? []).map((role) => ({
        ...role,
        ...(role.disabled ? { title: t('stafflist.roleBeyond') } : {}),
      }))}
      value={(value as number[] | undefined) ?? []}
      onChange={(next: number[]) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  );
}
