import { role } from '@suyuan/contract/organ/role.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

interface RoleChoiceProps {
  readonly id: string;
  /** The role that is not offered. */
  readonly except: number;
  readonly value: number | undefined;
  readonly onChange: (role: number | undefined) => void;
}

/** Chooses a role as a template for another one. */
export function RoleChoice({ id: element, except, value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation();
  const input = { page: 1, size: 200, sort: 'role_name' } as const;
  const { data, isFetching } = useQuery({
    queryKey: [role.page.path, input],
    queryFn: ({ signal }) => call(role.page, input, { signal }),
  });
  return (
    <Choice
      id={element}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      placeholder={t('rolemanage.likeNone')}
      options={(data?.rows ?? [])
        .filter(({ id }) => id !== except)
        .map(({ id, role_name }) => ({ value: id, label: role_name }))}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
    />
  );
}
