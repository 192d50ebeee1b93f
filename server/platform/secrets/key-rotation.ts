import type { ReservedConnection, Sql } from '../database/driver/sql.ts';
import type { SealedColumn, Tables } from '../database/table.ts';
import type { MasterKey } from './master-key.ts';
import { markInUse, retiredAuditPurpose, retiredRecoveryPurpose } from './master-key-in-use.ts';

export interface Resealed {
  readonly table: string;
  readonly column: string;
  /** What the secrets are called. */
  readonly called: string;
  readonly count: number;
}

/**
 * Re-encrypts everything from one master key to another in one transaction: until the commit only the old key opens it,
 * afterwards only the new one. Hashes made under the old key stay, together with the derived key that they need.
 */
export async function rotateMasterKey(
  sql: Sql,
  from: MasterKey,
  to: MasterKey,
  tables: Tables,
): Promise<readonly Resealed[]> {
  return sql.begin(async (transaction) => {
    // A server that starts meanwhile waits for this lock, and then finds that its key is out of date.
    await transaction`lock table master_key in access exclusive mode`;
    await requireAlone(transaction);
    await requireInUse(transaction, from);
    const columns: Resealed[] = [];
    for (const { name: table, sealed = [] } of tables.values()) {
      for (const column of sealed) {
        const count = await reseal(transaction, table, column, from, to);
        columns.push({ table, column: column.column, called: column.called, count });
      }
    }
    await resealRetired(transaction, from, to);
    await retire(transaction, from, to);
    return columns;
  }) as Promise<readonly Resealed[]>;
}

/** Whether a server, or another command, is connected to the database. */
export async function isServed(sql: Sql | ReservedConnection): Promise<boolean> {
  const [row] = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'suyuan' and pid <> pg_backend_pid() limit 1`;
  return row !== undefined;
}

async function requireAlone(transaction: ReservedConnection): Promise<void> {
  if (!(await isServed(transaction))) return;
  throw new Error('A server is running on this database. Stop all of them first: they hold the old key in memory.');
}

async function requireInUse(transaction: ReservedConnection, from: MasterKey): Promise<void> {
  const mark = await markInUse(transaction);
  if (mark === undefined) throw new Error('No server of this version has been started on this database yet.');
  if (mark !== from.mark) {
    throw new Error('The secrets of the database are encrypted under a master key other than the one to replace.');
  }
}

async function reseal(
  transaction: ReservedConnection,
  table: string,
  { column, purposeOf }: SealedColumn,
  from: MasterKey,
  to: MasterKey,
): Promise<number> {
  const read = () => transaction<{ id: number; sealed: Buffer }[]>`
    select id, ${transaction(column)} as sealed from ${transaction(table)}
    where ${transaction(column)} is not null order by id`;
  const secrets = new Map<number, Buffer>();
  for (const { id, sealed } of await read()) {
    const secret = from.open(sealed, purposeOf(id), `${table} ${id}`);
    secrets.set(id, secret);
    await transaction`
      update ${transaction(table)} set ${transaction(column)} = ${to.seal(secret, purposeOf(id))} where id = ${id}`;
  }
  for (const { id, sealed } of await read()) {
    const secret = to.open(sealed, purposeOf(id), `${table} ${id}`);
    if (!secrets.get(id)?.equals(secret)) throw new Error(`${table} ${id} differs after it was encrypted again.`);
  }
  return secrets.size;
}

/** Re-encrypts the keys of hashes that were made under still older master keys. */
async function resealRetired(transaction: ReservedConnection, from: MasterKey, to: MasterKey): Promise<void> {
  const rows = await transaction<
    {
      id: number;
      last_record_id: number;
      last_record_mac: string;
      audit_key_sealed: Buffer;
      recovery_key_sealed: Buffer;
    }[]
  >`select * from master_key where retired_at is not null`;
  for (const row of rows) {
    const auditPurpose = retiredAuditPurpose({ id: row.last_record_id, mac: row.last_record_mac });
    const audit = from.open(row.audit_key_sealed, auditPurpose, `master_key ${row.id}`);
    const recovery = from.open(row.recovery_key_sealed, retiredRecoveryPurpose, `master_key ${row.id}`);
    await transaction`
      update master_key set audit_key_sealed = ${to.seal(audit, auditPurpose)},
        recovery_key_sealed = ${to.seal(recovery, retiredRecoveryPurpose)}
      where id = ${row.id}`;
  }
}

/** Keeps the hash keys derived from the old master key, encrypted under the new one, so that old hashes can be verified. */
async function retire(transaction: ReservedConnection, from: MasterKey, to: MasterKey): Promise<void> {
  const [head] = await transaction<{ id: number; mac: string }[]>`select last_id as id, mac from audit_head`;
  if (!head) throw new Error('The audit log has no head: it was tampered with.');
  const audit = to.seal(from.macKey('audit').bytes, retiredAuditPurpose(head));
  const recovery = to.seal(from.macKey('recovery code').bytes, retiredRecoveryPurpose);
  await transaction`
    update master_key set retired_at = now(), last_record_id = ${head.id}, last_record_mac = ${head.mac},
      audit_key_sealed = ${audit}, recovery_key_sealed = ${recovery}
    where retired_at is null`;
  await transaction`insert into master_key (mark) values (${to.mark})`;
}
