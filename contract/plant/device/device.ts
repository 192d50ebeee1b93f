import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Day, Id, IdOutput, Input, Moment, Nullable, RequiredCode, RequiredText } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { EventRefusal } from '../../trace/refusal.ts';

/**
 * Calls of production lines and machines, in the terms of OPEN-SCS (serialisation) and PackML (machines). docs/devices.md shows
 * each call with its refusals.
 */

/** The maximum number of events in a batch, and of codes in an event. */
export const maxEvents = 1000;
export const maxCodes = 2000;
/** The maximum number of codes in a lease: devices ask again before they run out. */
const maxLeased = 100_000;

export const deviceEvents = ['printed', 'bound', 'packed', 'unpacked', 'scrapped', 'sampled', 'rejected'] as const;

export const DeviceEvent = Input({
  /** An id given by the device, unique in the batch. */
  id: RequiredText(64),
  act: Type.Enum([...deviceEvents]),
  event_time: Moment(),
  order_no: Identifier(64),
  /** For `packed`, the package; for `unpacked`, the package that is emptied. */
  parent: Type.Optional(RequiredCode()),
  /** Empty for `packed` if `parent` is the outermost code of a set: its contents are packed as ordered. */
  codes: Type.Array(RequiredCode(), { maxItems: maxCodes }),
  /** For `packed`: the package is incomplete for now. */
  remainder: Type.Optional(Type.Boolean()),
  /** The reason for scrapping, rejecting or unpacking. */
  cause: Type.Optional(RequiredText(256)),
});
export type DeviceEvent = Type.Static<typeof DeviceEvent>;

const EventResult = Type.Object({
  id: Type.String(),
  /** `waiting`: the event depends on events that have not arrived yet; it is tried again when they do. */
  result: Type.Enum(['taken', 'refused', 'waiting']),
  refusals: Type.Optional(Type.Array(EventRefusal)),
  /** There may be more refusals: the event was looked at no further. */
  more: Type.Optional(Type.Boolean()),
});
export type EventResult = Type.Static<typeof EventResult>;

export const deviceBatch = defineCall({
  method: 'POST',
  path: '/api/devices/batches',
  access: 'device',
  effect: 'own-record',
  summary:
    'Report the events of a line, hours late and in any order. Each event has its own result; a repeated batch gets ' +
    'its first answer.',
  input: Input({ batch_key: Identifier(128), acts: Type.Array(DeviceEvent, { minItems: 1, maxItems: maxEvents }) }),
  output: Type.Object({ results: Type.Array(EventResult) }),
});

export const deviceLease = defineCall({
  method: 'POST',
  path: '/api/devices/leases',
  access: 'device',
  effect: 'own-record',
  summary:
    'Lease codes of one level for a work order. They are reserved for the caller; there may be fewer than requested.',
  input: Input({
    order_no: Identifier(64),
    level: Type.Integer({ minimum: 1, maximum: 4 }),
    quantity: Type.Integer({ minimum: 1, maximum: maxLeased }),
    /** With the same key, a repeated request gets the same lease again, e.g. if the first answer was lost. */
    batch_key: Type.Optional(Identifier(128)),
  }),
  output: Type.Object({
    lease: Id(),
    first: Type.String(),
    count: Type.Integer(),
    /** The path from which the codes of the lease are downloaded, with the same device key. */
    download: Type.String(),
  }),
});

export const deviceLeaseCodes = defineCall({
  method: 'GET',
  path: '/api/devices/leases/codes',
  access: 'device',
  summary: 'Get the codes of a lease as text, one a line, in order.',
  input: Input({ lease: Id() }),
  output: Type.Unsafe<string>(Type.String()),
  answers: 'file',
});

export const deviceLeaseReturn = defineCall({
  method: 'POST',
  path: '/api/devices/leases/return',
  access: 'device',
  effect: 'own-record',
  summary: 'Return the last codes of a lease, neither printed nor used, by the total number returned so far.',
  input: Input({ lease: Id(), unused: Type.Integer({ minimum: 1, maximum: maxLeased }) }),
  output: Type.Object({ lease: Id(), unused: Type.Integer() }),
});

/**
 * The states of a machine, as named by PackML (ISA-TR88.00.02, as which OPC 30050 has them); of a machine without a PackML state
 * model, the last four, which OPC UA for Machinery (OPC 40001-1) names.
 */
export const machineStates = [
  'clearing',
  'stopped',
  'starting',
  'idle',
  'suspended',
  'execute',
  'stopping',
  'aborting',
  'aborted',
  'holding',
  'held',
  'unholding',
  'suspending',
  'unsuspending',
  'resetting',
  'completing',
  'complete',
  'executing',
  'not_executing',
  'out_of_service',
  'not_available',
] as const;
export type MachineState = (typeof machineStates)[number];

/** The states in which a machine makes goods. */
export const producingStates: readonly string[] = ['execute', 'executing'] satisfies MachineState[];

const State = () => Type.Enum([...machineStates]);
/** Why a machine does not work: the code of a reason for stops, or words. */
const StopCause = () => Type.Optional(RequiredText(64));

const Counter = () => Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));

export const deviceHeartbeat = defineCall({
  method: 'POST',
  path: '/api/devices/heartbeat',
  access: 'device',
  effect: 'own-record',
  summary: 'Report the state of a machine. Returns the time and the released or running work orders of its line.',
  input: Input({
    /** Left out by a device that knows none: then its line runs while events come in. */
    state: Type.Optional(State()),
    reason: StopCause(),
    /** Events in the queue of the device that are not sent yet. */
    queue: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    /** The time by the clock of the device; how far it is off is shown to people. */
    time: Type.Optional(Moment()),
    /** PackTags: units consumed, processed and defective since the machine was switched on. */
    counters: Type.Optional(Input({ consumed: Counter(), processed: Counter(), defective: Counter() })),
  }),
  output: Type.Object({
    time: Moment(),
    orders: Type.Array(
      Type.Object({
        ...IdOutput().properties,
        order_no: Type.String(),
        status: Type.Enum(['released', 'running']),
        product_code: Type.String(),
        product_name: Type.String(),
        gtin: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        production_date: Nullable(Day()),
        expiry_date: Nullable(Day()),
        quantity: Type.Integer(),
        /** Units that may be bound for it in all: the quantity, its tolerance, and what was allowed beyond. */
        limit: Type.Integer(),
        /** The number of units in a package of each level. */
        capacities: Type.Array(Type.Object({ level: Type.Integer(), units: Type.Integer() })),
      }),
    ),
  }),
});

/** How far back, in days, states are taken that were not reported in time. */
export const pastStateDays = 40;

export const deviceStates = defineCall({
  method: 'POST',
  path: '/api/devices/states',
  access: 'device',
  effect: 'own-record',
  summary:
    'Report the states of a machine while its heartbeats did not arrive. Time that is accounted for by then stays as ' +
    'it is, so the call can be repeated.',
  input: Input({
    states: Type.Array(Input({ state: State(), from: Moment(), until: Moment(), reason: StopCause() }), {
      minItems: 1,
      maxItems: maxEvents,
    }),
  }),
  /** The seconds that were not accounted for before. */
  output: Type.Object({ seconds: Type.Integer() }),
});
