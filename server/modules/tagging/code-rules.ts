import { randomBytes } from 'node:crypto';
import { type Kysely, sql as ksql } from 'kysely';
import { carrierText } from '../../../codes/carrier.ts';
import { createCoder } from '../../../codes/coder.ts';
import { type CodeFormat, capacity, codeLength, domain, formatProblems, overlaps } from '../../../codes/format.ts';
import type { InputOf } from '../../../contract/call.ts';
import { ruleAdd, ruleDelete, ruleExport, rulePage, rulePreview, ruleUpdate } from '../../../contract/tagging.ts';
import { text } from '../../platform/language.ts';
import { containing, serveList } from '../../platform/list.ts';
import { badInput, conflict, notFound, type Problem } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import type { Services } from '../../platform/services.ts';
import { violates } from '../../platform/violation.ts';
import { formatOf, keyPurpose, type RuleBook } from '../trace/rule-book.ts';

type RuleInput = Omit<InputOf<typeof ruleAdd>, 'rule_name'>;

const sampleCount = 10;
/** A GTIN that GS1 keeps for examples. */
const sampleGtin = '09506000134352';

export function serveCodeRules(services: Services, rules: RuleBook): void {
  const { routes, masterKey, publicUrl } = services;

  /** This server knows before the caller does, the others a moment later. */
  const announce = async (id: number) => {
    await rules.reload();
    await services.system.sql.notify('code_rule', String(id));
  };

  serveList(services, {
    name: 'coderule',
    page: rulePage,
    export: ruleExport,
    columns: [
      'id',
      'rule_name',
      'level',
      'prefix',
      'alphabet',
      'body_length',
      'check',
      'carrier',
      'status',
      'capacity',
      'issued',
      'guess_odds',
      'created_at',
    ],
    rows: (from, { keyword, level, carrier, status }) => {
      let rows = from.selectFrom('code_rule').selectAll();
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
    present: (row: RuleRow) => ({
      id: row.id,
      rule_name: row.rule_name,
      level: row.level,
      prefix: row.prefix,
      alphabet: row.alphabet,
      body_length: row.body_length,
      check: row.check_name,
      carrier: row.carrier,
      status: row.status,
      capacity: row.capacity,
      issued: row.issued,
      guess_odds: row.issued / Number(domain(formatOf(row))),
      created_at: row.created_at.toISOString(),
    }),
  });

  routes.change(ruleAdd, async (input, _, change) => {
    await requireRoom(change.db, input);
    await requireFreeName(change.db, input.rule_name);
    const { id } = await change.db
      .insertInto('code_rule')
      .values({
        ...columns(input),
        rule_name: input.rule_name.trim(),
        key_sealed: masterKey.seal(randomBytes(32), keyPurpose),
        capacity: capacity(codeFormat(input)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('code_rule_name_key', () => taken(input.rule_name)))
      .catch(violates('code_rule_id_check', () => conflict('no_rule_number')));
    change.made('code_rule', id);
    change.afterwards(() => announce(id));
    return { id };
  });

  routes.change(ruleUpdate, async ({ id, rule_name, status, ...input }, _, change) => {
    await change.changing('code_rule', id);
    const row = await change.db.selectFrom('code_rule').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('code_rule');
    const wished = columns(input);
    const changed = (Object.keys(wished) as (keyof typeof wished)[]).find((name) => row[name] !== wished[name]);
    // The format is what printed codes are read by: it is fixed from the first code on.
    if (changed && row.issued > 0) {
      throw badInput({ path: changed === 'check_name' ? 'check' : changed, reason: 'rule_fixed' });
    }
    if (changed) await requireRoom(change.db, input, id);
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
    change.afterwards(() => announce(id));
    return { id };
  });

  routes.change(ruleDelete, async ({ id }, _, change) => {
    await change.changing('code_rule', id);
    const row = await change.db
      .deleteFrom('code_rule')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
      .catch(violates('code_order_rule_id_fkey', () => conflict('rule_in_use')));
    if (!row) throw notFound('code_rule');
    change.afterwards(() => announce(id));
    return null;
  });

  routes.serve(rulePreview, async ({ id, rule_name: _, ...input }, caller) => {
    const format = codeFormat(input);
    const problems = ruleProblems(input);
    const rival = await rivalOf(caller.db, format, id);
    if (rival) problems.push({ path: 'prefix', reason: 'rule_overlap', params: { rule: rival.rule_name } });
    return {
      samples: problems.some((problem) => problem.reason !== 'rule_overlap') ? [] : samples(input, publicUrl()),
      length: codeLength(format),
      capacity: capacity(format),
      domain: String(domain(format)),
      odds_at: [...new Set([1_000_000, 100_000_000, capacity(format)])]
        .filter((issued) => issued <= capacity(format))
        .map((issued) => ({ issued, odds: issued / Number(domain(format)) })),
      problems: problems.map(({ path, reason, params }) => ({
        field: path,
        reason,
        message: text(caller.language, `problem.${reason}`, params),
      })),
    };
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
  capacity: number;
  issued: number;
  status: 'enabled' | 'disabled';
  key_sealed: Buffer;
  created_at: Date;
}

const codeFormat = (input: RuleInput): CodeFormat => ({
  prefix: input.prefix,
  alphabet: input.alphabet,
  bodyLength: input.body_length,
  check: input.check,
});

const columns = (input: RuleInput) => ({
  level: input.level,
  prefix: input.prefix,
  alphabet: input.alphabet,
  body_length: input.body_length,
  check_name: input.check,
  carrier: input.carrier,
});

const ruleProblems = (input: RuleInput): Problem[] =>
  formatProblems(codeFormat(input), { carrier: input.carrier, level: input.level }).map(({ field, reason }) => ({
    path: field,
    reason,
  }));

async function rivalOf(db: Kysely<Schema>, format: CodeFormat, except?: number) {
  const others = await db.selectFrom('code_rule').selectAll().execute();
  return others.find((row) => row.id !== except && overlaps(formatOf(row), format));
}

/** Throws unless the format is sound and no other rule could accept its codes. Holds until the transaction ends. */
async function requireRoom(transaction: Kysely<Schema>, input: RuleInput, except?: number): Promise<void> {
  const problems = ruleProblems(input);
  if (problems.length > 0) throw badInput(...problems);
  // One at a time: two rules that overlap each other must not slip in together.
  await ksql`select pg_advisory_xact_lock(hashtext('suyuan.code_rule'))`.execute(transaction);
  const rival = await rivalOf(transaction, codeFormat(input), except);
  if (rival) throw badInput({ path: 'prefix', reason: 'rule_overlap', params: { rule: rival.rule_name } });
}

/** An insert that fails uses up a number, and there are only 8191: so the name is tried before. */
async function requireFreeName(transaction: Kysely<Schema>, name: string): Promise<void> {
  const same = await transaction
    .selectFrom('code_rule')
    .where(ksql`lower(rule_name)`, '=', ksql`lower(${name.trim()})`)
    .select('id')
    .executeTakeFirst();
  if (same) throw taken(name);
}

const taken = (name: string) => badInput({ path: 'rule_name', reason: 'taken', params: { value: name.trim() } });

/** Samples under a key of their own: they show the form and are no codes of any rule. */
function samples(input: RuleInput, publicUrl: string) {
  const coder = createCoder(codeFormat(input), randomBytes(32));
  return Array.from({ length: sampleCount }, (_, counter) => {
    const code = coder.encode(counter);
    const content = carrierText(code, { carrier: input.carrier, publicUrl, gtin: sampleGtin, level: input.level });
    return { code, content };
  });
}
