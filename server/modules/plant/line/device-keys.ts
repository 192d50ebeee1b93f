import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import {
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  deviceKeyRotate,
} from '../../../../contract/plant/device-key.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { violates } from '../../../platform/database/violation.ts';
import { isThere } from '../../../platform/records/is-there.ts';
import { badInput, conflict, notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';

/** Keys with which the devices of a production line call the server. Their hashes are kept, and nothing else of them. */
export function serveDeviceKeys({ routes }: Services): void {
  routes.serve(deviceKeyList, async ({ line_id }, { db }) => {
    const rows = await db
      .selectFrom('device_key')
      .leftJoin('account as maker', 'maker.id', 'device_key.created_by')
      .select(['device_key.id', 'device_key.name', 'maker.name as created_by_name'])
      .select(['device_key.created_at', 'device_key.last_seen_at', 'device_key.revoked_at'])
      .where('line_id', '=', line_id)
      .orderBy('device_key.revoked_at', (order) => order.desc().nullsFirst())
      .orderBy('device_key.id', 'desc')
      .limit(mostListed)
      .execute();
    return rows.map(({ created_at, last_seen_at, revoked_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
    }));
  });

  routes.change(deviceKeyAdd, async ({ line_id, name }, { account }, change) => {
    if (!(await isThere(change, 'production_line', line_id))) throw notFound('production_line');
    return makeKey(change, { line_id, name: name.trim(), created_by: account.id });
  });

  routes.change(deviceKeyRotate, async ({ id }, { account }, change) => {
    const { line_id, name } = await revoke(change, id);
    return makeKey(change, { line_id, name, created_by: account.id });
  });

  routes.change(deviceKeyRevoke, async ({ id }, _, change) => {
    await revoke(change, id);
    return null;
  });
}

const mostListed = 200;

/** What a key begins with: whoever finds one knows it for a secret. */
const prefix = 'sk_';

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

async function makeKey(change: Change, named: { line_id: number; name: string; created_by: number }) {
  const key = prefix + randomBytes(32).toString('base64url');
  const { id } = await change.db
    .insertInto('device_key')
    .values({ ...named, secret_hash: hashOf(key) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(
      violates('device_key_name_key', () => badInput({ path: 'name', reason: 'taken', params: { value: named.name } })),
    );
  change.made('device_key', id);
  return { id, key };
}

async function revoke(change: Change, id: number) {
  await change.changing('device_key', id);
  const row = await change.db
    .selectFrom('device_key')
    .select(['line_id', 'name', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('device_key');
  if (row.revoked_at) throw conflict('device_key_revoked');
  await change.db.updateTable('device_key').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  return row;
}

/**
 * The line for which whoever holds a key calls; undefined for a key that is not known, that is revoked, or whose line or
 * factory is disabled. That it was seen is written down once a minute at most.
 */
export async function lineOfKey(sql: Sql, key: string): Promise<{ keyId: number; lineId: number } | undefined> {
  if (!key.startsWith(prefix)) return undefined;
  const [found] = await sql<{ keyId: number; lineId: number; fresh: boolean }[]>`
    select k.id as "keyId", k.line_id as "lineId", coalesce(k.last_seen_at > now() - interval '1 minute', false) as fresh
    from device_key k
    join production_line l on l.id = k.line_id
    join workshop w on w.id = l.workshop_id
    join factory f on f.id = w.factory_id
    where k.secret_hash = ${hashOf(key)} and k.revoked_at is null and l.status = 'enabled' and f.status = 'enabled'`;
  if (!found) return undefined;
  const { keyId, lineId, fresh } = found;
  if (!fresh) await sql`update device_key set last_seen_at = now() where id = ${keyId}`;
  return { keyId, lineId };
}
