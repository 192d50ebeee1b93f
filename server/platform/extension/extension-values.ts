import type { ExtensionKind, ExtensionValue } from '@suyuan/contract/thing/extension.ts';
import type { Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import { isDay } from '../http/calendar.ts';
import type { Language } from '../language.ts';
import type { NamedPicture } from '../pictures/pictures.ts';
import { badInput, type Problem } from '../refusal.ts';
import { type Extension, type FieldRow, shownField } from './extension-fields.ts';

/** The stored values of a record, by the codes of their fields. */
export type KeptValues = Readonly<Record<string, string | number>>;

/** The enabled fields, in their order. */
export const enabledFields = <Row extends FieldRow = FieldRow>(
  db: Kysely<Schema>,
  { table }: Extension,
): Promise<Row[]> =>
  db
    .selectFrom(db.dynamic.table(table).as('field'))
    .selectAll()
    .where('field.status', '=', 'enabled')
    .orderBy('field.sort')
    .orderBy('field.id')
    .execute() as Promise<unknown> as Promise<Row[]>;

/** The enabled fields with the values of a record. */
export async function extensionOf<Row extends FieldRow = FieldRow>(
  db: Kysely<Schema>,
  extension: Extension,
  values: KeptValues,
  language: Language,
) {
  // A map, since the code of a field may be the name of a property that every object inherits.
  const byCode = new Map(Object.entries(values));
  return (await enabledFields<Row>(db, extension)).map((field) => {
    const value = byCode.get(field.field_code);
    return { field: shownField(field, language), value: value === undefined ? null : String(value) };
  });
}

/**
 * Validates values and converts them to the types of their fields; empty ones are dropped. Also returns the pictures among
 * them. Throws for invalid values.
 */
export async function extensionValues(change: Change, extension: Extension, entries: readonly ExtensionValue[]) {
  const fields = await change.once(`fields of ${extension.holder}`, () => enabledFields(change.db, extension));
  const byCode = new Map(fields.map((field) => [field.field_code, field]));
  // A map, since the code of a field may be the name of a property that every object inherits.
  const values = new Map<string, string | number>();
  const pictures: NamedPicture[] = [];
  const problems: Problem[] = [];
  for (const { field_code, value: raw } of entries) {
    const [field, value, path] = [byCode.get(field_code), raw.trim(), `extension.${field_code}`];
    if (!field) problems.push({ path, reason: 'unknown_field' });
    if (!field || value === '') continue;
    const result = readers[field.kind](value, field.choices);
    if (result === undefined) problems.push({ path, ...wrongValue(field.kind, field.choices) });
    else values.set(field_code, result);
    if (field.kind === 'picture') pictures.push({ hash: value, path });
  }
  const lacking = fields.filter(({ required, field_code }) => required && !values.has(field_code));
  const atFault = new Set(problems.map(({ path }) => path));
  problems.push(
    ...lacking
      .map(({ field_code }) => ({ path: `extension.${field_code}`, reason: 'required' }))
      .filter(({ path }) => !atFault.has(path)),
  );
  if (problems.length > 0) throw badInput(...problems);
  return { values: Object.fromEntries(values) as KeptValues, pictures };
}

/**
 * Asks for the required fields of a new record whose values were left out; a form leaves them out when nobody touched them.
 * Throws 400. A record that is there keeps the values that an update leaves out.
 */
export async function requireValues(
  { input, before, change }: { readonly input: Given; readonly before: object | undefined; readonly change: Change },
  extension: Extension,
): Promise<void> {
  if (!before && !input.extension) await extensionValues(change, extension, []);
}
interface Given {
  readonly extension?: readonly ExtensionValue[];
}

/** Parsers by kind of field; they return undefined for an invalid text. */
const readers: Record<ExtensionKind, (text: string, choices: readonly string[]) => string | number | undefined> = {
  text: (text) => text,
  number: (text) => (/^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined),
  date: (text) => (isDay(text) ? text : undefined),
  choice: (text, choices) => (choices.includes(text) ? text : undefined),
  picture: (text) => (/^[0-9a-f]{64}$/.test(text) ? text : undefined),
};

const wrongValue = (kind: ExtensionKind, choices: readonly string[]): Omit<Problem, 'path'> =>
  kind === 'choice'
    ? { reason: 'not_a_choice', params: { choices } }
    : { reason: { text: 'malformed', number: 'type_number', date: 'format_date', picture: 'no_such_picture' }[kind] };
