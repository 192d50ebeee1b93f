import type { InputOf } from '@suyuan/contract/call/call.ts';
import { workRule } from '@suyuan/contract/organ/work-rule.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** 待办规则: the rules about owners, due times and escalation, one for each kind of work. */
export default function serveWorkRules(services: Services): void {
  // Others are lists to go through, of which nobody owns a row.
  const withItems = new Set(services.notices.kinds.get().flatMap(({ name, items }) => (items ? name : [])));
  serveThing(services, workRule, {
    table: 'work_rule',
    few: true,
    rows,
    present: ({ created_at, updated_at, search_text: _, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    }),
    defaultSort: 'waiting',
    foundBy: ['waiting'],
    columns: fitting,
    check: async ({ input, change }) => {
      if (!withItems.has(input.waiting))
        throw badInput({ path: 'waiting', reason: 'work_without_owner', params: { value: input.waiting } });
      requireTarget('', input.owner_by, input);
      requireTarget('escalate_', input.escalate_by, input);
      if (input.escalate_by && (input.escalate_hours ?? null) === null)
        throw badInput({ path: 'escalate_hours', reason: 'required' });
      if (!input.escalate_by && (input.escalate_hours ?? null) !== null)
        throw badInput({ path: 'escalate_by', reason: 'required' });
      const whole = fitting(input);
      await requireKnown(change.db, 'role', 'role_id', whole.role_id);
      await requireKnown(change.db, 'role', 'escalate_role_id', whole.escalate_role_id);
      await requireKnown(change.db, 'account', 'account_id', whole.account_id);
      await requireKnown(change.db, 'account', 'escalate_account_id', whole.escalate_account_id);
    },
  });
}

const rows = (db: Kysely<Schema>) =>
  db
    .selectFrom('work_rule')
    .leftJoin('role as r', 'r.id', 'work_rule.role_id')
    .leftJoin('account as a', 'a.id', 'work_rule.account_id')
    .leftJoin('role as er', 'er.id', 'work_rule.escalate_role_id')
    .leftJoin('account as ea', 'ea.id', 'work_rule.escalate_account_id')
    .selectAll('work_rule')
    .select([
      'r.role_name as role',
      'a.name as account',
      'er.role_name as escalate_role',
      'ea.name as escalate_account',
    ]);

type Rule = InputOf<typeof workRule.add>;

/** A role or a person is kept only where the rule goes by one. */
const fitting = ({ owner_by, escalate_by, ...given }: Rule) => ({
  role_id: owner_by === 'role' ? (given.role_id ?? null) : null,
  account_id: owner_by === 'account' ? (given.account_id ?? null) : null,
  escalate_role_id: escalate_by === 'role' ? (given.escalate_role_id ?? null) : null,
  escalate_account_id: escalate_by === 'account' ? (given.escalate_account_id ?? null) : null,
});

/** Throws 400 if a rule goes by a role or a person and names none. */
function requireTarget(prefix: '' | 'escalate_', by: string | null | undefined, rule: Rule): void {
  if (by === 'role' && !rule[`${prefix}role_id`]) throw badInput({ path: `${prefix}role_id`, reason: 'required' });
  if (by === 'account' && !rule[`${prefix}account_id`])
    throw badInput({ path: `${prefix}account_id`, reason: 'required' });
}

async function requireKnown(
  db: Kysely<Schema>,
  table: 'role' | 'account',
  path: string,
  id: number | null | undefined,
): Promise<void> {
  if (!id) return;
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw badInput({ path, reason: 'no_such', params: { value: id } });
}
