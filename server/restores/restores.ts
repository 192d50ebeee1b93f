import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { addressees } from '#modules/organ/account/notice-addressees.ts';
import { AuditLog, type Change } from '#platform/audit/audit-log.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connection, Database } from '#platform/database/database.ts';
import { Notices } from '#platform/notices/notices.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import { type DatabaseIdentity, identityColumns, mayReadIdentifier } from '#platform/time-mark/database-identity.ts';
import { issuedFolder, knownInstallation } from '#platform/time-mark/folder-mark.ts';
import { tables } from '#tables.ts';
import type { Finding } from './cause.ts';
import { doubtUnprinted, endSessions, type MovedRule, moveRules, moveSequences } from './forward.ts';
import { type Recreated, recreateIssued } from './re-create.ts';

/** What it takes to move a database forward. */
export interface RestoreParts {
  readonly database: Database;
  readonly config: Pick<Config, 'dataDir' | 'issuedDir'>;
  readonly masterKey: MasterKey;
}

/** What was done about a restore. */
export interface Restoration extends Finding {
  /** The last moment that the database knew of. */
  readonly knownUntil: Date | null;
  readonly rules: readonly MovedRule[];
  readonly recreated: Recreated;
  /** Orders of which some codes count as handed out, though the database does not know of it. */
  readonly doubted: number;
  readonly sessions: number;
}

/** The mark of a database. */
export interface Mark extends DatabaseIdentity {
  readonly installation: string;
  readonly epoch: string;
}

const call = { path: 'server/restored' };
const author = { account: { id: 0, account_name: 'restored', party: undefined }, ip: hostname() };

/**
 * Moves a database that was put back to an earlier time forward: gives back the orders that the logs of issued codes know, moves
 * all rules and numbers past what may have been given away, and tells administrators. To be called at the end of every restore.
 */
export async function moveForward(
  parts: RestoreParts,
  finding: Finding = { cause: 'command', isCertain: true },
): Promise<Restoration> {
  const mark = await markOf(parts);
  const restoration = await moveForwardFrom(parts, mark.epoch, finding);
  if (!restoration) throw new Error('Another server has just moved the database forward.');
  return restoration;
}

/** The same unless somebody else was faster: then the database has another epoch, and the result is undefined. */
export async function moveForwardFrom(
  parts: RestoreParts,
  epoch: string,
  finding: Finding,
): Promise<Restoration | undefined> {
  const mayRead = await mayReadIdentifier(parts.database.sql);
  return inTurn(parts, finding, async (change) => {
    const mark = await markIn(change.sql);
    if (mark?.epoch !== epoch) {
      change.undo();
      return undefined;
    }
    return forward(parts, change, { mark, mayRead, finding });
  });
}

/** Gives back what the logs know, to a database that another server has moved forward. */
export async function mergeIssued(parts: RestoreParts, installation: string): Promise<Recreated> {
  return inTurn(parts, {}, async (change) => {
    await announceAll(change);
    return recreateIssued({ change, masterKey: parts.masterKey, folders: foldersOf(parts.config, installation) });
  });
}

/** Takes the database for what it was: nothing was issued since, and codes that are in doubt are free again. */
export async function keepAsItIs(parts: RestoreParts): Promise<void> {
  await markOf(parts);
  const { sql } = parts.database;
  const mayRead = await mayReadIdentifier(sql);
  await sql.begin(async (transaction) => {
    await transaction`delete from unaccounted_codes`;
    const epoch = randomUUID();
    // A mark of an earlier epoch that is known has nothing to say against it.
    await transaction`
      insert into restoration (epoch, cause, is_certain, report) values (${epoch}, 'none', false, '{}')`;
    await setMark(transaction, epoch, mayRead);
  });
}

const setMark = (sql: Connection, epoch: string, mayRead: boolean) => sql`
  update time_mark set epoch = ${epoch}, system_identifier = live.system_identifier, timeline = live.timeline,
    database_oid = live.database_oid, table_oid = live.table_oid
  from (select ${identityColumns(sql, mayRead)}) as live`;

/** The mark of a database. One without gets it: that of the installation that the data folder knows, else of a new one. */
export async function markOf({ database: { sql }, config }: Pick<RestoreParts, 'database' | 'config'>): Promise<Mark> {
  const current = await markIn(sql);
  if (current) return current;
  const keys = (await sql<{ mark: string }[]>`select mark from master_key`).map(({ mark }) => mark);
  const installation =
    (await knownInstallation(config.issuedDir ?? config.dataDir, keys)) ??
    (await knownInstallation(config.dataDir, keys)) ??
    randomUUID();
  await sql`
    insert into time_mark (installation, epoch, system_identifier, timeline, database_oid, table_oid)
    select ${installation}::uuid, ${installation}::uuid, live.*
    from (select ${identityColumns(sql, await mayReadIdentifier(sql))}) as live
    on conflict do nothing`;
  return (await markIn(sql)) as Mark;
}

async function markIn(sql: Connection): Promise<Mark | undefined> {
  const [mark] = await sql<Mark[]>`
    select installation::text, epoch::text, system_identifier, timeline, database_oid, table_oid from time_mark`;
  return mark;
}

/** The folders with the logs of issued codes: in the data folder, and where a second copy is kept. */
export const foldersOf = ({ dataDir, issuedDir }: RestoreParts['config'], installation: string): string[] =>
  [dataDir, ...(issuedDir === undefined ? [] : [issuedDir])].map((place) => issuedFolder(place, installation));

