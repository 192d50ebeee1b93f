import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { retiredKeys } from '../secrets/master-key-in-use.ts';
import { type Entry, macOf } from './entry.ts';
import { changesDigest } from './images.ts';

export interface Verdict {
  readonly records: number;
  /** The MAC at the end of the chain: noted elsewhere, it proves later that nothing was cut off. */
  readonly head: string;
  /** Whether the MAC that was noted earlier is in the chain; undefined if none was given. */
  readonly holdsNoted: boolean | undefined;
  /** The first hundred problems, each with the record where it was found. */
  readonly problems: readonly { readonly id: number; readonly kind: 'changed' | 'missing' | 'inserted' | 'cut off' }[];
}

const maxProblems = 100;

/** Follows the chain from its first record to its end, checking each against its MAC, its changes and its neighbours. */
export async function verifyAudit(db: Kysely<Schema>, masterKey: MasterKey, noted?: string): Promise<Verdict> {
  // One snapshot: records that a server writes meanwhile must not look like tampering.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => verify(snapshot, masterKey, noted));
}

async function verify(db: Kysely<Schema>, masterKey: MasterKey, noted: string | undefined): Promise<Verdict> {
  const problems: Verdict['problems'][number][] = [];
  const isFull = () => problems.length >= maxProblems;
  const retired = await retiredKeys(db, masterKey);
  const current = masterKey.macKey('audit');
  let records = 0;
  let last = 0;
  let previous = '';
  let holdsNoted = false;
  for await (const row of entries(db)) {
    for (let id = last + 1; id < row.id && !isFull(); id++) problems.push({ id, kind: 'missing' });
    const follows = row.id === last + 1;
    const old = retired.find(({ lastRecord }) => row.id <= lastRecord.id);
    const isEndOfOld = old?.lastRecord.id === row.id;
    const own =
      macOf(old?.audit ?? current, row, row.previous_mac) === row.mac &&
      row.found_digest === row.changes_digest &&
      (!isEndOfOld || row.mac === old.lastRecord.mac);
    if (!own) problems.push({ id: row.id, kind: 'changed' });
    else if (follows && row.previous_mac !== previous) problems.push({ id: row.id, kind: 'inserted' });
    holdsNoted ||= row.mac === noted;
    records += 1;
    last = row.id;
    previous = row.mac;
    if (isFull()) break;
  }
  const { rows: heads } = await sql<{ last_id: number; mac: string }>`select last_id, mac from audit_head`.execute(db);
  const head = heads[0] ?? { last_id: 0, mac: '' };
  if (!isFull()) {
    for (const id of await changesWithoutRecord(db)) if (id > last) problems.push({ id, kind: 'inserted' });
    if (head.last_id !== last || head.mac !== previous) problems.push({ id: head.last_id, kind: 'cut off' });
  }
  return { records, head: head.mac, holdsNoted: noted === undefined ? undefined : holdsNoted, problems };
}

async function changesWithoutRecord(db: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct audit_id as id from audit_change c
    where not exists (select 1 from audit_log l where l.id = c.audit_id) order by 1 limit ${maxProblems}`.execute(db);
  return rows.map(({ id }) => id);
}

interface Row extends Entry {
  readonly previous_mac: string;
  readonly mac: string;
  readonly found_digest: string;
}

const pageSize = 1000;

async function* entries(db: Kysely<Schema>): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select id, at, account_id, account_name, ip, call, input::text as input, changes, changes_digest, previous_mac, mac,
        ${changesDigest(sql`l.id`)} as found_digest
      from audit_log l where id > ${after} order by id limit ${pageSize}`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    after = end.id;
  }
}
