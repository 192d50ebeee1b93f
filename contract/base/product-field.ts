import Type from 'typebox';
import { RequiredText, Text } from '../thing/fields.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, required, told } from '../thing/thing-fields.ts';
import { Status } from './partner-fields.ts';

const Kind = () => Type.Enum(['text', 'number', 'date', 'choice', 'picture']);
/** None has a mark in it that could part one from the next. */
const Choice = () => RequiredText(64, { pattern: '^[^,，、;；\\n]*[^\\s,，、;；][^,，、;；\\n]*$' });

export const productField = defineThing({
  key: 'prodcutextend',
  table: 'product_field',
  code: 'field_code',
  path: '/api/base/productfields',
  fields: {
    label_zh: required(RequiredText(64)),
    /** Under it values are kept: it stays as it is once products have one. */
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
    shown_to_consumers: defaulted(Type.Boolean()),
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
    status: defaulted(Status(), { sort: true, filter: true }),
    ...moments,
  },
  chosenOn: ['productaddedit', 'productpages'],
  says: {
    page: 'Extension fields of products, a page at a time.',
    add: 'Add an extension field of products.',
    update: 'Change an extension field. Its code and kind stay once products have a value.',
    delete: 'Delete an extension field that no product has a value of.',
  },
});
export type ProductField = RowOf<typeof productField>;
