import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, IdOutput, Input, Moment, Nullable, RequiredCode, RequiredText } from '../thing/fields.ts';
import { ActRefusal } from '../trace/refusal.ts';

/**
 * What lines and machines say to the server. The words are those of OPEN-SCS for serialisation and of PackML for machines;
 * docs/devices.md shows each call with its refusals.
 */

/** Acts in one batch, and codes in one act. */
export const mostActs = 1000;
export const mostCodes = 2000;
/** Codes in one lease: a device asks again before they are used up. */
const mostLeased = 100_000;

export const deviceActs = ['printed', 'bound', 'packed', 'unpacked', 'scrapped', 'sampled', 'rejected'] as const;

export const DeviceAct = Input({
  /** The device's own name for it, once in a batch. */
  id: RequiredText(64),
  act: Type.Enum([...deviceActs]),
  event_time: Moment(),
  order_no: RequiredText(64),
  /** The package, of `packed`; of `unpacked` where all comes out of it. */
  parent: Type.Optional(RequiredCode()),
  /** None of `packed` where `parent` is the outermost code of a set: all of it is packed as it was ordered. */
  codes: Type.Array(RequiredCode(), { maxItems: mostCodes }),
  /** Of `packed`: the package stays incomplete for now. */
  remainder: Type.Optional(Type.Boolean()),
  /** Why something was scrapped, rejected, unpacked. */
  cause: Type.Optional(RequiredText(256)),
});
export type DeviceAct = Type.Static<typeof DeviceAct>;

const ActResult = Type.Object({
  id: Type.String(),
  /** `waiting`: it speaks of what has not arrived yet, and is tried again when something does. */
  result: Type.Enum(['taken', 'refused', 'waiting']),
  refusals: Type.Optional(Type.Array(ActRefusal)),
});
export type ActResult = Type.Static<typeof ActResult>;

export const deviceBatch = defineCall({
  method: 'POST',
  path: '/api/devices/batches',
  access: 'device',
  effect: 'own-record',
  summary:
    'Tell what a line did, hours late and in any order. Each act has its own result; a batch that was taken answers what it ' +
    'answered before.',
  input: Input({ batch_key: RequiredText(128), acts: Type.Array(DeviceAct, { minItems: 1, maxItems: mostActs }) }),
  output: Type.Object({ results: Type.Array(ActResult) }),
});

export const deviceLease = defineCall({
  method: 'POST',
  path: '/api/devices/leases',
  access: 'device',
  effect: 'own-record',
  summary:
    'Ask for codes of one level for a work order. They are the asker’s alone; there may be fewer than asked for.',
  input: Input({
    order_no: RequiredText(64),
    level: Type.Integer({ minimum: 1, maximum: 4 }),
    quantity: Type.Integer({ minimum: 1, maximum: mostLeased }),
    /** With it, a lease whose answer was lost is answered again and not given twice. */
    batch_key: Type.Optional(RequiredText(128)),
  }),
  output: Type.Object({
    lease: Id(),
    first: Type.String(),
    count: Type.Integer(),
    /** Where its codes are, to be asked for with the same key. */
    download: Type.String(),
  }),
});

export const deviceLeaseCodes = defineCall({
  method: 'GET',
  path: '/api/devices/leases/codes',
  access: 'device',
  summary: 'The codes of a lease as text, one a line, in their order.',
  input: Input({ lease: Id() }),
  output: Type.Unsafe<string>(Type.String()),
  answers: 'file',
});

export const deviceLeaseReturn = defineCall({
  method: 'POST',
  path: '/api/devices/leases/return',
  access: 'device',
  effect: 'own-record',
  summary: 'Give back the last codes of a lease, which were neither printed nor used: how many of them in all.',
  input: Input({ lease: Id(), unused: Type.Integer({ minimum: 1, maximum: mostLeased }) }),
  output: Type.Object({ lease: Id(), unused: Type.Integer() }),
});

/** The states of a machine, as PackML (ISA-TR88.00.02) names them. */
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
] as const;

const Counter = () => Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));

export const deviceHeartbeat = defineCall({
  method: 'POST',
  path: '/api/devices/heartbeat',
  access: 'device',
  effect: 'own-record',
  summary: 'Tell how a machine is; answers the time and the work orders of its line that are released or running.',
  input: Input({
    state: Type.Enum([...machineStates]),
    /** Acts that it has not sent yet. */
    queue: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    /** PackTags: what the machine took in, finished, and rejected since it was switched on. */
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
        /** How many units a package of each level holds. */
        capacities: Type.Array(Type.Object({ level: Type.Integer(), units: Type.Integer() })),
      }),
    ),
  }),
});
