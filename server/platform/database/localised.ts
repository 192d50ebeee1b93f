import type { Language } from '../language.ts';

/** A column with a value for each language, and the fields of these values. */
export interface LocalisedColumn<Column = string> {
  readonly column: Column;
  readonly fields: readonly { readonly field: string; readonly language: Language; readonly none: null | [] }[];
}

/** The fields that a row keeps in columns with a value for each language. */
export const localisedFields = (
  columns: readonly LocalisedColumn[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap(({ column, fields }) => {
      const values = row[column] as Readonly<Record<string, unknown>>;
      return fields.map(({ field, language, none }) => [field, values[language] ?? none] as const);
    }),
  );

/** An SQL expression over the row `t` for a JSON object of the same fields. */
export function localisedFieldsSql(columns: readonly LocalisedColumn[]): string {
  const fields = columns.flatMap(({ column, fields }) =>
    fields.map(
      ({ field, language, none }) => `'${field}', coalesce(t.${column} -> '${language}', '${JSON.stringify(none)}')`,
    ),
  );
  return `jsonb_build_object(${fields.join(', ')})`;
}
