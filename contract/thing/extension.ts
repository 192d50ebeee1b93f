import Type from 'typebox';
import { otherLanguages } from '../languages.ts';
import { Input, RequiredText, Text } from './fields.ts';
import { Identifier, IdentifierOrNone } from './identifiers.ts';
import { fieldsIn, inOtherLanguages, ofColumn } from './in-languages.ts';
import { defaulted, moments, readOnly, required, type ThingFields } from './thing-fields.ts';

/**
 * Extension fields: an enterprise defines fields for its products or work orders, whose values are stored under the field's
 * code.
 */

const Kind = () => Type.Enum(['text', 'number', 'date', 'choice', 'picture']);
export type ExtensionKind = Type.Static<ReturnType<typeof Kind>>;

/** A choice must not contain a separator, because files list choices with separators. */
const Choice = () => RequiredText(64, { pattern: '^[^,，、;；\\n]*[^\\s,，、;；][^,，、;；\\n]*$' });

const Choices = () => Type.Array(Choice(), { maxItems: 100 });

/** The fields that describe an extension field; `more` are those for one kind of record only. */
export const extensionFields = <More extends ThingFields>(more: More) => ({
  label_zh: required(RequiredText(64), ofColumn('label', 'zh')),
  /** The key under which values are stored, so it cannot be changed once a record has a value. */
  field_code: required(Identifier(64, { pattern: '^[A-Za-z][A-Za-z0-9_]*$' }), { sort: true }),
  ...inOtherLanguages('label', 64),
  /** The label in the caller's language. */
  label: readOnly(Type.String(), { exported: false }),
  kind: required(Kind(), { sort: true, filter: true }),
  /** The choices, for fields of that kind. */
  choices: defaulted(Choices()),
  /** The choices in other languages, in the order of `choices`; empty if they are the same in all. */
  ...fieldsIn(otherLanguages, { key: 'choices', column: 'choices_translations' }, () => defaulted(Choices())),
  /** The choices in the caller's language. */
  choice_labels: readOnly(Type.Array(Type.String()), { exported: false }),
  required: defaulted(Type.Boolean()),
  ...more,
  sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
  status: defaulted(Type.Enum(['enabled', 'disabled']), { sort: true, filter: true }),
  ...moments,
});

export const ExtensionValue = () => Input({ field_code: IdentifierOrNone(64), value: Text(2000) });
export type ExtensionValue = Type.Static<ReturnType<typeof ExtensionValue>>;

/** The values of a record. If given, they replace all values, so the required ones must be among them. */
export const ExtensionValues = () => Type.Array(ExtensionValue(), { maxItems: 100 });