/** One server at a time, with a record in the audit log. */
function inTurn<Result>(
  { database, masterKey }: RestoreParts,
  input: unknown,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return new AuditLog(database, tables, masterKey).inTransaction(call, input, author, async (change) => {
    await change.sql`set local statement_timeout = 0`;
    await change.sql`select pg_advisory_xact_lock(hashtext('suyuan.restored'))`;
    return work(change);
  });
}

/** All rules, with their images, and the tables of which rows may follow. */
async function announceAll(change: Change): Promise<void> {
  const rules = await change.sql<{ id: number }[]>`select id from code_rule`;
  await change.changing('code_rule', ...rules.map(({ id }) => id));
  for (const table of ['account', 'code_binding', 'work_order'] as const) await change.changing(table, 0);
}

interface Moving {
  readonly mark: Mark;
  readonly mayRead: boolean;
  readonly finding: Finding;
}

async function forward(parts: RestoreParts, change: Change, { mark, mayRead, finding }: Moving): Promise<Restoration> {
  const { sql } = change;
  const { isCertain } = finding;
  await announceAll(change);
  const [now] = await sql<{ known_until: Date | null; clock: string }[]>`
    select max(seen_at) as known_until, to_char(max(seen_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as clock
    from folder_mark`;
  const epoch = randomUUID();
  // Sequences first: the row of this restore is numbered, too.
  await moveSequences(change, isCertain);
  const [row] = await sql<{ id: number }[]>`
    insert into restoration (epoch, cause, is_certain, known_until, report)
    values (${epoch}, ${finding.cause}, ${isCertain}, ${now?.known_until ?? null}, '{}') returning id`;
  const { id } = row as { id: number };
  const folders = foldersOf(parts.config, mark.installation);
  const recreated = await recreateIssued({ change, masterKey: parts.masterKey, folders });
  const restoration: Restoration = {
    ...finding,
    knownUntil: now?.known_until ?? null,
    rules: await moveRules(change, isCertain),
    recreated,
    doubted: isCertain ? await doubtUnprinted(change, id) : 0,
    sessions: isCertain ? await endSessions(change) : 0,
  };
  const { rules, doubted, sessions } = restoration;
  const backup = finding.backup ? { backup: { ...finding.backup } } : {};
  await sql`update restoration set report = ${sql.json({ rules, recreated, doubted, sessions, ...backup })} where id = ${id}`;
  await setMark(sql, epoch, mayRead);
  await tell(parts, change, restoration, now?.clock ?? '');
  return restoration;
}

async function tell({ database }: RestoreParts, change: Change, restoration: Restoration, time: string): Promise<void> {
  const notices = new Notices(database);
  notices.addressees.provide(addressees);
  const { recreated, doubted, isCertain } = restoration;
  await notices.tell(
    change.sql,
    { holding: 'coderule' },
    {
      kind: isCertain ? 'database_restored' : 'database_maybe_restored',
      params: {
        known: time === '' ? '?' : `${time} UTC`,
        orders: recreated.orders.length,
        lost: recreated.lost.length,
        lost_orders:
          recreated.lost.length > 0
            ? ` (${recreated.lost
                .map(({ order }) => order)
                .slice(0, 20)
                .join(', ')})`
            : '',
        doubted,
      },
      leads: [
        { screen: 'records', query: '' },
        { screen: 'coderule', query: '' },
      ],
    },
  );
}

/** Sentences about a restore, for the log and the terminal. */
export function linesOf({ cause, isCertain, knownUntil, rules, recreated, doubted, sessions }: Restoration): string[] {
  const { orders, lost, handOuts } = recreated;
  return [
    `${isCertain ? 'The database was' : 'The database may have been'} put back to an earlier time (${reasons[cause]}). ` +
      `The last moment that it knows is ${knownUntil?.toISOString() ?? 'unknown'}.`,
    ...rules.map(({ rule, from, to }) => `Code rule ${rule} goes on from ${to} instead of ${from}.`),
    ...(orders.length > 0 ? [`Orders of codes that were given back: ${orders.join(', ')}.`] : []),
    ...(handOuts > 0 ? [`Downloads, labels and leases of codes that were given back: ${handOuts}.`] : []),
    ...lost.map(({ order, reason }) => `Order ${order} could not be given back: ${losses[reason]}.`),
    ...(doubted > 0
      ? [`Orders whose remaining codes count as handed out: ${doubted}. Printing them needs a reason.`]
      : []),
    ...(sessions > 0 ? [`Sessions that were ended: ${sessions}.`] : []),
  ];
}

const reasons: Readonly<Record<Finding['cause'], string>> = {
  command: 'by a command',
  database: 'it is not the database that was marked, but a copy of it',
  timeline: 'PostgreSQL is on another timeline',
  older: 'it does not remember what was written beside it',
  copied_folder: 'the data folder is a copy',
  seen: 'consumers scanned codes that it has not issued yet',
  crash: 'the server stood still for long after it had not been stopped',
};

const losses: Readonly<Record<Recreated['lost'][number]['reason'], string>> = {
  imported: 'its codes were imported; import the file again',
  key: 'the key of its rule is sealed under another master key',
  taken: 'some of its codes were issued again',
  rule: 'its rule is another one now',
};

/** Logs what was done. */
export const logRestoration = (log: FastifyBaseLogger, restoration: Restoration): void => {
  for (const line of linesOf(restoration)) log.warn(line);
};
