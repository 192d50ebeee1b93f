import { type Expression, type Kysely, type Selectable, sql } from 'kysely';
import { type ProductField, productField } from '../../../../contract/base/product-field.ts';
import type { InputOf } from '../../../../contract/call/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { spelled } from '../../../platform/imports/columns.ts';
import type { Language } from '../../../platform/language.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { serveThing } from '../../../platform/records/serve-thing.ts';
import { badInput, type Problem } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { presentRow } from '../fields.ts';

type FieldInput = InputOf<typeof productField.add>;

/** What else an enterprise wants to say of its products. */
export default function serveProductFields(services: Services): void {
  serveThing(services, productField, {
    table: 'product_field',
    few: true,
    rows: (from) => from.selectFrom('product_field').selectAll(),
    present: shownField,
    defaultSort: 'sort',
    foundBy: ['field_code', 'label_zh', 'label_en', 'label_es', 'label_ja'],
    columns: (input) => ({ choices: choicesOf(input) }),
    check: async ({ input, before, change: { db } }) => {
      if (before) await requireKept(db, before, { ...input, choices: choicesOf(input) });
    },
    parsers: { choices: { read: spelled(choicesFrom) } },
    users: (db, id) => ({
      field_in_products: productsWith(db, codeOf(db, id)),
    }),
  });
}

type FieldRow = Selectable<Schema['product_field']>;

/** A field as it is shown, its label in the caller's language. */
export const shownField = (row: FieldRow, language: Language): ProductField => ({
  ...presentRow(row),
  label: row[`label_${language}`] ?? row.label_zh,
});

/** Choices as a file writes them: with a mark between. */
const choicesFrom = (words: string): string[] =>
  words
    .split(/[,，、;；\n]/)
    .map((choice) => choice.trim())
    .filter(Boolean);

/** A choice has some, each once; no other kind has any. */
function choicesOf({ kind, choices = [] }: FieldInput): string[] {
  if (kind !== 'choice') return [];
  if (choices.length === 0) throw badInput({ path: 'choices', reason: 'required' });
  return [...new Set(choices.map((choice) => choice.trim()))];
}

const productsWith = (db: Kysely<Schema>, code: string | Expression<string>) =>
  db
    .selectFrom('product')
    .where(sql<boolean>`product.extension ? ${code}`)
    .select('product_name as name')
    .orderBy('id');

const codeOf = (db: Kysely<Schema>, id: number) =>
  sql<string>`(${db.selectFrom('product_field').where('id', '=', id).select('field_code')})`;

/** Values are kept under the code and read by the kind; a choice that products made stays one. */
async function requireKept(
  db: Kysely<Schema>,
  row: NonNullable<Saving<FieldInput>['before']>,
  wished: Pick<FieldRow, 'field_code' | 'kind' | 'choices'>,
): Promise<void> {
  const code = row.field_code as string;
  const gone = (row.choices as readonly string[]).filter((choice) => !wished.choices.includes(choice));
  const changed = (['field_code', 'kind'] as const).filter((column) => row[column] !== wished[column]);
  if (gone.length === 0 && changed.length === 0) return;
  const [used] = await productsWith(db, code).limit(1).execute();
  if (!used) return;
  const params = { product: used.name };
  const problems: Problem[] = changed.map((path) => ({ path, reason: 'field_has_values', params }));
  if (problems.length === 0) problems.push(...(await choicesMade(db, code, gone)));
  if (problems.length > 0) throw badInput(...problems);
}

async function choicesMade(db: Kysely<Schema>, code: string, gone: readonly string[]): Promise<Problem[]> {
  const made = await db
    .selectFrom('product')
    .where(sql<boolean>`product.extension ? ${code}`)
    .where(sql<string>`product.extension ->> ${code}`, 'in', gone)
    .select(sql<string>`product.extension ->> ${code}`.as('choice'))
    .distinct()
    .limit(1)
    .execute();
  return made.map(({ choice }) => ({ path: 'choices', reason: 'choice_made', params: { choice } }));
}
