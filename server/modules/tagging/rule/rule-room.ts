import { type CodeFormat, codeLength, formatProblems, overlaps, shapeOf } from '@suyuan/codes/format/format.ts';
import { shapesMeet } from '@suyuan/codes/format/shape.ts';
import type { formatFields } from '@suyuan/contract/tagging/code-rule.ts';
import type { InputProperties } from '@suyuan/contract/thing/thing-fields.ts';
import type { Kysely } from 'kysely';
import type Type from 'typebox';
import { formatOf } from '#identity/rule-book.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { badInput, conflict, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** Whether a rule fits beside the others: no text may be a code of two rules, or of a rule and an import. */

export type RuleInput = Type.Static<Type.TObject<InputProperties<typeof formatFields>>>;

export const codeFormat = (input: RuleInput): CodeFormat => ({
  prefix: input.prefix,
  alphabet: input.alphabet,
  bodyLength: input.body_length,
  check: input.check,
  ...(input.numbering === 'sequential' ? { numbering: input.numbering } : {}),
});

/** Problems of a rule, regardless of other rules. */
export function ruleProblems(input: RuleInput): Problem[] {
  const { carrier, level, symbol } = input;
  const format = codeFormat(input);
  const problems: Problem[] = formatProblems(format, { carrier, level }).map(({ field, reason }) => ({
    path: field,
    reason,
  }));
  const hasElements = level >= 3 ? format.check === 'gs1' && codeLength(format) === 18 : carrier === 'digital-link';
  // GS1-128 carries application identifiers, which arbitrary codes do not have.
  if (symbol === 'gs1-128' && !hasElements) problems.push({ path: 'symbol', reason: 'symbol_needs_gs1' });
  return problems;
}

/** The problem if another rule, or codes of an import, could have codes of this format. */
export async function rivalOf(db: Kysely<Schema>, format: CodeFormat, except?: number): Promise<Problem | undefined> {
  const rules = await db.selectFrom('code_rule').selectAll().where('kind', '=', 'issued').execute();
  const rule = rules.find((row) => row.id !== except && overlaps(formatOf(row), format));
  if (rule) return { path: 'prefix', reason: 'rule_overlap', params: { rule: rule.rule_name } };
  const shape = shapeOf(format);
  const imports = await db
    .selectFrom('imported_shape')
    .select('characters')
    .where('code_length', '=', shape.length)
    .execute();
  const shapes = imports.map(({ characters }) => characters.map((some) => new Set(some)));
  return shapes.some((other) => shapesMeet(shape, other)) ? { path: 'prefix', reason: 'import_overlap' } : undefined;
}

/** The advisory lock for adding rules and starting imports, which must exclude each other. */
export const ruleLock = 'suyuan.code_rule';

/** Throws unless the format is valid and collides with no other. Holds the lock until the end of the transaction. */
export async function requireRoom(
  services: Services,
  transaction: Kysely<Schema>,
  input: RuleInput,
  except?: number,
): Promise<void> {
  const problems = ruleProblems(input);
  if (problems.length > 0) throw badInput(...problems);
  await ksql`select pg_advisory_xact_lock(hashtext(${ruleLock}))`.execute(transaction);
  // The codes of a file that is still being read are unknown.
  const [reading] = await services.system.common.sql`select 1 from code_import where state = 'reading'`;
  if (reading) throw conflict('import_reading');
  const rival = await rivalOf(transaction, codeFormat(input), except);
  if (rival) throw badInput(rival);
}
