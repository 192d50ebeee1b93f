import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import type { Row } from '#ui/records.ts';

/** Enabled code rules. */
export const ruleReference = {
  page: codeRule.page,
  filters: { status: 'enabled' },
  label: (row: Row) => ((row.version as number) > 1 ? `${row.rule_name} v${row.version}` : `${row.rule_name}`),
};
