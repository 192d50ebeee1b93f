import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { type LoadingReason, type Policy, policies } from '../physical/waybill/loading-rule.ts';
import { Day, Id, Input, Moment, Nullable } from '../thing/fields.ts';
import { handheldPermissions, taskKinds } from './act.ts';

const Task = Type.Object({
  kind: Type.Enum([...taskKinds]),
  id: Id(),
  no: Type.String(),
  /** Who gets or sends the goods, or what is made. */
  about: Nullable(Type.String()),
  /** The warehouse, zone or line. */
  place: Nullable(Type.String()),
  planned_day: Nullable(Day()),
  /** Units; null where none are planned, or the plan is hidden from whoever counts. */
  planned: Nullable(Type.Integer()),
  done: Type.Integer(),
});
export type Task = Type.Static<typeof Task>;

/** The most tasks of a kind that are listed: those with the earliest planned day. */
export const mostTasks = 200;

export const tasks = defineCall({
  method: 'GET',
  path: '/api/handheld/tasks',
  access: handheldPermissions,
  summary:
    'List what the caller may do with a handheld: waybills that have not left the own warehouses or are on their way to ' +
    'them, zones, open returns, counts, running work orders, and stops of open inspection tasks.',
  input: Input({}),
  output: Type.Object({ tasks: Type.Array(Task) }),
});

/** Goods of one kind in a snapshot: what the map answers for their codes is the index of one of these. */
export const CodeClass = Type.Object({
  /** Null of a package with goods of several products; `mixed` has them. */
  product_id: Nullable(Id()),
  lot: Nullable(Type.String()),
  level: Type.Integer(),
  units: Type.Integer(),
  /** A package that holds what it should. */
  whole: Type.Boolean(),
  held: Type.Boolean(),
  /** It was rejected, and nobody has packed it as reworked: this task does not take it. */
  rejected: Type.Optional(Type.Boolean()),
  /** A label that is on nothing yet. */
  fresh: Type.Optional(Type.Boolean()),
  /** It lies in a package that is in the snapshot, too. */
  inside: Type.Optional(Type.Boolean()),
  /** It is done for this task already, or on another waybill. */
  on: Type.Optional(Type.Enum(['this', 'other'])),
  mixed: Type.Optional(
    Type.Array(Type.Object({ product_id: Nullable(Id()), lot: Nullable(Type.String()), units: Type.Integer() })),
  ),
});
export type CodeClass = Type.Static<typeof CodeClass>;

/** The head of a snapshot. */
export const SnapshotHead = Type.Object({
  version: Type.Literal(2),
  kind: Type.Enum([...taskKinds]),
  id: Id(),
  no: Type.String(),
  taken_at: Moment(),
  about: Nullable(Type.String()),
  place: Nullable(Type.String()),
  lines: Type.Array(
    Type.Object({
      line_id: Id(),
      product_id: Id(),
      product_code: Type.String(),
      product_name: Type.String(),
      /** Any lot if null. */
      lot: Nullable(Type.String()),
      /** Units; null where whoever counts is not shown them. */
      quantity: Nullable(Type.Integer()),
      done: Type.Integer(),
    }),
  ),
  products: Type.Array(Type.Object({ id: Id(), code: Type.String(), name: Type.String() })),
  /** What is done about each reason against loading goods, or moving them. */
  policies: Type.Optional(
    Type.Unsafe<Readonly<Partial<Record<LoadingReason, Policy>>>>(Type.Record(Type.String(), Type.Enum([...policies]))),
  ),
  /** The lots of the goods that are ordered, in the order in which they should leave. */
  lots: Type.Optional(
    Type.Array(
      Type.Object({
        product_id: Id(),
        lot: Type.String(),
        expiry: Nullable(Day()),
        production: Nullable(Day()),
        released: Type.Boolean(),
        /** Units that are there, on no waybill, and may leave without a reason. */
        free: Type.Integer(),
        /** The days that it has to last at least. */
        min_days: Type.Integer(),
      }),
    ),
  ),
  /** How packages are filled for a work order: what packages of each level hold, in units and in what lies directly in them. */
  packaging: Type.Optional(
    Type.Object({
      remainder: Type.Enum(['allowed', 'refused']),
      levels: Type.Array(
        Type.Object({
          level: Type.Integer(),
          units: Type.Integer(),
          contents_level: Nullable(Type.Integer()),
          most_contents: Nullable(Type.Integer()),
        }),
      ),
    }),
  ),
  classes: Type.Array(CodeClass),
  map: Type.Object({ keys: Type.Integer(), bytes: Type.Integer() }),
});
export type SnapshotHead = Type.Static<typeof SnapshotHead>;

/** The length of the signature at the end of a snapshot: two integers of 32 bytes (IEEE P1363), as WebCrypto has it. */
export const signatureBytes = 64;

/**
 * The file: the length of the head (4 bytes, little-endian), the head as JSON in UTF-8, the map (`codes/sets/xor-map.ts`, whose keys are
 * those of `codes/carrier/map-keys.ts`), and at the end the signature (ECDSA P-256 with SHA-256) over all before it.
 */
export const snapshot = defineCall({
  method: 'GET',
  path: '/api/handheld/snapshot',
  access: handheldPermissions,
  traced: true,
  summary:
    'Get what is needed to do a task without a network, signed: lines, rules, and a map that tells of a code ' +
    'what goods it is on without disclosing the codes.',
  input: Input({ kind: Type.Enum([...taskKinds]), id: Id() }),
  output: Type.Unknown(),
  answers: 'file',
});
