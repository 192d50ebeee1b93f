import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Input, Text } from '../thing/fields.ts';

/** A code of six digits from GB/T 2260, of a province, city or county. */
export const AreaCode = () => Text(6, { pattern: '^[1-9]\\d{5}$' });

const area = { code: Type.String(), name: Type.String(), level: Type.Integer(), leaf: Type.Boolean() };
const County = Type.Object(area);
const City = Type.Object({ ...area, children: Type.Optional(Type.Array(County)) });
const Province = Type.Object({ ...area, children: Type.Optional(Type.Array(City)) });
export type AreaTree = Type.Static<typeof Province>;

export const areasByParent = defineCall({
  method: 'GET',
  path: '/api/org/addressareas/findByParentCode',
  access: 'signed-in',
  summary:
    'List the areas of China directly below an area, or the provinces without `parent_code`. `depth` includes more ' +
    'levels.',
  input: Input({
    parent_code: Type.Optional(Text(6, { pattern: '^([1-9]\\d{5})?$' })),
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, default: 1 })),
  }),
  output: Type.Array(Province),
});
