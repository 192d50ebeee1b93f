import Type from 'typebox';
import { defineCall, deskEvent } from '../call/call.ts';
import { PictureHash } from '../picture.ts';
import { Codes, Day, Id, IdInput, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { BatchKey } from '../thing/identifiers.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';
import { onHold } from '../trace/on-hold.ts';
import { EventRefusal } from '../trace/refusal.ts';
import { ProofInput } from './delivery-proof.ts';
import { waybillKinds, waybillStatuses } from './waybill.ts';

/** 收货: goods that arrive are counted against their waybill, scan by scan, and signed for by a person who has seen the differences. */

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

/** Where the count of a waybill stands: nobody counts, somebody does, or it is complete and waits to be signed for. */
export const countStates = ['none', 'counting', 'completed'] as const;
export type CountState = (typeof countStates)[number];

export const arrival = defineList({
  key: 'arrival',
  table: 'waybill',
  list: 'arrival',
  path: '/api/physical/arrival',
  fields: {
    waybill_no: readOnly(Type.String(), { sort: true }),
    kind: readOnly(Type.Enum([...waybillKinds]), { filter: true }),
    status: readOnly(Type.Enum([...waybillStatuses]), { filter: Type.Enum(['shipped', 'signed', 'closed']) }),
    from_name: ReadOnlyText(),
    /** Whose it is: a dealer, a warehouse, a factory, or a named receiver, for whom the warehouse signs that it was taken over. */
    to_name: ReadOnlyText(),
    to_dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    to_warehouse_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    to_factory_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    planned_day: readOnly(Nullable(Day()), { sort: true }),
    shipped_at: readOnly(Nullable(Moment()), { sort: true }),
    carrier: ReadOnlyText(),
    plate: ReadOnlyText(),
    driver: ReadOnlyText(),
    driver_phone: ReadOnlyText(),
    seal_no: ReadOnlyText(),
    /** Units and packages that are still to arrive; null where they are counted blind. */
    due_units: readOnly(Nullable(Type.Integer())),
    due_packages: readOnly(Nullable(Type.Integer())),
    /** Units counted so far, and how far the count is. */
    counted: readOnly(Type.Integer()),
    count_state: readOnly(Type.Enum([...countStates])),
    /** Its day is over, and it has not arrived. */
    late: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    blind: readOnly(Type.Boolean(), { exported: false }),
    period: periodIn('shipped_at'),
  },
  filters: {
    ...keyword,
    /** Those to places of ours that the caller keeps or nobody does, to all places of ours, to dealers, or to others. */
    destination: Type.Optional(Type.Enum(['mine', 'ours', 'dealers', 'outside'])),
  },
  summaries: {
    page: 'List waybills that are on their way to a dealer, a warehouse or a factory, those due first (paged).',
  },
});
export type Arrival = RowOf<typeof arrival>;

export const conditions = ['good', 'damaged', 'broken_seal'] as const;
export type Condition = (typeof conditions)[number];

/** What a scan is, compared with the waybill; only what is expected is counted. */
export const scanVerdicts = ['expected', 'other_waybill', 'not_shipped', 'unknown'] as const;
export type ScanVerdict = (typeof scanVerdicts)[number];

/** The most photos of a code, of a seal, or of a proof of delivery. */
export const maxArrivalPhotos = 6;
export const Photos = () => Type.Array(PictureHash(), { maxItems: maxArrivalPhotos });

/** A code that was scanned at the desk, by anybody. */
export const ArrivedScan = Type.Object({
  id: Id(),
  /** As printed; as scanned, if it is no code. */
  code: Type.String(),
  verdict: Type.Enum([...scanVerdicts]),
  /** The other waybill that it belongs to, if the caller may see that. */
  waybill_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  /** It is counted with a package that was scanned after it. */
  inside: Type.Boolean(),
  condition: Type.Enum([...conditions]),
  note: Nullable(Type.String()),
  photos: Type.Array(Type.String()),
  by: Nullable(Type.String()),
  at: Moment(),
  ...onHold,
});
export type ArrivedScan = Type.Static<typeof ArrivedScan>;

export const sealStates = ['intact', 'broken', 'missing', 'other'] as const;
export type SealState = (typeof sealStates)[number];

/** How the seal of the vehicle was found. */
export const SealFound = {
  state: Type.Enum([...sealStates]),
  /** The number of another seal. */
  found: Type.Optional(Nullable(Text(64))),
  note: Type.Optional(Nullable(Text(512))),
  photos: Type.Optional(Photos()),
};

/** What differs from the waybill, as it stands. */
export const ArrivalDifferences = Type.Object({
  /** Units that were counted, and that are missing. */
  counted: Type.Integer(),
  missing: Type.Integer(),
  /** Codes. */
  unexpected: Type.Integer(),
  damaged: Type.Integer(),
  broken_seal: Type.Integer(),
});
export type ArrivalDifferences = Type.Static<typeof ArrivalDifferences>;

const Line = Type.Object({
  line_id: Type.Integer(),
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  /** Units and packages that are to arrive; null in a blind count that is not complete. */
  due: Nullable(Type.Integer()),
  due_packages: Nullable(Type.Integer()),
  counted: Type.Integer(),
  counted_packages: Type.Integer(),
});
export type ArrivalLine = Type.Static<typeof Line>;

/** The most packages in the list of what is still expected. */
export const maxExpected = 500;
/** The most scans in the answer, latest first. */
export const maxScansShown = 200;

export const arrivalDesk = defineCall({
  method: 'GET',
  path: '/api/physical/arrival/desk',
  access: ['arrival'],
  summary:
    'Get what a waybill brings, line by line and package by package, and what is counted of it. While a blind count is not ' +
    'complete, neither the list nor any amount of it is answered.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    waybill_no: Type.String(),
    kind: Type.Enum([...waybillKinds]),
    status: Type.Enum([...waybillStatuses]),
    from_name: Nullable(Type.String()),
    to_name: Nullable(Type.String()),
    carrier: Nullable(Type.String()),
    plate: Nullable(Type.String()),
    driver: Nullable(Type.String()),
    seal_no: Nullable(Type.String()),
    planned_day: Nullable(Day()),
    shipped_at: Nullable(Moment()),
    blind: Type.Boolean(),
    /** The zone that damaged goods go to. */
    damaged_zone: Nullable(Type.String()),
    state: Type.Enum([...countStates]),
    /** When the count was completed; sent with `finish`, which is refused if it was gone on with since. */
    completed_at: Nullable(Moment()),
    /** How often a blind count was gone on with after its differences were shown. */
    recounts: Type.Integer(),
    /** The people who have counted. */
    people: Type.Array(Type.String()),
    lines: Type.Array(Line),
    /** Packages that are still expected; none in a blind count. */
    expected: Type.Array(
      Type.Object({
        code: Type.String(),
        product_id: Nullable(Id()),
        product_name: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        units: Type.Integer(),
        ...onHold,
      }),
    ),
    expected_total: Nullable(Type.Integer()),
    scans: Type.Array(ArrivedScan),
    scans_total: Type.Integer(),
    seal: Nullable(
      Type.Object({
        state: Type.Enum([...sealStates]),
        found: Nullable(Type.String()),
        note: Nullable(Type.String()),
        photos: Type.Array(Type.String()),
      }),
    ),
    /** Null in a blind count that is not complete. */
    differences: Nullable(ArrivalDifferences),
  }),
});

