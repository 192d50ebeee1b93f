import { randomBytes } from 'node:crypto';
import { capacity, guessOdds } from '@suyuan/codes/format/format.ts';
import { type PresetName, parametersOf, presets } from '@suyuan/codes/format/presets.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { codeRule, defaultFormat, formatFields, ruleVersion } from '@suyuan/contract/tagging/code-rule.ts';
import type { Kysely, Selectable } from 'kysely';
import { keyPurpose } from '#identity/codes.table.ts';
import { formatOf, type RuleBook } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { columnsOf } from '#platform/records/columns.ts';
import { namesOf, serveUsers } from '#platform/records/in-use.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveBatch } from '#platform/things/batch.ts';
import { codeFormat, type RuleInput, requireRoom } from './rule-room.ts';

/** Serves code rules. A rule in use keeps its format; changing it creates its next version. */
export function serveCodeRules(services: Services, rules: RuleBook): void {
  const { routes } = services;

  serveDeclaredList(services, codeRule, {
    rows: issuingRules,
    narrow: { keyword: (rows, words) => rows.where('code_rule.rule_name', 'ilike', containing(words)) },
    defaultSort: '-id',
    present: (row) =>
      declaredRow(codeRule, {
        ...row,
        check: row.check_name,
        preset: presetOf(row),
        guess_odds: guessOdds(formatOf(row), row.issued),
      }),
  });

  routes.change(codeRule.add, async ({ rule_name, status, genuine_from, ...format }, _, change) => {
    const name = rule_name.trim();
    await requireRoom(services, change.db, format);
    await requireFreeName(change.db, name);
    return make(services, rules, change, format, {
      rule_name: name,
      ...(status ? { status } : {}),
      ...(genuine_from ? { genuine_from } : {}),
    });
  });

  routes.change(ruleVersion, async ({ id, rule_name: _, ...format }, __, change) => {
    const old = await ruleToChange(change, id);
    const next = await change.db.selectFrom('code_rule').select('id').where('previous_id', '=', id).executeTakeFirst();
    if (next) throw conflict('rule_has_version');
    if (old.issued === 0) throw conflict('rule_unused');
    await requireRoom(services, change.db, format);
    await change.db
      .updateTable('code_rule')
      .set({ status: 'disabled', updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const { rule_name, version, genuine_from } = old;
    return make(services, rules, change, format, { rule_name, version: version + 1, previous_id: id, genuine_from });
  });

  routes.change(codeRule.update, async (input, _, change) => {
    const row = await ruleToChange(change, input.id);
    await requireFresh(change, 'code_rule', row, input.updated_at, { check_name: 'check' });
    await changeRule(services, change, row, input);
    change.afterwards(() => announce(services, rules, row.id));
    return { id: row.id };
  });

  serveUsers(routes, codeRule, {
    table: 'code_rule',
    users: (db, id) => ({
      rule_in_orders: namesOf(db.selectFrom('code_order').where('rule_id', '=', id), 'order_no'),
      rule_in_products: namesOf(productsBy(db, id), 'product_name'),
      rule_has_version: namesOf(db.selectFrom('code_rule').where('previous_id', '=', id), 'rule_name'),
    }),
  });

  routes.change(codeRule.remove, async ({ id }, _, change) => {
    await change.changing('code_rule', id);
    const row = await change.db
      .deleteFrom('code_rule')
      .where('id', '=', id)
      .where('kind', '=', 'issued')
      .returning('id')
      .executeTakeFirst()
      .catch(violates('code_order_rule_id_fkey', () => conflict('rule_in_use')))
      .catch(violates('code_rule_previous_id_fkey', () => conflict('rule_in_use')));
    if (!row) throw notFound('code_rule');
    change.afterwards(() => announce(services, rules, id));
    return null;
  });

  serveBatch(routes, codeRule);
}

/** The products whose codes are made by a rule. */
const productsBy = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('product').where(ksql<boolean>`${id} = any(product.rule_ids)`);

export type RuleRow = Selectable<Schema['code_rule']>;

const issuingRules = (db: Kysely<Schema>) =>
  db
    .selectFrom('code_rule')
    .selectAll('code_rule')
    .select((eb) =>
      eb
        .selectFrom('code_rule as next')
        .select('next.id')
        .whereRef('next.previous_id', '=', 'code_rule.id')
        .as('next_id'),
    )
    .where('code_rule.kind', '=', 'issued');

/** The preset of a public standard that a rule matches, if any. */
function presetOf(row: RuleRow): PresetName | null {
  const format = formatOf(row);
  const names = Object.keys(presets) as PresetName[];
  const name = names.find((one) => {
    const { levels, carriers } = presets[one];
    return levels.includes(row.level) && carriers.includes(row.carrier) && parametersOf(one, format) !== undefined;
  });
  return name ?? null;
}

/** Updates the rule book of this server before the caller gets the answer, and those of other servers shortly after. */
async function announce({ system }: Services, rules: RuleBook, id: number): Promise<void> {
  await rules.reload();
  await system.common.sql.notify('code_rule', String(id));
}

interface NewRule
  extends Pick<RuleRow, 'rule_name'>,
    Partial<Pick<RuleRow, 'status' | 'version' | 'previous_id' | 'genuine_from'>> {}

async function make(services: Services, rules: RuleBook, change: Change, format: RuleInput, rule: NewRule) {
  const { id } = await change.db
    .insertInto('code_rule')
    .values({
      ...rule,
      ...formatColumns(format),
      key_sealed: services.masterKey.seal(randomBytes(32), keyPurpose),
      capacity: capacity(codeFormat(format)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('code_rule_name_key', () => taken(rule.rule_name)))
    .catch(violates('code_rule_id_check', () => conflict('no_rule_number')));
  change.made('code_rule', id);
  change.afterwards(() => announce(services, rules, id));
  return { id };
}

async function ruleToChange(change: Change, id: number): Promise<RuleRow> {
  await change.changing('code_rule', id);
  const rule = await change.db
    .selectFrom('code_rule')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'issued')
    .executeTakeFirst();
  if (!rule) throw notFound('code_rule');
  return rule;
}

async function changeRule(
  services: Services,
  change: Change,
  row: RuleRow,
  { id, rule_name = row.rule_name, status, genuine_from, updated_at: _, ...changes }: InputOf<typeof codeRule.update>,
): Promise<void> {
  const name = rule_name.trim();
  const format = { ...formatGiven(row), ...changes };
  const columns = formatColumns(format);
  const column = (Object.keys(columns) as (keyof typeof columns)[]).find((key) => row[key] !== columns[key]);
  // The format is fixed from the first code on, because printed codes are read by it.
  if (column && column !== 'symbol' && row.issued > 0) {
    throw badInput({ path: column === 'check_name' ? 'check' : column, reason: 'rule_fixed' });
  }
  if (column && column !== 'symbol') await requireRoom(services, change.db, format, id);
  await change.db
    .updateTable('code_rule')
    .set({
      ...columns,
      capacity: capacity(codeFormat(format)),
      rule_name: name,
      ...(status ? { status } : {}),
      ...(genuine_from ? { genuine_from } : {}),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
    .catch(violates('code_rule_name_key', () => taken(name)));
  await renameVersions(change, row, name);
}

/** All versions of a rule have the same name. */
async function renameVersions(change: Change, rule: RuleRow, name: string): Promise<void> {
  if (rule.rule_name === name) return;
  await change.db
    .updateTable('code_rule')
    .set({ rule_name: name })
    .where('rule_name', '=', rule.rule_name)
    .where('kind', '=', 'issued')
    .execute();
}

/** The columns for a format; the symbol comes last, since it alone may change later. */
function formatColumns(input: RuleInput) {
  const { check, numbering, symbol, ...columns } = { ...defaultFormat, ...columnsOf({ fields: formatFields }, input) };
  return { ...columns, check_name: check, numbering, symbol };
}

/** The input that yields the format of a rule. */
const formatGiven = ({ level, prefix, alphabet, body_length, check_name, carrier, numbering, symbol }: RuleRow) =>
  ({ level, prefix, alphabet, body_length, check: check_name, carrier, numbering, symbol }) satisfies RuleInput;

/** Checks the name before the insert, since a failed insert uses up one of only 8191 ids. */
async function requireFreeName(transaction: Kysely<Schema>, name: string): Promise<void> {
  const same = await transaction
    .selectFrom('code_rule')
    .where(ksql`lower(code_rule.rule_name)`, '=', ksql`lower(${name})`)
    .select('id')
    .executeTakeFirst();
  if (same) throw taken(name);
}

const taken = (name: string) => badInput({ path: 'rule_name', reason: 'taken', params: { value: name } });
