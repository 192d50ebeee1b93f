import { epcisPermissions, isForKeys, permissionsForKeys } from '@suyuan/contract/access/system-key.ts';
import { ofEnterpriseOnly } from '@suyuan/contract/calls.ts';
import { hour } from '@suyuan/contract/durations.ts';
import {
  apiKeyAdd,
  apiKeyParties,
  apiKeyRevoke,
  apiKeyRotate,
  apiKeyUpdate,
} from '@suyuan/contract/integration/api-key.ts';
import { answeredFirst } from '#platform/access/system-database.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { isRange } from '#platform/network/ranges.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict, notFound, type Problem } from '#platform/refusal.ts';
import { hashOfKey, newSystemKey, systemKeyPrefix } from '#platform/secrets/keys.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { serveKeyList } from './api-key-list.ts';
import { KeyUse } from './key-use.ts';
import { KnownKeys, mayGive } from './known-keys.ts';
import { type KeyParty, partiesFor, requireParty } from './parties.ts';

/** Serves the keys of other systems, and admits their calls. Only hashes are stored. */
export default function serveApiKeys(services: Services, { sessions }: SharedServices): void {
  const { routes, app } = services;
  const { sql } = answeredFirst(services).system.anonymous;
  const use = new KeyUse(sql, services.log, services.timeZone);
  services.sweeps.add(use);
  app.addHook('preClose', () => use.flush());
  routes.admission.admitSystemsBy(new KnownKeys(sql, sessions, use));
  serveKeyList(services, use);

  routes.serve(apiKeyParties, ({ keyword = '' }, { account, db }) => partiesFor(db, account, keyword));

  routes.change(
    apiKeyAdd,
    async ({ name: given, party, permissions, expires_at, networks = [] }, { account }, change) => {
      const name = given.trim();
      const of = await requireParty(change.db, account, party ?? {});
      const problems = [
        ...permissionProblems(account, of, permissions),
        ...networkProblems(networks),
        ...expiryProblems(expires_at),
      ];
      if (problems.length > 0) throw badInput(...problems);
      const { key, ...secret } = newSecret();
      const account_id = await addAccount(change, account, of, name);
      const { id } = await change.db
        .insertInto('api_key')
        .values({ account_id, name, permissions, networks, expires_at: momentOf(expires_at), ...secret })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(violates('api_key_name_key', () => taken(name)));
      change.made('api_key', id);
      return { id, key };
    },
  );

  routes.change(apiKeyUpdate, async ({ id, updated_at, name: given, ...input }, { account }, change) => {
    const row = await lockKey(change, id);
    await requireFresh(change, 'api_key', row, updated_at);
    const name = given?.trim() ?? row.name;
    const added = (input.permissions ?? []).filter((permission) => !row.permissions.includes(permission));
    const problems = [
      ...permissionProblems(account, row, input.permissions ?? [], added),
      ...networkProblems(input.networks ?? []),
      ...(input.expires_at === undefined ? [] : expiryProblems(input.expires_at)),
    ];
    if (problems.length > 0) throw badInput(...problems);
    await change.db
      .updateTable('api_key')
      .set({
        name,
        ...(input.permissions ? { permissions: input.permissions } : {}),
        ...(input.networks ? { networks: input.networks } : {}),
        ...(input.expires_at === undefined ? {} : { expires_at: momentOf(input.expires_at) }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(violates('api_key_name_key', () => taken(name)));
    if (name !== row.name) await nameAccount(change, row.account_id, accountNames(name));
    return { id };
  });

  routes.change(apiKeyRotate, async ({ id, overlap_hours = 24 }, { account }, change) => {
    const row = await lockKey(change, id);
    // Whoever has the new key could do with it what they may not do themselves.
    const beyond = row.permissions.find((permission) => !mayGive(account, permission));
    if (beyond !== undefined) throw conflict('key_beyond_own', { permission: beyond });
    const { key, ...secret } = newSecret();
    const old =
      overlap_hours > 0
        ? { old_secret_hash: row.secret_hash, old_until: new Date(Date.now() + overlap_hours * hour) }
        : { old_secret_hash: null, old_until: null };
    await change.db
      .updateTable('api_key')
      .set({ ...secret, ...old, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await change.changing('account', row.account_id);
    await change.db
      .updateTable('account')
      .set({ key_of: account.id, updated_at: new Date() })
      .where('id', '=', row.account_id)
      .execute();
    return { id, key };
  });

  routes.change(apiKeyRevoke, async ({ id }, _, change) => {
    const row = await lockKey(change, id);
    await change.db
      .updateTable('api_key')
      .set({ revoked_at: new Date(), old_secret_hash: null, old_until: null, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    // Its name is free for another key.
    await nameAccount(change, row.account_id, accountNames(row.name, id));
    return null;
  });
}

/** A hash that no password is known of, so that signing in fails as with any wrong one. */
const unknownPassword = (): Promise<string> => hashPassword(newSystemKey());

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
const taken = (value: string) => badInput({ path: 'name', reason: 'taken', params: { value } });

function newSecret() {
  const key = newSystemKey();
  return { key, secret_hash: hashOfKey(key), hint: `${systemKeyPrefix}…${key.slice(-4)}` };
}

/** The name under which the audit log records what a key does. */
const accountNames = (name: string, revokedId?: number) => ({
  account_name: revokedId === undefined ? `key:${name}` : `key:${name}#${revokedId}`,
  name,
});

/** Adds the account of a key. It has no password that fits, so nobody signs in to it, and is offered in no list of people. */
async function addAccount(change: Change, { id: key_of }: Account, of: KeyParty, name: string): Promise<number> {
  const { factory_id, dealer_id, partner_id } = of;
  const account_type = factory_id === null ? ((dealer_id ?? partner_id) === null ? 1 : 3) : 2;
  const { id } = await change.db
    .insertInto('account')
    .values({
      ...accountNames(name),
      account_type,
      factory_id,
      dealer_id,
      partner_id,
      key_of,
      status: 'disabled',
      password_hash: await unknownPassword(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('account_name_key', () => taken(name)));
  change.made('account', id);
  return id;
}

async function nameAccount(change: Change, id: number, names: ReturnType<typeof accountNames>): Promise<void> {
  await change.changing('account', id);
  await change.db
    .updateTable('account')
    .set({ ...names, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
    .catch(violates('account_name_key', () => taken(names.name)));
}

/** Locks a key that is not revoked. */
async function lockKey(change: Change, id: number) {
  await change.changing('api_key', id);
  const row = await change.db
    .selectFrom('api_key as k')
    .innerJoin('account as a', 'a.id', 'k.account_id')
    .select(['k.id', 'k.account_id', 'k.name', 'k.permissions', 'k.secret_hash', 'k.revoked_at', 'k.updated_at'])
    .select(['a.factory_id', 'a.dealer_id', 'a.partner_id'])
    .where('k.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('api_key');
  if (row.revoked_at) throw conflict('api_key_revoked');
  return row;
}

const ofEpcis: readonly string[] = epcisPermissions;
const grantable: ReadonlySet<string> = new Set(permissionsForKeys());

/** What is wrong with the permissions of a key; only those that are added have to be the caller's own. */
function permissionProblems(
  account: Account,
  { factory_id, dealer_id, partner_id }: KeyParty,
  permissions: readonly string[],
  added = permissions,
): Problem[] {
  const isOfPartner = partner_id !== null;
  const isOfEnterpriseItself = factory_id === null && dealer_id === null && !isOfPartner;
  return permissions.flatMap((permission, index) => {
    const problem = (reason: string) => [{ path: `permissions.${index}`, reason, params: { value: permission } }];
    if (!isForKeys(permission)) return problem('not_for_keys');
    if (!ofEpcis.includes(permission)) {
      if (!grantable.has(permission) && !account.permissions.has(permission)) return problem('no_such');
      if (isOfPartner) return problem('not_for_partners');
      if (!isOfEnterpriseItself && ofEnterpriseOnly.has(permission)) return problem('not_for_parties');
    }
    return added.includes(permission) && !mayGive(account, permission) ? problem('permission_beyond_own') : [];
  });
}

const networkProblems = (networks: readonly string[]): Problem[] =>
  networks.flatMap((network, index) =>
    isRange(network) ? [] : [{ path: `networks.${index}`, reason: 'no_network', params: { value: network } }],
  );

const expiryProblems = (moment: string | null | undefined): Problem[] =>
  moment && new Date(moment).getTime() <= Date.now() ? [{ path: 'expires_at', reason: 'in_past' }] : [];