/** The answer to one scan. */
export const scanOutcomes = [
  'counted',
  'repeated',
  'arrived',
  'part',
  'other_waybill',
  'missing',
  'not_shipped',
  'unknown',
] as const;
export type ArrivalOutcome = (typeof scanOutcomes)[number];
const ScanAnswer = Type.Object({
  /** The code as sent, and as printed. */
  code: Type.String(),
  printed: Type.String(),
  outcome: Type.Enum([...scanOutcomes]),
  /** In words, with what it collides with. */
  message: Type.String(),
  units: Type.Integer(),
});
export type ScanAnswer = Type.Static<typeof ScanAnswer>;

export const arrivalScan = deskEvent(
  '/api/physical/arrival/scan',
  ['arrival:tally', 'arrival:sign'],
  'Count codes that arrived. Each is answered by itself; nothing is received yet. A bottle of an expected case is counted only ' +
    'with `singly`: the case has come apart, and is taken apart when the waybill is signed for. What is not expected is kept as a ' +
    'difference; what a warehouse misses is told to be found by storing it there.',
  Input({ id: Id(), codes: Codes(), singly: Type.Optional(Type.Boolean()), batch_key: BatchKey() }),
  Type.Object({ answers: Type.Array(ScanAnswer) }),
);

/** A scan, by its code as the desk shows it. */
const CountedText = () => RequiredText(2048);

