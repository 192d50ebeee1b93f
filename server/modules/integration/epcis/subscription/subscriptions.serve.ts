import {
  type Schedule,
  type Subscription,
  subscription,
  subscriptionDelete,
  subscriptionPause,
  subscriptionResend,
  subscriptionResume,
} from '@suyuan/contract/integration/subscription.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

/** 订阅: serves subscriptions to people of the enterprise, who see what fails and what they can do about it. */
export default function serveSubscriptionList(services: Services): void {
  const { routes } = services;
  serveDeclaredList(services, subscription, {
    rows: subscriptions,
    few: true,
    narrow: {
      keyword: heldIn('q.name', 'a.name', 'epcis_subscription.dest'),
      state: (rows, state) => rows.where(stateOf, '=', state),
    },
    present,
  });

  routes.change(subscriptionPause, async ({ id }, _, change) => {
    const { paused } = await lock(change, id);
    if (paused) throw conflict('subscription_paused');
    await change.db
      .updateTable('epcis_subscription')
      .set({ paused: true, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(subscriptionResume, async ({ id }, _, change) => {
    const { paused } = await lock(change, id);
    if (!paused) throw conflict('subscription_not_paused');
    await change.db
      .updateTable('epcis_subscription')
      .set({ paused: false, failures: 0, next_at: new Date(), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(subscriptionResend, async ({ id }, _, change) => {
    const { paused, failures, last_from } = await lock(change, id);
    if (paused) throw conflict('subscription_paused');
    // After a failure what was not delivered is sent; otherwise the delivery before is sent again.
    const again =
      failures === 0 && last_from !== null ? { min_record_time: last_from, window_end: null, page_end: null } : {};
    await change.db
      .updateTable('epcis_subscription')
      .set((eb) => ({
        ...again,
        failures: 0,
        next_at: new Date(),
        updated_at: new Date(),
        // What is under way moves the beginning no more. A WebSocket stays with its server.
        claimed_by: eb.case().when('dest', 'is', null).then(eb.ref('claimed_by')).else(null).end(),
        claimed_until: eb.case().when('dest', 'is', null).then(eb.ref('claimed_until')).else(null).end(),
      }))
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(subscriptionDelete, async ({ id }, _, change) => {
    await lock(change, id);
    await change.db.deleteFrom('epcis_subscription').where('id', '=', id).execute();
    return { id };
  });
}

async function lock(change: Change, id: number) {
  await change.changing('epcis_subscription', id);
  const row = await change.db
    .selectFrom('epcis_subscription')
    .select(['paused', 'failures', 'last_from'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('epcis_subscription');
  return row;
}

const stateOf = sql<Subscription['state']>`case
  when k.revoked_at is not null or k.expires_at <= now() then 'stopped'
  when epcis_subscription.paused then 'paused'
  when epcis_subscription.failures > 0 then 'failing'
  else 'active' end`;

const subscriptions = (db: Kysely<Schema>) =>
  db
    .selectFrom('epcis_subscription')
    .innerJoin('epcis_query as q', 'q.id', 'epcis_subscription.query_id')
    .innerJoin('account as a', 'a.id', 'epcis_subscription.account_id')
    .leftJoin('api_key as k', 'k.account_id', 'epcis_subscription.account_id')
    .select([
      'epcis_subscription.id',
      'q.name as query_name',
      'a.name as subscriber',
      'epcis_subscription.dest',
      'epcis_subscription.schedule',
      'epcis_subscription.last_notified_at',
      'epcis_subscription.last_events',
      'epcis_subscription.failures',
      'epcis_subscription.last_error',
      'epcis_subscription.next_at',
      'epcis_subscription.min_record_time',
      'epcis_subscription.withheld',
      'epcis_subscription.withheld_count',
      'epcis_subscription.created_at',
      'epcis_subscription.updated_at',
      stateOf.as('state'),
    ]);

type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptions>['execute']>>[number];

function present({ schedule, withheld, next_at, ...row }: SubscriptionRow): Subscription {
  return declaredRow(subscription, {
    ...row,
    schedule: (schedule ?? {}) as Schedule,
    withheld: withheld as Subscription['withheld'],
    // A stream is looked at again when something is recorded.
    next_at: schedule || row.failures > 0 ? next_at : null,
  });
}
