import type { TFunction } from 'i18next';
import { listText } from '#core/i18n/listText.ts';
import type { Field, ListSpec } from '../fields.ts';

/** A column that a file may have, with its texts. */
export interface ImportColumn {
  readonly key: string;
  readonly title: string;
  readonly required: boolean;
  /** What its cells may contain. */
  readonly takes: string;
  readonly example: string;
}

/** The columns that files of a list may have, in the order of its form. */
export function importColumns({ name, fields, add }: ListSpec, t: TFunction): ImportColumn[] {
  const required: readonly string[] = (add?.input as { required?: string[] } | undefined)?.required ?? [];
  return fields.filter(isBrought).map((field) => ({
    key: field.key,
    title: listText(t, name, field.key),
    required: required.includes(field.key),
    takes: takesOf(name, field, t),
    example: exampleOf(name, field, t),
  }));
}

const isBrought = ({ import: brought, form }: Field): boolean => brought ?? (form !== undefined && !form.onlyOld);

/** Whether files of a list have numbers or days, which languages write differently. */
export const hasNumbersOrDays = ({ fields }: ListSpec): boolean =>
  fields.some((field) => isBrought(field) && (field.kind === 'number' || field.written === 'day'));

function takesOf(list: string, field: Field, t: TFunction): string {
  if (field.kind === 'reference') return t('import.takes.reference');
  if (field.kind === 'number') {
    const { min, max } = field;
    const whole = field.written === 'decimal' ? 'decimal' : 'whole';
    return max === undefined ? t(`import.takes.${whole}`) : t(`import.takes.${whole}Range`, { min: min ?? 0, max });
  }
  if (field.written === 'day' || field.written === 'moment') return t(`import.takes.${field.written}`);
  const words = wordsOf(list, field, t);
  if (words.length > 0) return words.join(' / ');
  const limit = field.form?.maxLength;
  return limit === undefined ? t('import.takes.example') : t('import.takes.text', { limit });
}

/** The declared example, or else the first choice. */
const exampleOf = (list: string, field: Field, t: TFunction): string =>
  field.example ? t(field.example, { defaultValue: field.example }) : (wordsOf(list, field, t)[0] ?? '');

function wordsOf(list: string, field: Field, t: TFunction): string[] {
  if (field.kind === 'switch') return ['true', 'false'].map((choice) => listText(t, list, `${field.key}.${choice}`));
  if (field.kind !== 'choice' || !('length' in field.choices)) return [];
  return field.choices.map((choice) => listText(t, list, `${field.key}.${choice}`));
}
