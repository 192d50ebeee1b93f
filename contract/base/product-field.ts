import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';

export const productFieldKinds = ['text', 'number', 'date', 'choice', 'picture'] as const;

const Status = () => Type.Enum(['enabled', 'disabled']);
const Kind = () => Type.Enum([...productFieldKinds]);

const fieldFields = {
  /** Under it values are kept: it stays as it is once products have one. */
  field_code: RequiredText(64, { pattern: '^[A-Za-z][A-Za-z0-9_]*$' }),
  label_zh: RequiredText(64),
  label_en: Type.Optional(Nullable(Text(64))),
  label_es: Type.Optional(Nullable(Text(64))),
  label_ja: Type.Optional(Nullable(Text(64))),
  kind: Kind(),
  /** For a choice: what can be chosen. None has a mark in it that could part one from the next. */
  choices: Type.Optional(
    Type.Array(RequiredText(64, { pattern: '^[^,，、;；\\n]*[^\\s,，、;；][^,，、;；\\n]*$' }), { maxItems: 100 }),
  ),
  required: Type.Optional(Type.Boolean()),
  shown_to_consumers: Type.Optional(Type.Boolean()),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  status: Type.Optional(Status()),
};

export const ProductField = Type.Object({
  id: Id(),
  field_code: Type.String(),
  label_zh: Type.String(),
  label_en: Nullable(Type.String()),
  label_es: Nullable(Type.String()),
  label_ja: Nullable(Type.String()),
  /** The label in the caller's language. */
  label: Type.String(),
  kind: Kind(),
  choices: Type.Array(Type.String()),
  required: Type.Boolean(),
  shown_to_consumers: Type.Boolean(),
  sort: Type.Integer(),
  status: Status(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ProductField = Type.Static<typeof ProductField>;

export const productFieldPage = defineCall({
  method: 'GET',
  path: '/api/base/productfields/pagelist',
  access: ['prodcutextend', 'productaddedit', 'productpages'],
  summary: 'Extension fields of products, a page at a time.',
  input: PageQuery(['field_code', 'sort', 'kind', 'status', 'created_at', 'updated_at'], {
    keyword: Type.Optional(Text(64)),
    kind: Type.Optional(Kind()),
    status: Type.Optional(Status()),
  }),
  output: PageOf(ProductField),
});
export const productFieldAdd = defineCall({
  method: 'POST',
  path: '/api/base/productfields/add',
  access: ['prodcutextend:add'],
  summary: 'Add an extension field of products.',
  input: Input(fieldFields),
  output: IdOutput(),
});
export const productFieldUpdate = defineCall({
  method: 'POST',
  path: '/api/base/productfields/update',
  access: ['prodcutextend:update'],
  summary: 'Change an extension field. Its code and kind stay once products have a value.',
  input: Input({ id: Id(), ...fieldFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const productFieldDelete = defineCall({
  method: 'POST',
  path: '/api/base/productfields/delete',
  access: ['prodcutextend:delete'],
  summary: 'Delete an extension field that no product has a value of.',
  input: IdInput(),
  output: Type.Null(),
});
export const productFieldExport = exportOf(productFieldPage, ['prodcutextend:export']);
export const productFieldImport = importOf(productFieldAdd, ['prodcutextend:import']);
