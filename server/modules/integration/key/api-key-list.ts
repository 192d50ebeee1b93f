import { type ApiKey, apiKey } from '@suyuan/contract/integration/api-key.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import type { KeyUse } from './key-use.ts';

/** The days whose calls are shown. */
const shownDays = 14;
const week = 7;

/** Serves the list of keys, with how they are used. */
export function serveKeyList(services: Services, use: KeyUse): void {
  serveDeclaredList(services, apiKey, {
    rows: keys,
    few: true,
    narrow: {
      keyword: heldIn('api_key.name', 'api_key.hint'),
      state: (rows, state) => rows.where(stateOf, '=', state),
    },
    sort: { last_used_at: sql.ref('u.last_used_at') },
    complete: async (rows, db) => {
      // What this server has counted since it last wrote is seen at once.
      await use.flush();
      const ids = rows.map(({ id }) => id);
      const days = await daysOf(db, ids, services.timeZone());
      const last = await lastUses(db, ids);
      return rows.map((row) => ({ ...row, ...last.get(row.id), days: days.get(row.id) ?? [] }));
    },
    completeExports: true,
    present,
  });
}

const stateOf = sql<ApiKey['state']>`case
  when api_key.revoked_at is not null then 'revoked'
  when api_key.expires_at <= now() then 'expired'
  when maker.status = 'disabled' or coalesce(f.status, d.status, p.status) = 'disabled' then 'suspended'
  else 'active' end`;

const keys = (db: Kysely<Schema>) =>
  db
    .selectFrom('api_key')
    .innerJoin('account as a', 'a.id', 'api_key.account_id')
    .leftJoin('account as maker', 'maker.id', 'a.key_of')
    .leftJoin('factory as f', 'f.id', 'a.factory_id')
    .leftJoin('dealer as d', 'd.id', 'a.dealer_id')
    .leftJoin('partner as p', 'p.id', 'a.partner_id')
    .leftJoin('api_key_use as u', 'u.api_key_id', 'api_key.id')
    .select([
      'api_key.id',
      'api_key.name',
      'api_key.hint',
      'api_key.permissions',
      'api_key.networks',
      'api_key.expires_at',
      'api_key.old_until',
      'api_key.revoked_at',
      'api_key.created_at',
      'api_key.updated_at',
      'a.factory_id',
      'a.dealer_id',
      'a.partner_id',
      'f.factory_name',
      'd.dealer_name',
      'p.partner_name',
      'maker.name as made_by',
      'u.last_used_at',
      'u.last_used_ip',
      stateOf.as('state'),
    ]);

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number] & { readonly days?: ApiKey['days'] };

async function daysOf(db: Kysely<Schema>, ids: readonly number[], timeZone: string) {
  if (ids.length === 0) return new Map<number, ApiKey['days']>();
  const rows = await db
    .selectFrom('api_key_day')
    .select(['api_key_id', 'day', 'calls', 'refused'])
    .where('api_key_id', 'in', ids)
    .where('day', '>', dayBefore(shownDays, timeZone))
    .orderBy('day')
    .execute();
  const byKey = Map.groupBy(rows, ({ api_key_id }) => api_key_id);
  return new Map(
    [...byKey].map(([id, days]) => [
      id,
      days.map(({ day, calls, refused }) => ({ day, calls: Number(calls), refused: Number(refused) })),
    ]),
  );
}

async function lastUses(db: Kysely<Schema>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, object>();
  const rows = await db
    .selectFrom('api_key_use')
    .select(['api_key_id', 'last_used_at', 'last_used_ip'])
    .where('api_key_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ api_key_id, ...use }) => [api_key_id, use]));
}

/** The day so many days ago, as the enterprise counts them. */
function dayBefore(days: number, timeZone: string): string {
  const moment = new Date(Date.now() - days * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}

function present({ days = [], old_until, factory_name, dealer_name, partner_name, ...row }: KeyRow): ApiKey {
  const isOver = old_until === null || old_until.getTime() <= Date.now();
  return declaredRow(apiKey, {
    ...row,
    party_name: factory_name ?? dealer_name ?? partner_name,
    old_until: isOver ? null : old_until,
    days,
    calls: days.slice(-week).reduce((sum, { calls }) => sum + calls, 0),
  });
}
