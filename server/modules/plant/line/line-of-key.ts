import type { Device, WarehouseDevice } from '#platform/access/authentication.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { type OwnedRow, partyOfOwner } from '#platform/party.ts';
import { hashOfKey } from '#platform/secrets/keys.ts';

/** The prefix by which people and secret scanners recognise a key. */
export const keyPrefix = 'sk_';

/**
 * The line of a device key; undefined if the key is unknown or revoked, or its line, workshop or factory is disabled. Updates
 * `last_seen_at` at most once a minute.
 */
export async function lineOfKey(sql: Sql, key: string): Promise<Device | undefined> {
  if (!key.startsWith(keyPrefix)) return undefined;
  const [row] = await sql<(Device & { fresh: boolean })[]>`
    select k.id as "keyId", coalesce(k.first_key_id, k.id) as "firstKeyId", k.line_id as "lineId", coalesce(k.last_seen_at > now() - interval '1 minute', false) as fresh
    from device_key k
    join production_line l on l.id = k.line_id
    join workshop w on w.id = l.workshop_id
    join factory f on f.id = w.factory_id
    where k.secret_hash = ${hashOfKey(key)} and k.revoked_at is null and l.status = 'enabled'
      and w.status = 'enabled' and f.status = 'enabled'`;
  if (!row) return undefined;
  const { fresh, ...device } = row;
  if (!fresh) await markSeen(sql, device);
  return device;
}

/** The same for the key of a warehouse's system. */
export async function warehouseOfKey(sql: Sql, key: string): Promise<WarehouseDevice | undefined> {
  if (!key.startsWith(keyPrefix)) return undefined;
  const [row] = await sql<(WarehouseDevice & OwnedRow & { fresh: boolean })[]>`
    select k.id as "keyId", coalesce(k.first_key_id, k.id) as "firstKeyId", k.name, k.warehouse_id as "warehouseId",
      w.factory_id, w.dealer_id,
      coalesce(k.last_seen_at > now() - interval '1 minute', false) as fresh
    from device_key k
    join warehouse w on w.id = k.warehouse_id
    left join factory f on f.id = w.factory_id
    left join dealer d on d.id = w.dealer_id
    where k.secret_hash = ${hashOfKey(key)} and k.revoked_at is null and w.status = 'enabled'
      and coalesce(f.status, d.status, 'enabled') = 'enabled'`;
  if (!row) return undefined;
  const { fresh, factory_id, dealer_id, ...facts } = row;
  const device = { ...facts, party: partyOfOwner({ factory_id, dealer_id }) };
  if (!fresh) await markSeen(sql, device);
  return device;
}

const markSeen = (sql: Sql, { keyId }: { readonly keyId: number }) =>
  sql`update device_key set last_seen_at = now() where id = ${keyId}`;
