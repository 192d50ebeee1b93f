import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';

/** 1 is what is sold singly; a unit holds units of lower levels. */
export const highestPackagingLevel = 5;

const Level = () => Type.Integer({ minimum: 1, maximum: highestPackagingLevel });
const Status = () => Type.Enum(['enabled', 'disabled']);

const unitFields = {
  unit_code: RequiredText(64),
  level: Level(),
  symbol_zh: RequiredText(32),
  symbol_en: Type.Optional(Nullable(Text(32))),
  symbol_es: Type.Optional(Nullable(Text(32))),
  symbol_ja: Type.Optional(Nullable(Text(32))),
  status: Type.Optional(Status()),
};

export const PackagingUnit = Type.Object({
  id: Id(),
  unit_code: Type.String(),
  level: Type.Integer(),
  symbol_zh: Type.String(),
  symbol_en: Nullable(Type.String()),
  symbol_es: Nullable(Type.String()),
  symbol_ja: Nullable(Type.String()),
  /** The symbol in the caller's language. */
  symbol: Type.String(),
  status: Status(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type PackagingUnit = Type.Static<typeof PackagingUnit>;

export const unitPage = defineCall({
  method: 'GET',
  path: '/api/base/packagingunits/pagelist',
  access: ['productunit', 'hierarchy', 'productlist'],
  summary: 'Packaging units, a page at a time.',
  input: PageQuery(['unit_code', 'level', 'symbol_zh', 'status', 'created_at', 'updated_at'], {
    keyword: Type.Optional(Text(64)),
    level: Type.Optional(Level()),
    status: Type.Optional(Status()),
  }),
  output: PageOf(PackagingUnit),
});
export const unitAdd = defineCall({
  method: 'POST',
  path: '/api/base/packagingunits/add',
  access: ['productunit:add'],
  summary: 'Add a packaging unit: its level and its symbol in each language.',
  input: Input(unitFields),
  output: IdOutput(),
});
export const unitUpdate = defineCall({
  method: 'POST',
  path: '/api/base/packagingunits/update',
  access: ['productunit:update'],
  summary: 'Change a packaging unit. The level of one that packaging relations are made of stays.',
  input: Input({ id: Id(), ...unitFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const unitDelete = defineCall({
  method: 'POST',
  path: '/api/base/packagingunits/delete',
  access: ['productunit:delete'],
  summary: 'Delete a packaging unit that nothing is made of.',
  input: IdInput(),
  output: Type.Null(),
});
export const unitExport = exportOf(unitPage, ['productunit:export']);
export const unitImport = importOf(unitAdd, ['productunit:import']);
