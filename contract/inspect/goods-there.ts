import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, RequiredCode, Text } from '../thing/fields.ts';
import { placeKinds } from '../trace/states.ts';

/** What goods a recall or a hold is about, and where they are. */

/** Units affected, by where they are now; `unaccounted` are those of which that is unknown. */
export const Balance = Type.Object({
  made: Type.Integer(),
  in_stock: Type.Integer(),
  in_transit: Type.Integer(),
  with_dealers: Type.Integer(),
  outside: Type.Integer(),
  /** Given up for lost on their way. */
  lost: Type.Integer(),
  returned: Type.Integer(),
  destroyed: Type.Integer(),
  sampled: Type.Integer(),
  /** Put aside by the line, and on the line in no package yet: both at no place. */
  rejected: Type.Integer(),
  unpacked: Type.Integer(),
  unaccounted: Type.Integer(),
});
export type Balance = Type.Static<typeof Balance>;

export const maxPackages = 200;

/** A code that was released one by one. */
const ReleasedCode = Type.Object({
  code: Type.String(),
  at: Moment(),
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
});

export const GoodsThere = Type.Object({
  lots: Type.Array(
    Type.Object({ product_id: Id(), product_code: Type.String(), product_name: Type.String(), lot: Type.String() }),
  ),
  /** The first codes of the scope, and the number of all codes with what lies in them. */
  codes: Type.Array(Type.String()),
  total_codes: Type.Integer(),
  balance: Balance,
  places: Type.Array(
    Type.Object({
      kind: Type.Enum([...placeKinds]),
      code: Nullable(Type.String()),
      name: Nullable(Type.String()),
      units: Type.Integer(),
    }),
  ),
  /** The first 200 packages that are not inside another one; none if whatever lies in a warehouse is held. */
  packages: Type.Array(
    Type.Object({
      code: Type.String(),
      level: Type.Integer(),
      units: Type.Integer(),
      place: Nullable(Type.String()),
    }),
  ),
  more_packages: Type.Boolean(),
  /** The first 200 codes that were released one by one. */
  released: Type.Array(ReleasedCode),
});
export type GoodsThere = Type.Static<typeof GoodsThere>;

/** The most codes that are released at once; all that is held, if there are none. */
const maxReleased = 500;
export const ReleasedCodes = () => Type.Optional(Type.Array(RequiredCode(), { minItems: 1, maxItems: maxReleased }));

export const lotChoices = defineCall({
  method: 'GET',
  path: '/api/inspect/lots/list',
  access: ['queryconsumerwarning', 'inspectrecord', 'diversion'],
  parties: 'enterprise',
  summary: 'List lots by which to filter warnings, inspections and diversion, newest first; at most 50.',
  input: Input({
    keyword: Type.Optional(Text(64)),
    /** This lot is included in any case, and comes first. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(Type.Object({ id: Id(), lot_no: Type.String(), product_name: Type.String() })),
});
