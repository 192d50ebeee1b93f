import { randomBytes } from 'node:crypto';
import { type Kysely, sql as ksql } from 'kysely';
import { type CodeFormat, capacity, guessOdds } from '../../../../codes/format/format.ts';
import { type PresetName, parametersOf, presets } from '../../../../codes/format/presets.ts';
import {
  ruleAdd,
  ruleDelete,
  ruleExport,
  rulePage,
  ruleUpdate,
  ruleVersion,
} from '../../../../contract/tagging/code-order.ts';
import { keyPurpose } from '../../../identity/code-rule.table.ts';
import { formatOf, type RuleBook } from '../../../identity/rule-book.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { violates } from '../../../platform/database/violation.ts';
import { badInput, conflict, notFound } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { codeFormat, type RuleInput, requireRoom } from './rule-room.ts';

export function serveCodeRules(services: Services, rules: RuleBook): void {
  const { routes, masterKey } = services;

  /** This server knows before the caller does, the others a moment later. */
  const announce = async (id: number) => {
    await rules.reload();
    await services.system.sql.notify('code_rule', String(id));
  };

  const make = async (
    change: Change,
    input: RuleInput,
    named: { rule_name: string; version: number; previous_id: number | null },
  ) => {
    const { id } = await change.db
      .insertInto('code_rule')
      .values({
        ...columns(input),
        ...named,
        key_sealed: masterKey.seal(randomBytes(32), keyPurpose),
        capacity: capacity(codeFormat(input)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('code_rule_name_key', () => taken(named.rule_name)))
      .catch(violates('code_rule_id_check', () => conflict('no_rule_number')));
    change.made('code_rule', id);
    change.afterwards(() => announce(id));
    return { id };
  };

  serveList(services, {
    name: 'coderule',
    page: rulePage,
    export: ruleExport,
    columns: [
      'id',
      'rule_name',
      'version',
      'preset',
      'level',
      'prefix',
      'alphabet',
      'body_length',
      'check',
      'numbering',
      'carrier',
      'symbol',
      'status',
      'capacity',
      'issued',
      'guess_odds',
      'created_at',
    ],
    rows: (from, { keyword, level, carrier, status }) => {
      let rows = from
        .selectFrom('code_rule')
        .selectAll('code_rule')
        .select((eb) =>
          eb
            .selectFrom('code_rule as next')
            .select('next.id')
            .whereRef('next.previous_id', '=', 'code_rule.id')
            .as('next_id'),
        )
        .where('kind', '=', 'issued');
      if (keyword) rows = rows.where('rule_name', 'ilike', containing(keyword));
      if (level) rows = rows.where('level', '=', level);
      if (carrier) rows = rows.where('carrier', '=', carrier);
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: {
      id: ksql.ref('id'),
      rule_name: ksql.ref('rule_name'),
      level: ksql.ref('level'),
      issued: ksql.ref('issued'),
      created_at: ksql.ref('created_at'),
    },
    defaultSort: '-id',
    tieBreak: ksql.ref('id'),
    present: (row: RuleRow & { next_id: number | null }) => ({
      id: row.id,
      rule_name: row.rule_name,
      version: row.version,
      previous_id: row.previous_id,
      next_id: row.next_id,
      preset: presetOf(row),
      level: row.level,
      prefix: row.prefix,
      alphabet: row.alphabet,
      body_length: row.body_length,
      check: row.check_name,
      carrier: row.carrier,
      numbering: row.numbering,
      symbol: row.symbol,
      status: row.status,
      capacity: row.capacity,
      issued: row.issued,
      guess_odds: guessOdds(formatOf(row), row.issued),
      created_at: row.created_at.toISOString(),
    }),
  });

  routes.change(ruleAdd, async (input, _, change) => {
    await requireRoom(services, change.db, input);
    await requireFreeName(change.db, input.rule_name);
    return make(change, input, { rule_name: input.rule_name.trim(), version: 1, previous_id: null });
  });

  routes.change(ruleVersion, async ({ id, rule_name: _, ...input }, __, change) => {
    await change.changing('code_rule', id);
    const old = await issuingRule(change, id);
    const next = await change.db.selectFrom('code_rule').select('id').where('previous_id', '=', id).executeTakeFirst();
    if (next) throw conflict('rule_has_version');
    if (old.issued === 0) throw conflict('rule_unused');
    await requireRoom(services, change.db, input);
    await change.db
      .updateTable('code_rule')
      .set({ status: 'disabled', updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return make(change, input, { rule_name: old.rule_name, version: old.version + 1, previous_id: id });
  });

  routes.change(ruleUpdate, async ({ id, rule_name, status, ...input }, _, change) => {
    await change.changing('code_rule', id);
    const row = await issuingRule(change, id);
    const wished = columns(input);
    const changed = (Object.keys(wished) as (keyof typeof wished)[]).find((name) => row[name] !== wished[name]);
    // The format is what printed codes are read by: it is fixed from the first code on.
    if (changed && changed !== 'symbol' && row.issued > 0) {
      throw badInput({ path: changed === 'check_name' ? 'check' : changed, reason: 'rule_fixed' });
    }
    if (changed && changed !== 'symbol') await requireRoom(services, change.db, input, id);
    await change.db
      .updateTable('code_rule')
      .set({
        ...wished,
        capacity: capacity(codeFormat(input)),
        rule_name: rule_name.trim(),
        ...(status ? { status } : {}),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(violates('code_rule_name_key', () => taken(rule_name)));
    await renameVersions(change, row, rule_name.trim());
    change.afterwards(() => announce(id));
    return { id };
  });

  routes.change(ruleDelete, async ({ id }, _, change) => {
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
    change.afterwards(() => announce(id));
    return null;
  });
}

export interface RuleRow {
  id: number;
  rule_name: string;
  level: RuleInput['level'];
  prefix: string;
  alphabet: CodeFormat['alphabet'];
  body_length: number;
  check_name: CodeFormat['check'];
  carrier: RuleInput['carrier'];
  numbering: 'random' | 'sequential';
  symbol: 'qrcode' | 'datamatrix' | 'gs1-128';
  kind: 'issued' | 'imported';
  version: number;
  previous_id: number | null;
  capacity: number;
  issued: number;
  status: 'enabled' | 'disabled';
  key_sealed: Buffer;
  created_at: Date;
}

/** The standard that a rule follows, if any. */
function presetOf(row: RuleRow): PresetName | null {
  const format = formatOf(row);
  const names = Object.keys(presets) as PresetName[];
  const name = names.find((one) => {
    const { levels, carriers } = presets[one];
    return levels.includes(row.level) && carriers.includes(row.carrier) && parametersOf(one, format) !== undefined;
  });
  return name ?? null;
}

async function issuingRule(change: Change, id: number) {
  const rule = await change.db
    .selectFrom('code_rule')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'issued')
    .executeTakeFirst();
  if (!rule) throw notFound('code_rule');
  return rule;
}

/** All versions of a rule go by one name. */
async function renameVersions(change: Change, rule: RuleRow, name: string): Promise<void> {
  if (rule.rule_name === name) return;
  await change.db
    .updateTable('code_rule')
    .set({ rule_name: name })
    .where('rule_name', '=', rule.rule_name)
    .where('kind', '=', 'issued')
    .execute();
}

const columns = (input: RuleInput) => ({
  level: input.level,
  prefix: input.prefix,
  alphabet: input.alphabet,
  body_length: input.body_length,
  check_name: input.check,
  carrier: input.carrier,
  numbering: input.numbering ?? ('random' as const),
  symbol: input.symbol ?? ('qrcode' as const),
});

/** An insert that fails uses up a number, and there are only 8191: so the name is tried before. */
async function requireFreeName(transaction: Kysely<Schema>, name: string): Promise<void> {
  const same = await transaction
    .selectFrom('code_rule')
    .where(ksql`lower(code_rule.rule_name)`, '=', ksql`lower(${name.trim()})`)
    .select('id')
    .executeTakeFirst();
  if (same) throw taken(name);
}

const taken = (name: string) => badInput({ path: 'rule_name', reason: 'taken', params: { value: name.trim() } });
