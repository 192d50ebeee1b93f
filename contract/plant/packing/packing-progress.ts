import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, Input, Moment, Nullable } from '../../thing/fields.ts';

/** How far a work order is, and who packs for it: what several people at one order see of each other. */
export const packingProgress = defineCall({
  method: 'GET',
  path: '/api/plant/relevance/progress',
  access: ['relevance:pack'],
  unattended: true,
  summary:
    'Get how much of a work order is packed, how much of that in the last hour, and who packed how much by hand since ' +
    "the shift of the order's team began (of an order without a team, in the last 12 hours).",
  input: Input({ work_order_id: Id() }),
  output: Type.Object({
    quantity: Type.Integer(),
    packed: Type.Integer(),
    /** Units that people packed in the last hour. */
    in_hour: Type.Integer(),
    since: Moment(),
    /** The busiest first. Packings that were undone do not count. */
    packers: Type.Array(
      Type.Object({
        account_id: Nullable(Id()),
        /** Null for people whom the caller may not see. */
        name: Nullable(Type.String()),
        /** Units packed, the packages that hold them, and packages of packages. */
        units: Type.Integer(),
        packages: Type.Integer(),
        outer: Type.Integer(),
        last_at: Moment(),
      }),
    ),
  }),
});