export const arrivalUndo = deskEvent(
  '/api/physical/arrival/undo',
  ['arrival:tally', 'arrival:sign'],
  'Take a scan back, with its condition. What was counted with a package is counted by itself again. The code is as the desk shows it.',
  Input({ id: Id(), counted: CountedText() }),
  Type.Object({ code: Type.String() }),
);

export const arrivalMark = deskEvent(
  '/api/physical/arrival/mark',
  ['arrival:tally', 'arrival:sign'],
  'Say in which condition a scanned code arrived: good, damaged, or with a broken seal, with photos. `good` takes it back.',
  Input({
    id: Id(),
    counted: CountedText(),
    condition: Type.Enum([...conditions]),
    note: Type.Optional(Nullable(Text(512))),
    photos: Type.Optional(Photos()),
  }),
  Type.Object({ code: Type.String() }),
);

export const arrivalSeal = deskEvent(
  '/api/physical/arrival/seal',
  ['arrival:tally', 'arrival:sign'],
  'Say how the seal of the vehicle was found; null takes it back.',
  Input({ id: Id(), seal: Nullable(Input(SealFound)) }),
  Type.Null(),
);

export const arrivalComplete = deskEvent(
  '/api/physical/arrival/complete',
  ['arrival:tally', 'arrival:sign'],
  'Complete a count: from now on nothing is scanned, and the differences are shown, in a blind count, too.',
  IdInput(),
  Type.Object({ completed_at: Moment(), differences: ArrivalDifferences }),
);

export const arrivalResume = deskEvent(
  '/api/physical/arrival/resume',
  ['arrival:tally', 'arrival:sign'],
  'Go on with a count that was completed. In a blind count it is kept how often.',
  IdInput(),
  Type.Null(),
);

export const arrivalDiscard = deskEvent(
  '/api/physical/arrival/discard',
  ['arrival:tally', 'arrival:sign'],
  'Discard a count with all its scans.',
  Input({ id: Id() }),
  Type.Null(),
);

export const arrivalFinish = deskEvent(
  '/api/physical/arrival/finish',
  ['arrival:sign'],
  'Sign for a completed count, whose differences a person has seen: what was counted is received, what differs becomes exceptions, ' +
    'and what is damaged is held, in the zone of the warehouse for it if there is one. Without a count, with `received` “all”, ' +
    'everything is received; a warehouse that counts blind refuses that. A proof of delivery may come along.',
  Input({
    id: Id(),
    received: Type.Enum(['counted', 'all']),
    completed_at: Type.Optional(Moment()),
    proof: Type.Optional(ProofInput()),
  }),
  Type.Object({
    id: Id(),
    status: Type.Enum([...waybillStatuses]),
    units: Type.Integer(),
    refusals: Type.Array(EventRefusal),
    held: Nullable(Type.String()),
  }),
);
