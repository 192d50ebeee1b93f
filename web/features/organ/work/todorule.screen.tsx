import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { workRule } from '@suyuan/contract/organ/work-rule.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import type { Reference } from '#ui/records.ts';

const roles: Reference = { page: role.page, label: (row) => `${row.role_name}` };
const people: Reference = {
  page: employee.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.name} (${row.account_name})`,
};

const spec = thingList(workRule, {
  titleOf: (row) => row.waiting,
  shown: {
    waiting: { width: 220 },
    owner_by: { width: 150 },
    role_id: { reference: roles, nameOf: (row) => row.role, form: { shown: ({ owner_by }) => owner_by === 'role' } },
    role: { width: 130 },
    account_id: {
      reference: people,
      nameOf: (row) => row.account,
      form: { shown: ({ owner_by }) => owner_by === 'account' },
    },
    account: { width: 110 },
    due_hours: { width: 110, form: { hint: 'todorule.dueHint' } },
    escalate_hours: { width: 130, form: { hint: 'todorule.escalateHint' } },
    escalate_by: { width: 150 },
    escalate_role_id: {
      reference: roles,
      nameOf: (row) => row.escalate_role,
      form: { shown: ({ escalate_by }) => escalate_by === 'role' },
    },
    escalate_role: { width: 130, hidden: true },
    escalate_account_id: {
      reference: people,
      nameOf: (row) => row.escalate_account,
      form: { shown: ({ escalate_by }) => escalate_by === 'account' },
    },
    escalate_account: { width: 110, hidden: true },
    status: { width: 80 },
  },
});

export const preload = firstRows(spec);

/** 待办规则: who is to do which kind of work, until when, and who learns of it if it is not done. */
export default function WorkRules() {
  const { t } = useTranslation();
  return <DataPage spec={{ ...spec, titleOf: (row) => choiceText(t, 'todorule.waiting', row.waiting as never) }} />;
}
