import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { PictureHash } from '../../picture.ts';
import { Day, Id, IdInput, Moment, Nullable, Text } from '../../thing/fields.ts';
import { onHold } from '../../trace/on-hold.ts';
import { countStates } from './arrival.ts';
import { waybillKinds, waybillStatuses } from './waybill.ts';

/** 收货: what the desk shows of a waybill: what is to arrive, what was scanned, and what differs. */

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
