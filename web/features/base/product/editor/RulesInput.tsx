import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

/** All rules are offered at once: an enterprise has some dozens. */
const maxRules = 500;

/** Chooses the rules that the codes of a product are made by: one of each level. */
export function RulesInput({ value, onChange, ...rest }: OwnInputProps) {
  const { t } = useTranslation();
  const chosen = (value as readonly number[] | undefined) ?? [];
  const { data, isFetching } = useQuery({
    queryKey: [codeRule.page.path, { size: maxRules }],
    queryFn: ({ signal }) => call(codeRule.page, { size: maxRules }, { signal }),
  });
  const rules = data?.rows ?? [];
  const taken = new Map(rules.flatMap(({ id, level }) => (chosen.includes(id) ? [[level, id] as const] : [])));
  return (
    <Choice
      {...rest}
      mode="multiple"
      allowClear
      loading={isFetching}
      options={rules
        .filter(({ id, status }) => status === 'enabled' || chosen.includes(id))
        .map(({ id, rule_name, level }) => ({
          value: id,
          label: `${rule_name} · ${t(`field.level.${level}`)}`,
          disabled: taken.has(level) && taken.get(level) !== id,
        }))}
      value={[...chosen]}
      onChange={(next: number[]) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  );
}
