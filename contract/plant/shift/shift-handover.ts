import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Day, Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, takenBy } from '../../thing/thing-fields.ts';

/** 交接班: what a shift leaves to the next one, on one page, signed by both. */

export const shiftHandoverStatuses = ['draft', 'handed', 'received'] as const;
export type ShiftHandoverStatus = (typeof shiftHandoverStatuses)[number];

const ReadOnlyText = () => readOnly(Nullable(Type.String()));
/** Counted when the leaving shift signs; null until then. */
const Counted = () => readOnly(Nullable(Type.Integer()));

export const shiftHandover = defineList({
  key: 'shift',
  table: 'shift_handover',
  path: '/api/plant/shifts',
  fields: {
    shift_no: readOnly(Type.String(), { sort: true }),
    status: readOnly(Type.Enum([...shiftHandoverStatuses]), { sort: true, filter: true }),
    /** The day on which the shift began. */
    day: readOnly(Day(), { sort: true }),
    team_id: readOnly(Id(), { filter: true, exported: false }),
    team_name: readOnly(Type.String(), names('team', 'team_id')),
    /** Without a line, it is of all lines that the team worked on. */
    line_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    line_name: readOnly(Nullable(Type.String()), names('line', 'line_id')),
    planned: Counted(),
    made: Counted(),
    rejected: Counted(),
    exceptions: Counted(),
    notes: ReadOnlyText(),
    ...takenBy('handed', { sort: true }),
    ...takenBy('received', { sort: true }),
    /** What the arriving shift adds as it signs. */
    reply: ReadOnlyText(),
    ...beganBy('created'),
    period: periodIn('created_at'),
  },
  filters: keyword,
  summaries: { page: 'List hand-overs of shifts (paged).' },
});
export type ShiftHandover = RowOf<typeof shiftHandover>;

const Notes = () => Type.Optional(Nullable(Text(2000)));

export const shiftAdd = defineCall({
  method: 'POST',
  path: '/api/plant/shifts/add',
  access: ['shift:add'],
  summary:
    'Prepare the hand-over of a shift: of a team, on one line or all of its lines, for the day on which the shift ' +
    'began (by default, today). There is one for each.',
  input: Input({
    team_id: Id(),
    line_id: Type.Optional(Nullable(Id())),
    day: Type.Optional(Day()),
    notes: Notes(),
  }),
  output: Type.Object({ ...IdOutput().properties, shift_no: Type.String() }),
});

export const shiftUpdate = defineCall({
  method: 'POST',
  path: '/api/plant/shifts/update',
  access: ['shift:add'],
  summary: 'Change the notes of a hand-over that nobody has signed.',
  input: Input({ id: Id(), notes: Notes() }),
  output: IdOutput(),
});

export const shiftDelete = defineCall({
  method: 'POST',
  path: '/api/plant/shifts/delete',
  access: ['shift:delete'],
  summary: 'Delete a hand-over that nobody has signed.',
  input: IdInput(),
  output: Type.Null(),
});

export const shiftHand = defineCall({
  method: 'POST',
  path: '/api/plant/shifts/hand',
  access: ['shift:hand'],
  summary: 'Sign a hand-over for the leaving shift. Its figures are kept as they are at that moment.',
  input: IdInput(),
  output: IdOutput(),
});

export const shiftReceive = {
  method: 'POST',
  path: '/api/plant/shifts/receive',
  access: ['shift:sign'],
  secondPerson: 'shift:hand',
  begunBy: 'handed_by_id',
  summary: 'Sign a hand-over for the arriving shift, as another person than the one who left, with a reply if wanted.',
  input: Input({ id: Id(), reply: Type.Optional(Text(512)) }),
  output: IdOutput(),
} as const satisfies Call;

export const shiftTakeBack = defineCall({
  method: 'POST',
  path: '/api/plant/shifts/takeback',
  access: ['shift:takeback'],
  summary:
    'Take back the last signature of a hand-over, with a reason: first that of the arriving shift, then that of the ' +
    'leaving one, whose figures are counted anew. Who had signed stays on record.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});

const Figure = () => Type.Integer();

/** What a shift did, and what it leaves open. */
export const ShiftFigures = Type.Object({
  orders: Type.Array(
    Type.Object({
      work_order_id: Id(),
      order_no: Type.String(),
      product_id: Id(),
      product_name: Type.String(),
      lot: Nullable(Type.String()),
      /** Units to be made for the order, and made so far by all shifts. */
      quantity: Figure(),
      made_in_all: Figure(),
      /** Of this shift: units made, units packed, packages, rejected units, and scrapped labels. */
      made: Figure(),
      packed: Figure(),
      packages: Figure(),
      rejected: Figure(),
      scrapped: Figure(),
      /** Incomplete packages of the order that are open now. */
      remainders: Figure(),
    }),
  ),
  /** Rejected units by their causes, the most frequent first. */
  causes: Type.Array(Type.Object({ cause: Type.String(), units: Figure() })),
  /** Minutes in which machines of the lines ran, and stood, while one of the orders was to be made. */
  running_minutes: Figure(),
  standing_minutes: Figure(),
  /** Stops in the shift by their reasons, the longest first; an empty reason is one that nobody has given yet. */
  stops: Type.Array(Type.Object({ reason: Type.String(), times: Figure(), minutes: Figure() })),
  /** Open exceptions about the orders, by kind. */
  exceptions: Type.Array(Type.Object({ kind: Type.String(), count: Figure() })),
  /** Quality holds on lots of the orders or, with their number, on codes of them. */
  holds: Type.Array(Type.Object({ hold_no: Type.String(), lot: Type.String(), codes: Type.Optional(Type.Integer()) })),
});
export type ShiftFigures = Type.Static<typeof ShiftFigures>;

export const shiftDetail = defineCall({
  method: 'GET',
  path: '/api/plant/shifts/detail',
  access: ['shift'],
  summary: 'Get the figures of a hand-over: as signed, or as they are now while nobody has signed.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    shift_start: Type.String(),
    shift_end: Type.String(),
    figures: ShiftFigures,
    /** Signatures that were taken back, the latest first. */
    taken_back: Type.Array(
      Type.Object({
        signature: Type.Enum(['handed', 'received']),
        signed_by: Nullable(Type.String()),
        by: Nullable(Type.String()),
        at: Moment(),
        reason: Type.String(),
      }),
    ),
  }),
});

export const shiftPrint = {
  method: 'GET',
  path: '/api/plant/shifts/print',
  access: ['shift'],
  summary: 'Get the hand-over of a shift as PDF, with the names of the signatories and space for signatures.',
  answers: 'file',
  traced: true,
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
