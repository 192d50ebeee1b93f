import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { keptFilters, keptRow, reachFields, reachRow, Status } from './partner-fields.ts';

/** External factories: outsourcing customers (委外客户), the specification's out-of-factory records. */

const outFactoryFields = {
  factory_code: RequiredText(64),
  factory_name: RequiredText(128),
  ...reachFields(),
  licence_no: Type.Optional(Nullable(Text(64))),
  remark: Type.Optional(Nullable(Text(512))),
  status: Type.Optional(Status()),
};

export const OutFactory = Type.Object({
  ...keptRow,
  factory_code: Type.String(),
  factory_name: Type.String(),
  ...reachRow,
  licence_no: Nullable(Type.String()),
  remark: Nullable(Type.String()),
});
export type OutFactory = Type.Static<typeof OutFactory>;

export const outFactoryPage = defineCall({
  method: 'GET',
  path: '/api/org/outfactory/pagelist',
  access: ['outsourcing'],
  summary: 'External factories, a page at a time.',
  input: PageQuery(['factory_code', 'factory_name', 'created_at', 'updated_at'], keptFilters),
  output: PageOf(OutFactory),
});
export const outFactoryAdd = defineCall({
  method: 'POST',
  path: '/api/org/outfactory/add',
  access: ['outsourcing:add'],
  summary: 'Add an external factory. Its code is unique among all factories.',
  input: Input(outFactoryFields),
  output: IdOutput(),
});
export const outFactoryUpdate = defineCall({
  method: 'POST',
  path: '/api/org/outfactory/update',
  access: ['outsourcing:update'],
  summary: 'Change an external factory. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({ id: Id(), ...outFactoryFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const outFactoryDelete = defineCall({
  method: 'POST',
  path: '/api/org/outfactory/delete',
  access: ['outsourcing:delete'],
  summary: 'Delete an external factory that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const outFactoryExport = exportOf(outFactoryPage, ['outsourcing:export']);
export const outFactoryImport = importOf(outFactoryAdd, ['outsourcing:import']);

export const factoryPage = defineCall({
  method: 'GET',
  path: '/api/base/factories/pagelist',
  access: ['store', 'outsourcing'],
  summary: 'All factories, the enterprise’s own and external ones, to choose from.',
  input: PageQuery(['factory_code', 'factory_name'], keptFilters),
  output: PageOf(
    Type.Object({
      id: Id(),
      factory_code: Type.String(),
      factory_name: Type.String(),
      kind: Type.Enum(['own', 'external']),
      status: Status(),
    }),
  ),
});
