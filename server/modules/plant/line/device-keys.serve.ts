import { randomBytes } from 'node:crypto';
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
import { hashOf, keyPrefix } from './line-of-key.ts';

/** Keys with which the devices of a production line call the server. Their hashes are kept, and nothing else of them. */
export default function serveDeviceKeys({ routes }: Services): void {
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
    const old = await revoke(change, await keyToRotate(change, id));
    const { line_id, name, first_key_id } = old;
    return makeKey(change, { line_id, name, created_by: account.id, first_key_id: first_key_id ?? old.id });
  });

  routes.change(deviceKeyRevoke, async ({ id }, _, change) => {
    await revoke(change, id);
    return null;
  });
}

const mostListed = 200;

/**
 * The key to put another one in place of. One that was rotated before is asked for again by whom the answer did not reach:
 * the key that nobody could write down, and no device has called with, is replaced in its stead.
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

interface NewDeviceKey {
  readonly line_id: number;
  readonly name: string;
  readonly created_by: number;
  readonly first_key_id?: number;
}

async function makeKey(change: Change, named: NewDeviceKey) {
  const key = keyPrefix + randomBytes(32).toString('base64url');
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
    .select(['id', 'line_id', 'name', 'revoked_at', 'first_key_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('device_key');
  if (row.revoked_at) throw conflict('device_key_revoked');
  await change.db.updateTable('device_key').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  return row;
}
