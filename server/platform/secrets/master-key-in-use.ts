import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Connection } from '../database/database.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Schema } from '../database/schema.ts';
import { MacKey, MasterKey } from './master-key.ts';
import { loadMasterKey, nextMasterKey, replaceMasterKey } from './master-key-file.ts';

/** The mark of the key that the database is sealed under; undefined while no server has been started on it. */
export async function markInUse(connection: Connection): Promise<string | undefined> {
  const [row] = await connection<{ mark: string }[]>`select mark from master_key where retired_at is null`;
  return row?.mark;
}

/**
 * The master key to start with. Where a rotation was interrupted between the database and the file, the file is brought
 * up to the database.
 */
export async function chooseMasterKey(connection: Connection, config: Config): Promise<MasterKey> {
  const key = new MasterKey(await loadMasterKey(config));
  if (config.masterKey) return key;
  const mark = await markInUse(connection);
  const next = mark === undefined || mark === key.mark ? undefined : await nextMasterKey(config.dataDir);
  if (!next || new MasterKey(next).mark !== mark) return key;
  await replaceMasterKey(config.dataDir);
  return new MasterKey(next);
}

/** Refuses a key that the database is known not to be sealed under, before anything is opened with it. */
export async function refuseOtherKey(connection: Sql, masterKey: MasterKey): Promise<void> {
  const mark = await markInUse(connection);
  if (mark !== undefined && mark !== masterKey.mark) throw otherKey();
}

/** The same once all is opened with it: a database that knows no key yet takes this one. */
export async function requireMasterKey(connection: Sql, masterKey: MasterKey): Promise<void> {
  await connection`
    insert into master_key (mark) select ${masterKey.mark}
    where not exists (select 1 from master_key) on conflict do nothing`;
  if ((await markInUse(connection)) !== masterKey.mark) throw otherKey();
}

const otherKey = (): Error =>
  new Error(
    'The secrets in this database are sealed under another master key. ' +
      'Start with the SUYUAN_MASTER_KEY, or the master.key file, that it was made with, or that replaced it last.',
  );

/** What is left of a master key that was replaced. */
export interface RetiredKeys {
  /** The chain of records was written under it up to here. */
  readonly lastRecord: { readonly id: number; readonly mac: string };
  readonly audit: MacKey;
  readonly recovery: MacKey;
}

interface RetiredRow {
  last_record_id: number;
  last_record_mac: string;
  audit_key_sealed: Buffer;
  recovery_key_sealed: Buffer;
}

/** Of all master keys that were replaced, the oldest first. */
export async function retiredKeys(db: Kysely<Schema>, masterKey: MasterKey): Promise<RetiredKeys[]> {
  const { rows } = await sql<RetiredRow>`
    select last_record_id, last_record_mac, audit_key_sealed, recovery_key_sealed
    from master_key where retired_at is not null order by id`.execute(db);
  return rows.map((row) => {
    const lastRecord = { id: row.last_record_id, mac: row.last_record_mac };
    const open = (sealed: Buffer, purpose: string) => new MacKey(masterKey.open(sealed, purpose, 'A retired key'));
    return {
      lastRecord,
      audit: open(row.audit_key_sealed, retiredAuditPurpose(lastRecord)),
      recovery: open(row.recovery_key_sealed, retiredRecoveryPurpose),
    };
  });
}

/** Sealed together with the end of its part of the chain: who has the old key cannot write more records under it. */
export const retiredAuditPurpose = ({ id, mac }: RetiredKeys['lastRecord']): string => `retired audit key ${id} ${mac}`;
export const retiredRecoveryPurpose = 'retired recovery key';
