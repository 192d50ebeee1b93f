import { type MainText, type OtherLanguage, otherLanguages, textIn } from '@suyuan/contract/languages.ts';
import type { ExtensionKind } from '@suyuan/contract/thing/extension.ts';
import { fieldsOf, type KeyIn, valuesIn } from '@suyuan/contract/thing/in-languages.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { spelled } from '../imports/lines/columns.ts';
import type { Language } from '../language.ts';
import type { Saving } from '../records/record-rules.ts';
import { badInput, type Problem } from '../refusal.ts';

type TableWith<Column extends string> = {
  [Table in keyof Schema]: Schema[Table] extends Readonly<Record<Column | 'id', unknown>> ? Table : never;
}[keyof Schema];

/** Records with fields defined by the enterprise: the table of the fields, and that of the records with their values. */
export interface Extension {
  readonly table: TableWith<'field_code' | 'choices'>;
  readonly holder: TableWith<'extension'>;
  /** The column with the name of a record. */
  readonly holderName: string;
  /** The reason why a field with values cannot be deleted. */
  readonly inUse: `field_in_${string}`;
}

/** A row of the table of fields. */
export interface FieldRow {
  readonly id: number;
  readonly field_code: string;
  readonly label: MainText;
  readonly kind: ExtensionKind;
  readonly choices: string[];
  readonly choices_translations: TranslatedChoices;
  readonly required: boolean;
  readonly sort: number;
  readonly status: 'enabled' | 'disabled';
  readonly search_text: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The choices in other languages, in the same order; none in a language in which nobody translated them. */
type TranslatedChoices = { readonly [L in OtherLanguage]?: string[] };

interface FieldInput extends Readonly<Partial<Record<KeyIn<'choices', OtherLanguage>, string[]>>> {
  readonly field_code: string;
  readonly kind: ExtensionKind;
  readonly choices?: string[];
}

/** The rules for fields, the same for all kinds of records. */
export const fieldRules = (extension: Extension) => ({
  few: true as const,
  defaultSort: 'sort' as const,
  foundBy: ['field_code', 'label'],
  columns: (input: FieldInput) => ({ choices: choicesOf(input), choices_translations: translatedChoices(input) }),
  check: async ({ input, before, change: { db } }: Saving<FieldInput>) => {
    if (before) await requireKept(extension, db, before, { ...input, choices: choicesOf(input) });
  },
  parsers: {
    choices: choiceCells,
    ...valuesIn(otherLanguages, 'choices', () => choiceCells),
  },
  users: (db: Kysely<Schema>, id: number) => ({
    [extension.inUse]: holdersWith(extension, db, codeOf(extension, db, id)),
  }),
});

/** The choices of a field in a language, in their order. */
export const choicesIn = (
  { choices, choices_translations }: Pick<FieldRow, 'choices' | 'choices_translations'>,
  language: Language,
): string[] => {
  const translations: { readonly [L in Language]?: string[] } = choices_translations;
  return choices.map((choice, at) => translations[language]?.[at] ?? choice);
};

/** The output for a field, with its label and choices in the caller's language. */
export const shownField = <Row extends FieldRow>(
  { search_text: _, choices_translations, ...row }: Row,
  language: Language,
) => ({
  ...row,
  ...fieldsOf('label', row.label),
  label: textIn(row.label, language),
  ...valuesIn(otherLanguages, 'choices', (other) => choices_translations[other] ?? []),
  choice_labels: choicesIn({ ...row, choices_translations }, language),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Parses the choices in a cell of a file. */
const choicesFrom = (words: string): string[] =>
  words
    .split(/[,，、;；\n]/)
    .map((choice) => choice.trim())
    .filter(Boolean);

const choiceCells = { read: spelled(choicesFrom) };

/** The choices of a field without duplicates. A field of kind `choice` needs at least one; other kinds have none. */
function choicesOf({ kind, choices = [] }: FieldInput): string[] {
  if (kind !== 'choice') return [];
  if (choices.length === 0) throw badInput({ path: 'choices', reason: 'required' });
  return [...new Set(choices.map((choice) => choice.trim()))];
}

/** Choices in other languages: none, or one for each. */
function translatedChoices(input: FieldInput): TranslatedChoices {
  const isChoice = input.kind === 'choice';
  const count = choicesOf(input).length;
  const translations = otherLanguages
    .map((language) => ({ language, choices: (isChoice && input[`choices_${language}`]) || [] }))
    .filter(({ choices }) => choices.length > 0);
  const problems = translations.filter(({ choices }) => choices.length !== count);
  if (problems.length > 0) {
    throw badInput(
      ...problems.map(({ language }) => ({
        path: `choices_${language}`,
        reason: 'choice_for_each',
        params: { count },
      })),
    );
  }
  return Object.fromEntries(
    translations.map(({ language, choices }) => [language, choices.map((choice) => choice.trim())]),
  );
}

type Code = string | ReturnType<typeof codeOf>;

const withValue = ({ holder }: Extension, db: Kysely<Schema>, code: Code) =>
  db.selectFrom(db.dynamic.table(holder).as('holder')).where(sql<boolean>`holder.extension ? ${code}`);

const holdersWith = (extension: Extension, db: Kysely<Schema>, code: Code) =>
  withValue(extension, db, code)
    .select(sql<string>`${sql.ref(`holder.${extension.holderName}`)}`.as('name'))
    .orderBy('holder.id');

const codeOf = ({ table }: Extension, db: Kysely<Schema>, id: number) =>
  sql<string>`(${db.selectFrom(db.dynamic.table(table).as('field')).where('field.id', '=', id).select('field.field_code')})`;

/** Throws if a field with values changes its code or kind, or loses a choice that records use. */
async function requireKept(
  extension: Extension,
  db: Kysely<Schema>,
  row: NonNullable<Saving<FieldInput>['before']>,
  wished: FieldInput & { readonly choices: string[] },
): Promise<void> {
  const code = row.field_code as string;
  const droppedChoices = (row.choices as readonly string[]).filter((choice) => !wished.choices.includes(choice));
  const changedColumns = (['field_code', 'kind'] as const).filter((column) => row[column] !== wished[column]);
  if (droppedChoices.length === 0 && changedColumns.length === 0) return;
  const [holder] = await holdersWith(extension, db, code).limit(1).execute();
  if (!holder) return;
  const params = { name: holder.name };
  const problems: Problem[] = changedColumns.map((path) => ({ path, reason: 'field_has_values', params }));
  if (problems.length === 0) problems.push(...(await choicesMade(extension, db, code, droppedChoices)));
  if (problems.length > 0) throw badInput(...problems);
}

async function choicesMade(
  extension: Extension,
  db: Kysely<Schema>,
  code: string,
  choices: readonly string[],
): Promise<Problem[]> {
  const rows = await withValue(extension, db, code)
    .where(sql<string>`holder.extension ->> ${code}`, 'in', choices)
    .select(sql<string>`holder.extension ->> ${code}`.as('choice'))
    .distinct()
    .limit(1)
    .execute();
  return rows.map(({ choice }) => ({ path: 'choices', reason: 'choice_made', params: { choice } }));
}
