import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type { Call } from '../../../../contract/call/call.ts';
import { ErrorCode } from '../../../../contract/call/errors.ts';
import { type TextFormat, textFormats } from '../../../../contract/thing/text-formats.ts';
import type { ApiError } from '../../../core/api/apiError.ts';
import { notify } from '../../../core/notices/notices.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';

/** The fields that are asked for. */
export const formFields = (fields: readonly Field[], row: Row | undefined): Field[] =>
  fields.filter(({ form }) => form && !(row ? form.onlyNew : form.onlyOld));

/**
 * What a form is filled in with at first. A new row begins with what its list was searched for: their dealer, say; or with
 * what is copied of another row.
 */
export const initialValues = (
  fields: readonly Field[],
  row: Row | undefined,
  filters: Readonly<Record<string, unknown>> = {},
  copied: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ key, kind, form }) => {
      const wished = kind === 'reference' ? filters[key] : undefined;
      return [key, row ? (form?.from?.(row) ?? row[key]) : (copied[key] ?? wished ?? form?.initial)];
    }),
  );

export function rulesOf({ form }: Field, title: string, t: TFunction) {
  return [
    ...(form?.required ? [required(t('datapage.required', { title }))] : []),
    ...(form?.format ? [formatRule(form.format, t)] : []),
    ...(form?.pattern ? [{ pattern: form.pattern.test, message: t(form.pattern.says) }] : []),
  ];
}

/** What a text has to be, in our words. */
export const formatRule = (format: TextFormat, t: TFunction) => ({
  validator: (_: unknown, value: unknown) =>
    textFormats[format](`${value ?? ''}`) ? Promise.resolve() : Promise.reject(new Error(t(`format.${format}`))),
});

/** A value that is not only blanks; numbers and choices count as they are. */
const required = (message: string) => ({
  required: true,
  validator: (_: unknown, value: unknown) =>
    value === undefined || value === null || String(value).trim() === ''
      ? Promise.reject(new Error(message))
      : Promise.resolve(),
});

/** An emptied field is sent as null when it is changed, and left out when it is new. */
export function inputOf(
  fields: readonly Field[],
  entered: Record<string, unknown>,
  row: Row | undefined,
): Record<string, unknown> {
  const input = Object.fromEntries(
    fields.map(({ key, form }) => {
      const value = entered[key];
      if (value !== undefined && value !== null && value !== '') return [key, value];
      return [key, typeof form?.initial === 'string' ? form.initial : row ? null : undefined];
    }),
  );
  return row ? { id: row.id, ...input } : input;
}

/** When the row was read, for calls that refuse to change what somebody else has changed since. */
export const readAt = ({ input }: Call, { updated_at }: Row): Record<string, unknown> =>
  'properties' in input && 'updated_at' in (input.properties as object) ? { updated_at } : {};

/** Says what was refused beside the fields it is about. */
export function showProblems(
  form: FormInstance<Record<string, unknown>>,
  fields: readonly Field[],
  error: ApiError,
): void {
  const known = error.fields.flatMap(({ path, message }) => {
    // What is wrong inside of a field's value is said beside the field.
    const field = fields.find(({ key }) => key === path || path.startsWith(`${key}.`));
    return field ? [{ name: field.key, errors: [message] }] : [];
  });
  form.setFields(known);
  if (known[0]) form.scrollToField(known[0].name, { focus: true });
  // What is about no field of this form, or about the record as a whole, has to be said all the same.
  const said = (known.length > 0 && error.statusCode !== 409) || error.code === ErrorCode.stale;
  if (!said && error.fields.length > 0) notify.error(error.message);
}
