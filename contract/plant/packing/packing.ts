import Type from 'typebox';
import { defineCall, deskEvent } from '../../call/call.ts';
import { Code, Codes, Id, Input, Moment, maxScanned, Nullable, Reason, RequiredCode } from '../../thing/fields.ts';
import { BatchKey } from '../../thing/identifiers.ts';
import { defineEventList, eventsAbout, successorFields } from '../../trace/event-list.ts';
import { EventRow } from '../../trace/event-row.ts';
import { onHold } from '../../trace/on-hold.ts';
import { EventRefusal } from '../../trace/refusal.ts';
import { deskMarks } from './marking.ts';

/** 包装关联, 关联解除 and 关联替换: packing, unpacking and replacing codes. Refusals are answered with 409, in `data.refusals`. */

const EventTime = () => Type.Optional(Moment());

const Taken = Type.Object({
  event_id: Id(),
  /** The number of units of the event. */
  packed: Type.Integer(),
  /** How many of the codes were so already; the event says nothing about them. */
  known: Type.Integer(),
});

export const pack = deskEvent(
  '/api/plant/relevance/pack',
  ['relevance:pack'],
  'Pack codes into a package. The first codes create the package, later ones fill it. If a code does not fit, nothing ' +
    'is packed, and every such code is named. Codes already in the package are `known` and not packed again.',
  Input({
    work_order_id: Id(),
    parent: RequiredCode(),
    children: Codes(),
    /** The package may be incomplete. */
    remainder: Type.Optional(Type.Boolean()),
    /** Codes that are in another package are moved out of it. */
    moving: Type.Optional(Type.Boolean()),
    event_time: EventTime(),
    batch_key: BatchKey(),
  }),
  Type.Object({ ...Taken.properties, complete: Type.Boolean() }),
);

export const packSet = deskEvent(
  '/api/plant/relevance/packset',
  ['relevance:pack'],
  'Confirm a set (codes ordered together with their contents) by its outermost code: all of it is packed as ordered.',
  Input({ work_order_id: Id(), code: RequiredCode(), event_time: EventTime(), batch_key: BatchKey() }),
  Taken,
);

/** What a scanned code is, for packing. */
export const PackableCode = Type.Object({
  sent: Type.String(),
  /** As it is printed; null when there is no such code. */
  code: Nullable(Type.String()),
  level: Type.Integer(),
  /** The number of units that it stands for: its contents, or itself. */
  units: Type.Integer(),
  /** The number of units that fit in a package of its level; null if the work order's packaging relation does not say. */
  capacity: Nullable(Type.Integer()),
  /** How many things lie directly in it. */
  contents: Type.Integer(),
  /** By the packaging relation: the level of what lies directly in it, and how many of these fit in it. */
  contents_level: Nullable(Type.Integer()),
  most_contents: Nullable(Type.Integer()),
  /** How many of the codes in it are void: closed, replaced, sampled or scrapped. */
  void_inside: Type.Integer(),
  /** The package around it. */
  lies_in: Nullable(Type.String()),
  /** Why it could not be packed at the moment. */
  refusals: Type.Array(EventRefusal),
});
export type PackableCode = Type.Static<typeof PackableCode>;

export const packable = defineCall({
  method: 'POST',
  path: '/api/plant/relevance/packable',
  access: ['relevance', 'unrelevance1'],
  effect: 'none',
  traced: true,
  summary:
    'Check scanned codes, each separately. With a work order, also check whether they can be packed for it now: into ' +
    '`parent`, or each as a package of its own.',
  input: Input({
    codes: Codes(),
    work_order_id: Type.Optional(Id()),
    parent: Type.Optional(RequiredCode()),
    /** Instead of whether they could be packed: whether they could be marked so. */
    mark: Type.Optional(Type.Enum([...deskMarks])),
    /** Codes that are in another package would be moved out of it. */
    moving: Type.Optional(Type.Boolean()),
  }),
  output: Type.Array(PackableCode),
});

