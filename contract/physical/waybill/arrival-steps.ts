import Type from 'typebox';
import { deskEvent } from '../../call/call.ts';
import { Codes, Id, IdInput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { BatchKey } from '../../thing/identifiers.ts';
import { EventRefusal } from '../../trace/refusal.ts';
import { ArrivalDifferences, conditions, Photos, SealFound } from './arrival-desk.ts';
import { ProofInput } from './delivery-proof.ts';
import { waybillStatuses } from './waybill.ts';

/** 收货: the steps of a count, from the first scan to the signature. */

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
