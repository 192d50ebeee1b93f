import { randomBytes } from 'node:crypto';
import {
  deviceKeyAdd,
  deviceKeyList,
  deviceKeyRevoke,
  deviceKeyRotate,
} from '@suyuan/contract/plant/device/device-key.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, holds } from '#platform/caller.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict, noAccess, notFound } from '#platform/refusal.ts';
import { hashOfKey } from '#platform/secrets/keys.ts';
import type { Services } from '#platform/services.ts';
import type { RevokeKeysOf, SharedServices } from '#shared-services.ts';
import { keyPrefix } from './line-of-key.ts';

/**
 * Serves the keys by which devices of a production line and the system of a warehouse call the server. Only hashes are stored.
 */
export default function serveDeviceKeys({ routes }: Services, shared: SharedServices): void {
  shared.revokeKeysOf.provide(revokeKeysOf);

  routes.serve(deviceKeyList, async (owner, { db, account }) => {
    requireRightTo(account, ownerOf(owner));
    const rows = await db
      .selectFrom('device_key')
      .leftJoin('account as maker', 'maker.id', 'device_key.created_by')
      .select(['device_key.id', 'device_key.name', 'maker.name as created_by_name'])
      .select(['device_key.created_at', 'device_key.last_seen_at', 'device_key.revoked_at'])
      .where(owner.line_id ? 'line_id' : 'warehouse_id', '=', owner.line_id ?? owner.warehouse_id ?? 0)
      .orderBy('device_key.revoked_at', (order) => order.desc().nullsFirst())
      .orderBy('device_key.id', 'desc')
      .limit(maxListed)
      .execute();
    return rows.map(({ created_at, last_seen_at, revoked_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
    }));
  });

  routes.change(deviceKeyAdd, async ({ name, ...of }, { account }, change) => {
    const owner = ownerOf(of);
    requireRightTo(account, owner);
    const table = owner.line_id === null ? 'warehouse' : 'production_line';
    if (!(await isThere(change, table, owner.line_id ?? owner.warehouse_id ?? 0))) throw notFound(table);
    return makeKey(change, { ...owner, name: name.trim(), created_by: account.id });
  });

  routes.change(deviceKeyRotate, async ({ id }, { account }, change) => {
    const old = await revoke(change, account, await keyToRotate(change, id));
    const { line_id, warehouse_id, name, first_key_id } = old;
    const next = { line_id, warehouse_id, name, created_by: account.id, first_key_id: first_key_id ?? old.id };
    return makeKey(change, next);
  });

  routes.change(deviceKeyRevoke, async ({ id }, { account }, change) => {
    await revoke(change, account, id);
    return null;
  });
}

const maxListed = 200;

const revokeKeysOf: RevokeKeysOf = async (change, owners) => {
  const [column, ids] =
    'lines' in owners ? (['line_id', owners.lines] as const) : (['warehouse_id', owners.warehouses] as const);
  if (ids.length === 0) return;
  const keys = await change.db
    .selectFrom('device_key')
    .select('id')
    .where(column, 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  if (keys.length === 0) return;
  const keyIds = keys.map(({ id }) => id);
  await change.changing('device_key', ...keyIds);
  await change.db.updateTable('device_key').set({ revoked_at: new Date() }).where('id', 'in', keyIds).execute();
};

/**
 * The key to be replaced by a rotation. If `id` was rotated before and its new key was never used, the answer probably got
 * lost: then that new key is the one to be replaced.
 */
async function keyToRotate({ db }: Change, id: number): Promise<number> {
  const unseen = await db
    .selectFrom('device_key as old')
    .innerJoin('device_key as next', (join) =>
      join.on((eb) => eb('next.first_key_id', '=', eb.fn.coalesce('old.first_key_id', 'old.id'))),
    )
    .select('next.id')
    .where('old.id', '=', id)
    .where('old.revoked_at', 'is not', null)
    .where('next.revoked_at', 'is', null)
    .where('next.last_seen_at', 'is', null)
    .executeTakeFirst();
  return unseen?.id ?? id;
}

/** The owner of a key: a line or a warehouse. */
interface Owner {
  readonly line_id: number | null;
  readonly warehouse_id: number | null;
}

/** Throws 400 unless exactly one owner is given. */
function ownerOf({ line_id = null, warehouse_id = null }: Partial<Owner>): Owner {
  if ((line_id === null) === (warehouse_id === null)) throw badInput({ path: 'line_id', reason: 'line_or_warehouse' });
  return { line_id, warehouse_id };
}

function requireRightTo(account: Account, { line_id }: Owner): void {
  if (!holds(account, [line_id === null ? 'store:keys' : 'workline:keys'])) throw noAccess();
}

interface NewDeviceKey extends Owner {
  readonly name: string;
  readonly created_by: number;
  readonly first_key_id?: number;
}

async function makeKey(change: Change, name: NewDeviceKey) {
  const key = keyPrefix + randomBytes(32).toString('base64url');
  const taken = () => badInput({ path: 'name', reason: 'taken', params: { value: name.name } });
  const { id } = await change.db
    .insertInto('device_key')
    .values({ ...name, secret_hash: hashOfKey(key) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('device_key_name_key', taken))
    .catch(violates('device_key_warehouse_name_key', taken));
  change.made('device_key', id);
  return { id, key };
}

async function revoke(change: Change, account: Account, id: number) {
  await change.changing('device_key', id);
  const row = await change.db
    .selectFrom('device_key')
    .select(['id', 'line_id', 'warehouse_id', 'name', 'revoked_at', 'first_key_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('device_key');
  requireRightTo(account, row);
  if (row.revoked_at) throw conflict('device_key_revoked');
  await change.db.updateTable('device_key').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  return row;
}
