import { textIn } from '@suyuan/contract/languages.ts';
import type { ExtensionValue } from '@suyuan/contract/thing/extension.ts';
import type { CellParser } from '../imports/lines/columns.ts';
import { type Language, languages } from '../language.ts';
import type { Extension, FieldRow } from './extension-fields.ts';
import { enabledFields, type KeptValues } from './extension-values.ts';

/** Values as text: `Aroma: soy; Degree: 53`. Values that contain a semicolon, a quote or a line break are quoted. */
export function extensionInWords(fields: readonly FieldRow[], values: KeptValues, language: Language): string {
  const byCode = new Map(Object.entries(values));
  return fields
    .flatMap((field) => {
      const value = byCode.get(field.field_code);
      return value === undefined ? [] : [`${textIn(field.label, language)}: ${quoted(String(value))}`];
    })
    .join('; ');
}

const quoted = (value: string): string => (/[;；"\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Parses the same text from a file, with fields named by code or by label in any language. */
export const extensionParser = (extension: Extension, column: string): CellParser<ExtensionValue[]> => ({
  columns: [column],
  unread: 'extension_unreadable',
  read: async (cells, { db }) => {
    const codes = new Map<string, string>();
    for (const field of (await enabledFields(db, extension)).toReversed()) {
      for (const language of languages) codes.set(textIn(field.label, language).toLowerCase(), field.field_code);
    }
    for (const field of await enabledFields(db, extension)) codes.set(field.field_code.toLowerCase(), field.field_code);
    return new Map(
      cells.map((cell) => [cell, [valuesFrom(cell, codes)].flatMap((values) => (values ? [values] : []))]),
    );
  },
});

const one = /\s*([^:：;；]+)[:：]\s*("(?:[^"]|"")*"|[^;；]*?)\s*(?:[;；]\s*|$)/y;

function valuesFrom(cell: string, codes: ReadonlyMap<string, string>): ExtensionValue[] | undefined {
  const values: ExtensionValue[] = [];
  one.lastIndex = 0;
  while (one.lastIndex < cell.length) {
    const [, label = '', value = ''] = one.exec(cell) ?? [];
    const field_code = codes.get(label.trim().toLowerCase());
    if (field_code === undefined) return undefined;
    values.push({ field_code, value: value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value });
  }
  return values;
}