export const packUndo = deskEvent(
  '/api/plant/relevance/undo',
  ['relevance:pack'],
  "Declare one of the caller's packings wrong (EPCIS: did_not_occur). Its codes return to their previous state.",
  Input({ parent: RequiredCode(), event_id: Id(), batch_key: BatchKey() }),
  Taken,
);

export const repack = deskEvent(
  '/api/plant/relevance/repack',
  ['relevance:pack'],
  'Correct a package by its counted contents: missing codes are taken out, additional ones put in.',
  Input({
    work_order_id: Id(),
    parent: RequiredCode(),
    contents: Type.Array(RequiredCode(), { maxItems: maxScanned }),
    reason: Reason(),
    batch_key: BatchKey(),
  }),
  Taken,
);

export const unpack = deskEvent(
  '/api/plant/unrelevance1/add',
  ['unrelevance1:add'],
  'Take codes out of their package, or dissolve a package.',
  Input({
    parent: Type.Optional(RequiredCode()),
    children: Type.Optional(Codes()),
    reason: Reason(),
    event_time: EventTime(),
    batch_key: BatchKey(),
  }),
  Taken,
);

export const replace = deskEvent(
  '/api/plant/replace/add',
  ['replace:add'],
  'Replace an unreadable code by another one. The old code becomes inactive.',
  Input({ old: RequiredCode(), new: RequiredCode(), reason: Reason(), event_time: EventTime(), batch_key: BatchKey() }),
  Taken,
);

/** A package around a code. */
export const PackageAround = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  units: Type.Integer(),
  ...onHold,
});

/** A package or unit, with its contents. */
export interface PackageNode {
  readonly code: string;
  readonly level: number;
  readonly units: number;
  readonly remainder: boolean;
  /** It is held itself, or something in it is, apart from a lot or place that holds all of the package that is shown. */
  readonly held?: true;
  readonly children?: readonly PackageNode[];
}

export const packageTree = defineCall({
  method: 'GET',
  path: '/api/plant/relevance/tree',
  access: ['relevance', 'unrelevance1', 'replace', 'boxcode', 'stock'],
  traced: true,
  summary: 'Get the packages a code is in, from the inside outwards, and its contents.',
  input: Input({ code: RequiredCode() }),
  output: Type.Object({
    code: Type.String(),
    level: Type.Integer(),
    life: Type.String(),
    product_id: Nullable(Id()),
    product_code: Nullable(Type.String()),
    product_name: Nullable(Type.String()),
    lot: Nullable(Type.String()),
    production_date: Nullable(Type.String()),
    expiry_date: Nullable(Type.String()),
    order_no: Nullable(Type.String()),
    work_order_id: Nullable(Id()),
    remainder: Type.Boolean(),
    capacity: Nullable(Type.Integer()),
    units: Type.Integer(),
    ...onHold,
    parents: Type.Array(PackageAround),
    /** The contents, as a tree: each node with its code, level, units, remainder and children. */
    children: Type.Array(Type.Unsafe<PackageNode>({ type: 'object', additionalProperties: true })),
  }),
});

export const eventHistory = defineCall({
  method: 'GET',
  path: '/api/plant/relevance/history',
  access: ['relevance', 'orderlist'],
  summary: 'List the latest events of a kind, a code or a work order.',
  input: Input({
    work_order_id: Type.Optional(Id()),
    act: Type.Optional(Type.Enum(['pack', 'unpack', 'replace', ...deskMarks])),
    code: Type.Optional(Code()),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Array(EventRow),
});

/** 关联解除: what was taken out of packages. */
export const unpackings = defineEventList('unrelevance1', '/api/plant/unrelevance1', eventsAbout.work_order, {
  page: 'List what was taken out of packages, newest first, with the reason.',
});

/** 关联替换: which codes gave their place to others. */
export const replacements = defineEventList(
  'replace',
  '/api/plant/replace',
  eventsAbout.work_order,
  { page: 'List replaced codes, newest first, with the reason.' },
  successorFields,
);
