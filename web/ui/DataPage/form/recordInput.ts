import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type TextFormat, textFormats } from '@suyuan/contract/thing/text-formats.ts';
import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type { ApiError } from '#core/api/apiError.ts';
import { notify } from '#core/notices/notices.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';

/** The fields of the form. */
export const formFields = (fields: readonly Field[], row: Row | undefined): Field[] =>
  fields.filter(({ form }) => form && !(row ? form.onlyNew : form.onlyOld));

/**
 * The initial values of a form: those of the row to be changed; for a new row, those of the row to be copied, or else the
 * filters of the list (such as a dealer).
 */
export const initialValues = (
  fields: readonly Field[],
  row: Row | undefined,
  filters: Readonly<Record<string, unknown>> = {},
  copy: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ key, kind, form }) => {
      const filter = kind === 'reference' ? filters[key] : undefined;
      return [key, row ? (form?.from?.(row) ?? row[key]) : (copy[key] ?? filter ?? form?.initial)];
    }),
  );

export function rulesOf({ form }: Field, title: string, t: TFunction) {
  return [
    ...(form?.required ? [required(t('datapage.required', { title }))] : []),
    ...(form?.format ? [formatRule(form.format, t)] : []),
    ...(form?.pattern ? [{ pattern: form.pattern.test, message: t(form.pattern.message) }] : []),
  ];
}

/** An antd rule for a text format, with our message. */
export const formatRule = (format: TextFormat, t: TFunction) => ({
  validator: (_: unknown, value: unknown) =>
    textFormats[format](`${value ?? ''}`) ? Promise.resolve() : Promise.reject(new Error(t(`format.${format}`))),
});

/** An antd rule for a required value; a text of blanks only is missing. */
const required = (message: string) => ({
  required: true,
  validator: (_: unknown, value: unknown) =>
    value === undefined || value === null || String(value).trim() === ''
      ? Promise.reject(new Error(message))
      : Promise.resolve(),
});

/** The input of the call. An empty field is null when changing a row, and left out when adding one. */
export function inputOf(
  fields: readonly Field[],
  values: Record<string, unknown>,
  row: Row | undefined,
): Record<string, unknown> {
  const input = Object.fromEntries(
    fields.map(({ key, form }) => {
      const value = values[key];
      if (value !== undefined && value !== null && value !== '') return [key, value];
      return [key, typeof form?.initial === 'string' ? form.initial : row ? null : undefined];
    }),
  );
  return row ? { id: row.id, ...input } : input;
}

/** `updated_at` as it was read, for calls with optimistic locking. */
export const readAt = ({ input }: Call, { updated_at }: Row): Record<string, unknown> =>
  'properties' in input && 'updated_at' in (input.properties as object) ? { updated_at } : {};

/** Shows problems at the fields that they are about. */
export function showProblems(
  form: FormInstance<Record<string, unknown>>,
  fields: readonly Field[],
  error: ApiError,
): void {
  const errors = error.fields.flatMap(({ path, message }) => {
    // A problem within the value of a field is shown at the field.
    const field = fields.find(({ key }) => key === path || path.startsWith(`${key}.`));
    return field ? [{ name: field.key, errors: [message] }] : [];
  });
  form.setFields(errors);
  if (errors[0]) form.scrollToField(errors[0].name, { focus: true });
  // Problems of no field of this form, or of the whole record, are shown as a notice.
  const isShown = (errors.length > 0 && error.statusCode !== 409) || error.code === ErrorCode.stale;
  if (!isShown && error.fields.length > 0) notify.error(error.message, error.requestId);
}
