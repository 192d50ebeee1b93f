import { type Expression, type Kysely, sql } from 'kysely';
import {
  type ProductField,
  productFieldAdd,
  productFieldDelete,
  productFieldExport,
  productFieldImport,
  productFieldPage,
  productFieldUpdate,
} from '../../../../contract/base/product-field.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { spelled } from '../../../platform/imports/columns.ts';
import type { Language } from '../../../platform/language.ts';
import { orNull } from '../../../platform/records/columns.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { holdsWords } from '../../../platform/records/search.ts';
import { badInput, type Problem } from '../../../platform/refusal.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

type FieldInput = InputOf<typeof productFieldAdd>;

/** What else an enterprise wants to say of its products. */
export function serveProductFields(services: Services): void {
  serveList(services, {
    name: 'prodcutextend',
    page: productFieldPage,
    export: productFieldExport,
    columns: [
      'field_code',
      'label_zh',
      'label_en',
      'label_es',
      'label_ja',
      'kind',
      'choices',
      'required',
      'shown_to_consumers',
      'sort',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, kind, status }) => {
      let rows = from.selectFrom('product_field').selectAll();
      if (keyword) rows = rows.where(holdsWords('product_field', keyword));
      if (kind) rows = rows.where('kind', '=', kind);
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: Object.fromEntries(
      ['field_code', 'sort', 'kind', 'status', 'created_at', 'updated_at'].map((column) => [column, sql.ref(column)]),
    ),
    defaultSort: 'sort',
    tieBreak: sql.ref('id'),
    present: shownField,
  });

  serveRecords(services, {
    table: 'product_field',
    add: productFieldAdd,
    update: productFieldUpdate,
    remove: productFieldDelete,
    import: { list: 'prodcutextend', call: productFieldImport, words: { choices: { read: spelled(choicesFrom) } } },
    code: 'field_code',
    foundBy: ['field_code', 'label_zh', 'label_en', 'label_es', 'label_ja'],
    columns,
    check: async ({ input, before, change: { db } }) => {
      if (before) await requireKept(db, before, columns(input));
    },
    users: (db, id) => ({
      field_in_products: productsWith(db, codeOf(db, id)),
    }),
  });
}

export interface FieldRow extends Omit<ProductField, 'label' | 'created_at' | 'updated_at'> {
  readonly search_text: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A field as it is shown, its label in the caller's language. */
export function shownField({ search_text: _, ...row }: FieldRow, language: Language): ProductField {
  return {
    ...row,
    label: row[`label_${language}`] ?? row.label_zh,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Choices as a file writes them: with a mark between. */
const choicesFrom = (words: string): string[] =>
  words
    .split(/[,，、;；\n]/)
    .map((choice) => choice.trim())
    .filter(Boolean);

function columns(input: FieldInput) {
  const { kind, required = false, shown_to_consumers = false, sort = 0, status } = input;
  const choices = kind === 'choice' ? [...new Set((input.choices ?? []).map((choice) => choice.trim()))] : [];
  if (kind === 'choice' && choices.length === 0) throw badInput({ path: 'choices', reason: 'required' });
  return {
    field_code: input.field_code,
    label_zh: input.label_zh.trim(),
    label_en: orNull(input.label_en),
    label_es: orNull(input.label_es),
    label_ja: orNull(input.label_ja),
    kind,
    choices,
    required,
    shown_to_consumers,
    sort,
    ...(status ? { status } : {}),
  };
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
  wished: ReturnType<typeof columns>,
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
