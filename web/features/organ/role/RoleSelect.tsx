import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { roleChoices } from '../../../../contract/organ/account.ts';
import { call } from '../../../core/api/call.ts';
import type { OwnInputProps } from '../../../ui/DataPage/fields.ts';

/** Chooses roles. Those that hold more than the person who chooses cannot be given. */
export function RoleSelect({ value, onChange, ...rest }: OwnInputProps) {
  const { t } = useTranslation();
  const { data, isFetching } = useQuery({
    queryKey: [roleChoices.path],
    queryFn: ({ signal }) => call(roleChoices, {}, { signal }),
  });
  return (
    <Select
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
