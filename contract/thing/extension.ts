import Type from 'typebox';
import { Input, RequiredText, Text } from './fields.ts';
import { defaulted, moments, optional, required, type ThingFields, told } from './thing-fields.ts';

/** What else an enterprise wants to say of its products or work orders: it defines fields, whose values are kept under their codes. */

const Kind = () => Type.Enum(['text', 'number', 'date', 'choice', 'picture']);
export type ExtensionKind = Type.Static<ReturnType<typeof Kind>>;

/** None has a mark in it that could part one from the next. */
const Choice = () => RequiredText(64, { pattern: '^[^,，、;；\\n]*[^\\s,，、;；][^,，、;；\\n]*$' });

/** What is said of a field that an enterprise defines, with `more` that only those of one kind of record have. */
export const extensionFields = <More extends ThingFields>(more: More) => ({
  label_zh: required(RequiredText(64)),
  /** Under it values are kept: it stays as it is once a record has one. */
  field_code: required(RequiredText(64, { pattern: '^[A-Za-z][A-Za-z0-9_]*$' }), { sort: true }),
  label_en: optional(Text(64)),
  label_es: optional(Text(64)),
  label_ja: optional(Text(64)),
  /** The label in the caller's language. */
  label: told(Type.String(), { exported: false }),
  kind: required(Kind(), { sort: true, filter: true }),
  /** For a choice: what can be chosen. */
  choices: defaulted(Type.Array(Choice(), { maxItems: 100 })),
  required: defaulted(Type.Boolean()),
  ...more,
  sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
  status: defaulted(Type.Enum(['enabled', 'disabled']), { sort: true, filter: true }),
  ...moments,
});

export const ExtensionValue = () => Input({ field_code: Text(64), value: Text(2000) });
export type ExtensionValue = Type.Static<ReturnType<typeof ExtensionValue>>;

/** Values of a record. When they are given, they are all of them: required ones must be there. */
export const ExtensionValues = () => Type.Array(ExtensionValue(), { maxItems: 100 });
