import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Input, Moment, NoInput, Nullable, Text } from '../thing/fields.ts';

const Bytes = () => Type.Integer({ minimum: 0 });

export const databaseKinds = ['embedded', 'postgresql', 'citus'] as const;

/** What the data are verified against. */
export const verifiedData = ['trace', 'audit'] as const;

export const backupStates = ['running', 'done', 'failed'] as const;

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
  summary: 'Get the state of the installation: servers, database, disk, jobs, backups and verifications.',
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
