import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Inspection, Position } from '../inspect/task/inspection.ts';
import type { ArrivalOutcome } from '../physical/waybill/arrival-steps.ts';
import { Id, Input, Moment, Nullable, Reason, RequiredCode } from '../thing/fields.ts';
import { onHold } from '../trace/on-hold.ts';
import { EventRefusal } from '../trace/refusal.ts';
import { handheldPermissions, scanActNames } from './act.ts';
import { Uuid } from './handheld.ts';

/** The most scans of one call. */
export const mostScans = 500;
/** The most codes that are packed at once. */
export const mostParts = 500;

const Scan = Input({
  /** Made by the handheld, and sent with the scan until it is answered. */
  id: Uuid(),
  /** The place of the scan among those of the handheld, ascending. */
  no: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  /** By the clock of the handheld. */
  scanned_at: Moment(),
  act: Type.Enum([...scanActNames]),
  /** The waybill, zone, return, count or work order that it is done for; none to unpack or replace. The stop of an inspector, if it is at one. */
  document_id: Type.Optional(Id()),
  /** As it was scanned: of a package, its label; of a replacement, the old code. */
  code: RequiredCode(),
  /** What is packed into it, or was counted in it, or the new code. */
  codes: Type.Optional(Type.Array(RequiredCode(), { minItems: 1, maxItems: mostParts })),
  /** Why, where the act needs a reason, or the server would object. */
  reason: Type.Optional(Reason()),
  /** Goods in a package arrived without it. */
  singly: Type.Optional(Type.Boolean()),
  /** They arrived damaged. */
  damaged: Type.Optional(Type.Boolean()),
  /** The package may stay incomplete. */
  remainder: Type.Optional(Type.Boolean()),
  /** What lies in another package is taken out of it. */
  moving: Type.Optional(Type.Boolean()),
  /** Where it was found. */
  position: Type.Optional(Position()),
});
export type Scan = Type.Static<typeof Scan>;

/**
 * `known`: it was so already, and nothing was recorded; a scan that is sent again gets its first answer. `refused`: nothing was
 * recorded, and somebody has to settle it.
 */
export const scanOutcomes = ['taken', 'known', 'refused'] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

const ScanResult = Type.Object({
  id: Type.String(),
  result: Type.Enum([...scanOutcomes]),
  /** The code as it is printed, and what it is on. */
  printed: Type.Optional(Type.String()),
  product_id: Type.Optional(Nullable(Id())),
  lot: Type.Optional(Nullable(Type.String())),
  units: Type.Integer(),
  /** What it is for the waybill that arrives, if it is not simply expected: then it is kept as a difference. */
  outcome: Type.Optional(Type.Unsafe<ArrivalOutcome>({ type: 'string' })),
  /** What an inspection has found. */
  inspection: Type.Optional(Type.Object({ ...Inspection.properties, ...onHold })),
  refusals: Type.Optional(Type.Array(EventRefusal)),
});
export type ScanResult = Type.Static<typeof ScanResult>;

export const scans = defineCall({
  method: 'POST',
  path: '/api/handheld/scans',
  access: handheldPermissions,
  effect: 'own-record',
  summary:
    'Send scans in their order, hours late. Each is answered once: sent again, it gets its first answer. There may be ' +
    'fewer results than scans; those without one are to be sent again.',
  input: Input({
    device: Uuid(),
    /** The time by the clock of the handheld when it sends: the server corrects the times of scans by it. */
    sent_at: Moment(),
    scans: Type.Array(Scan, { minItems: 1, maxItems: mostScans }),
  }),
  output: Type.Object({
    /** The time of the server. */
    time: Moment(),
    results: Type.Array(ScanResult),
  }),
});

/** People settle their own scans, and a lead those of others in the console. */
const settlingPermissions = [...handheldPermissions, 'handheld:settle'] as const;

const RefusedScan = Type.Object({
  id: Type.String(),
  device: Type.String(),
  no: Type.Integer(),
  /** By the clock of the handheld, and corrected. */
  scanned_at: Moment(),
  event_time: Moment(),
  received_at: Moment(),
  act: Type.Enum([...scanActNames]),
  document_id: Nullable(Id()),
  document_no: Nullable(Type.String()),
  code: Type.String(),
  refusals: Type.Array(EventRefusal),
  /** Who scanned it. */
  account_id: Id(),
  account: Nullable(Type.String()),
});
export type RefusedScan = Type.Static<typeof RefusedScan>;

/** The most refused scans that are listed. */
export const mostRefused = 500;

export const refusedScans = defineCall({
  method: 'GET',
  path: '/api/handheld/refusals',
  access: settlingPermissions,
  summary:
    "List refused scans that nobody has settled, the oldest first: the caller's own, or with `all`, for people of the " +
    'enterprise, those of everybody, or with `handheld_id` those of one person on one handheld. At most 500.',
  input: Input({ all: Type.Optional(Type.Boolean()), handheld_id: Type.Optional(Id()) }),
  output: Type.Object({ refusals: Type.Array(RefusedScan) }),
});

/** What became of the goods: they stay as they are, or it was done all the same. */
export const settlements = ['dropped', 'done_anyway'] as const;
export type ScanSettlement = (typeof settlements)[number];

export const settleScan = defineCall({
  method: 'POST',
  path: '/api/handheld/settle',
  access: settlingPermissions,
  effect: 'own-record',
  summary:
    'Settle a refused scan: say what became of the goods, and why. People of the enterprise may settle those of others.',
  input: Input({ id: Uuid(), how: Type.Enum([...settlements]), reason: Reason() }),
  output: Type.Object({ id: Type.String(), how: Type.Enum([...settlements]) }),
});
