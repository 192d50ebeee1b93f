import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, NoInput, Nullable, Text } from '../thing/fields.ts';

const Bytes = () => Type.Integer({ minimum: 0 });

export const databaseKinds = ['embedded', 'postgresql', 'citus'] as const;

/** What the data are verified against. */
export const verifiedData = ['trace', 'audit'] as const;

export const backupStates = ['running', 'done', 'failed'] as const;

/** What told that the database was put back to an earlier time; `none`: somebody said that nothing was issued since. */
export const restorationCauses = [
  'command',
  'database',
  'timeline',
  'older',
  'copied_folder',
  'seen',
  'crash',
  'none',
] as const;
export type RestorationCause = (typeof restorationCauses)[number];

/** Why an order of codes could not be given back from the logs. */
export const lostReasons = ['imported', 'key', 'taken', 'rule'] as const;

export const SystemStatus = Type.Object({
  version: Type.String(),
  /** When the server that answers was started. */
  started_at: Moment(),
  database: Type.Object({
    kind: Type.Enum([...databaseKinds]),
    version: Type.String(),
    bytes: Bytes(),
    /** The largest tables with their indexes, the largest first; `rows` is PostgreSQL's estimate. */
    tables: Type.Array(Type.Object({ name: Type.String(), bytes: Bytes(), rows: Nullable(Type.Number()) })),
  }),
  /** The disk of the data folder; null if it cannot be read. */
  disk: Nullable(Type.Object({ free: Bytes(), size: Bytes() })),
  jobs: Type.Object({
    waiting: Type.Integer(),
    running: Type.Integer(),
    /** When the oldest of them was started. */
    oldest_at: Nullable(Moment()),
    /** Those that broke off on the last day, the latest first. */
    broken: Type.Array(
      Type.Object({
        id: Type.String(),
        menu_key: Type.String(),
        account_name: Type.String(),
        ended_at: Moment(),
      }),
    ),
  }),
  verifications: Type.Array(
    Type.Object({
      verified: Type.Enum([...verifiedData]),
      /** Null if it was never verified. */
      at: Nullable(Moment()),
      problems: Type.Integer(),
      /** When nothing was wrong last. */
      clean_at: Nullable(Moment()),
    }),
  ),
  /** The last backups that the server or the command made, the latest first. */
  backups: Type.Array(
    Type.Object({
      /** Where it is on its host. */
      file: Type.String(),
      host_name: Type.String(),
      /** Whether the server made it by itself. */
      is_scheduled: Type.Boolean(),
      state: Type.Enum([...backupStates]),
      began_at: Moment(),
      /** Null while it is made, or after it failed. */
      bytes: Nullable(Bytes()),
      rows: Nullable(Type.Integer()),
      /** Why it failed, as the command said it. */
      failure: Nullable(Type.String()),
    }),
  ),
  /** When the database was put back to an earlier time and moved forward, the latest first. */
  restorations: Type.Array(
    Type.Object({
      id: Id(),
      noticed_at: Moment(),
      cause: Type.Enum([...restorationCauses]),
      /** Otherwise it may as well have been a failover or a crash, and less was skipped. */
      is_certain: Type.Boolean(),
      /** The last moment that the database knew of. */
      known_until: Nullable(Moment()),
      /** The backup, where the command restored one. */
      backup: Nullable(Type.Object({ file: Type.String(), made_at: Moment(), version: Type.String() })),
      /** The code rules that go on from a later number. */
      rules: Type.Array(Type.Object({ rule: Type.String(), from: Type.Integer(), to: Type.Integer() })),
      /** The orders of codes that the logs gave back. */
      orders: Type.Array(Type.String()),
      /** Those that they know, and could not give back. */
      lost: Type.Array(Type.Object({ order: Type.String(), reason: Type.Enum([...lostReasons]) })),
      /** Orders of which it is not known which codes were handed out since: those that remain count as handed out. */
      doubted: Type.Integer(),
      /** The first of them. */
      doubted_orders: Type.Array(Type.String()),
    }),
  ),
  servers: Type.Array(
    Type.Object({
      id: Type.String(),
      host_name: Type.String(),
      version: Type.String(),
      started_at: Moment(),
      seen_at: Moment(),
      /** Running, stopped in order, or silent for longer than a server in order would be. */
      state: Type.Enum(['running', 'stopped', 'silent']),
      /** Whether it is the one that answers. */
      answers: Type.Boolean(),
    }),
  ),
});
export type SystemStatus = Type.Static<typeof SystemStatus>;

export const systemStatus = defineCall({
  method: 'GET',
  path: '/api/org/systemstatus',
  access: ['systemstatus'],
  parties: 'enterprise',
  unattended: true,
  summary: 'Get the state of the installation: servers, database, disk, jobs, backups, restores and verifications.',
  input: NoInput(),
  output: SystemStatus,
});

export const SystemMinute = Type.Object({
  ends_at: Moment(),
  calls: Type.Integer(),
  /** Calls that were answered with 5xx. */
  errors: Type.Integer(),
  /** The time in seconds within which 95 % of the calls were answered; null if there were none. */
  call_time: Nullable(Type.Number()),
  scans: Type.Integer(),
  scan_time: Nullable(Type.Number()),
  events: Type.Integer(),
  /** The longest time in seconds for which the server was busy with one thing. */
  standstill: Type.Number(),
  memory: Bytes(),
  connections: Type.Integer(),
});
export type SystemMinute = Type.Static<typeof SystemMinute>;

export const systemMinutes = defineCall({
  method: 'GET',
  path: '/api/org/systemstatus/minutes',
  access: ['systemstatus'],
  parties: 'enterprise',
  unattended: true,
  summary: 'Get what a server did in each minute of the last hour, the oldest first; by default the one that answers.',
  input: Input({ server_id: Type.Optional(Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })) }),
  output: Type.Array(SystemMinute),
});
