import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { beganBy, periodIn, readOnly, rowOf, takenBy } from '../thing/thing-fields.ts';
import { GoodsThere, ReleasedCodes } from './goods-there.ts';
import { recallScope } from './recall/recall.ts';

/**
 * 冻结: goods that are kept back within the enterprise, because somebody waits for a laboratory or has doubts. Unlike a recall it is
 * silent: consumers are told what they were told before.
 */

export const holdStatuses = ['held', 'released'] as const;
export const holdScopes = ['lot', 'work_order', 'material_lot', 'codes', 'range', 'place'] as const;
export type HoldScope = (typeof holdScopes)[number];

export const hold = defineList({
  key: 'hold',
  table: 'quality_hold',
  parties: 'nothing',
  path: '/api/inspect/hold',
  fields: {
    hold_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum([...holdStatuses]), { filter: true, sort: true }),
    scope_kind: readOnly(Type.Enum([...holdScopes]), { filter: true }),
    /** The scope in words. */
    scope: readOnly(Type.String(), { filter: Text(64) }),
    reason: readOnly(Type.String()),
    /** The waybill that the goods arrived damaged by; null if somebody began the hold. */
    waybill_no: readOnly(Nullable(Type.String()), names('waybill', 'waybill_id')),
    waybill_id: readOnly(Nullable(Id()), { exported: false }),
    owner: readOnly(Type.String(), names('account', 'owner_id')),
    owner_id: readOnly(Id(), { filter: true, exported: false }),
    due_at: readOnly(Moment(), { sort: true }),
    /** Its time has run out, and it still holds goods. */
    overdue: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    ...beganBy('created'),
    updated_at: readOnly(Moment(), { exported: false }),
    ...takenBy('released', { sort: true }),
    release_reason: readOnly(Nullable(Type.String())),
    period: periodIn('created_at'),
  },
  summaries: { page: 'List holds of goods, newest first.' },
});
export type Hold = RowOf<typeof hold>;

/** The scope of a hold, by how it is chosen. */
export const holdScope = {
  lot: recallScope.lot,
  work_order: recallScope.work_order,
  material_lot: recallScope.material_lot,
  codes: recallScope.codes,
  range: recallScope.range,
  /** Whatever lies in a warehouse and the warehouses within it, until the hold is released. */
  place: Input({ warehouse_id: Id() }),
} as const satisfies Readonly<Record<HoldScope, Type.TObject>>;

const Scope = () =>
  Type.Union([
    holdScope.lot,
    holdScope.work_order,
    holdScope.material_lot,
    holdScope.codes,
    holdScope.range,
    holdScope.place,
  ]);

export const holdPreview = defineCall({
  method: 'POST',
  path: '/api/inspect/hold/preview',
  access: ['hold:add'],
  parties: 'enterprise',
  effect: 'none',
  traced: true,
  summary: 'Preview how many goods a hold would block, and where they are now.',
  input: Input({ scope: Scope() }),
  output: GoodsThere,
});

export const holdAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/hold/add',
  access: ['hold:add'],
  parties: 'enterprise',
  summary:
    'Hold a lot, the output of a work order or of a lot of material, codes or a range of codes with their contents, or ' +
    'everything in a warehouse. Held goods cannot be sold or moved to where they could be, but can be moved to quarantine, sampled, ' +
    'scrapped or returned to their supplier. Consumers do not see a hold.',
  input: Input({ scope: Scope(), reason: RequiredText(1000), owner_id: Id(), due_at: Moment() }),
  output: Type.Object({ ...IdOutput().properties, hold_no: Type.String() }),
});

export const holdUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/hold/update',
  access: ['hold:update'],
  parties: 'enterprise',
  summary:
    'Change the reason, the person who decides, and the end of a hold. If `updated_at` is sent and outdated, the call ' +
    'is refused (409).',
  input: Input({
    id: Id(),
    reason: RequiredText(1000),
    owner_id: Id(),
    due_at: Moment(),
    updated_at: Type.Optional(Moment()),
  }),
  output: IdOutput(),
});

export const holdRelease = {
  method: 'POST',
  path: '/api/inspect/hold/release',
  access: ['hold:release'],
  parties: 'enterprise',
  secondPerson: 'hold:add',
  begunBy: 'created_by_id',
  summary:
    'Release held goods: all, or some codes with their contents. The person who held them cannot release them. Goods ' +
    'under another hold or a recall stay held.',
  input: Input({ id: Id(), reason: RequiredText(1000), codes: ReleasedCodes() }),
  output: Type.Object({ ...IdOutput().properties, status: Type.Enum([...holdStatuses]) }),
} as const satisfies Call;

export const holdDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/hold/detail',
  access: ['hold'],
  parties: 'enterprise',
  summary: 'Get a hold with its goods, where they are now, and what was released.',
  input: IdInput(),
  output: Type.Object({ id: Id(), ...rowOf(hold.fields), ...GoodsThere.properties }),
});

export const holdOwners = defineCall({
  method: 'GET',
  path: '/api/inspect/hold/owners',
  access: ['hold'],
  parties: 'enterprise',
  summary: 'List people of the enterprise who can decide about held goods.',
  input: Input({ keyword: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Array(Type.Object({ id: Id(), name: Type.String(), account_name: Type.String() })),
});
