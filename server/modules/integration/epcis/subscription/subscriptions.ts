import { randomUUID } from 'node:crypto';
import type { Schedule } from '@suyuan/contract/integration/subscription.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { Formats } from '../answer/formats.ts';
import type { NamedQuery } from '../named/named-queries.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import type { Controls } from './controls.ts';
import { nextTime } from './schedule.ts';
import { signaturePurpose } from './subscription.table.ts';

/** A subscription as its subscriber is told of it (EPCIS 2.0, section 12.7.5). */
interface SubscriptionRow {
  readonly subscription_id: string;
  readonly dest: string | null;
  readonly created_at: Date;
  readonly last_notified_at: Date | null;
  readonly initial_record_time: Date | null;
  readonly min_record_time: Date;
  readonly report_if_empty: boolean;
  readonly epc_format: string;
  readonly schedule: Schedule | null;
}

const toldOf = (row: SubscriptionRow, queryName: string): object => ({
  subscriptionID: row.subscription_id,
  queryName,
  ...(row.dest === null ? {} : { dest: row.dest }),
  createdAt: row.created_at.toISOString(),
  ...(row.last_notified_at ? { lastNotifiedAt: row.last_notified_at.toISOString() } : {}),
  ...(row.initial_record_time ? { initialRecordTime: row.initial_record_time.toISOString() } : {}),
  minRecordTime: row.min_record_time.toISOString(),
  reportIfEmpty: row.report_if_empty,
  epcFormat: row.epc_format,
  ...(row.schedule ? { schedule: row.schedule } : { stream: true }),
});

/** What a new subscription has beside its controls. */
interface Subscribing extends Controls {
  readonly query: NamedQuery;
  readonly account: Account;
  readonly formats: Formats;
  readonly timeZone: string;
  readonly webhook?: { readonly dest: string; readonly signatureToken: string | undefined; readonly key: MasterKey };
  /** The server that holds a WebSocket. */
  readonly server?: string;
}

/** A key has no more than these, so that one system cannot keep the server busy. */
const mostOfKey = 100;
/** How long the row of a WebSocket is valid without a sign of its server. */
export const socketLease = '2 minutes';

/** Adds a subscription. Answers its number, and what its subscriber is told. */
export async function subscribe(
  sql: Sql,
  { query, account, formats, timeZone, webhook, server, schedule, reportIfEmpty, initialRecordTime }: Subscribing,
): Promise<{ readonly id: number; readonly subscriptionId: string; readonly told: object }> {
  const subscriptionId = randomUUID();
  const next = schedule && nextTime(schedule, new Date(), timeZone);
  return sql.begin(async (transaction) => {
    const [count] = await transaction<[{ n: number }]>`
      select count(*)::int as n from epcis_subscription where account_id = ${account.id}`;
    if (count.n >= mostOfKey) {
      throw new EpcisException('SubscriptionControlsException', `A key has at most ${mostOfKey} subscriptions.`);
    }
    const [row] = await transaction<[SubscriptionRow & { id: number }]>`
      insert into epcis_subscription (subscription_id, query_id, account_id, dest, report_if_empty, schedule, epc_format,
        cbv_xml_format, initial_record_time, min_record_time, next_at, claimed_by, claimed_until)
      values (${subscriptionId}, ${query.id}, ${account.id}, ${webhook?.dest ?? null}, ${reportIfEmpty},
        ${schedule ? transaction.json(schedule) : null}, ${formats.epc}, ${formats.words}, ${initialRecordTime ?? null},
        coalesce(${initialRecordTime ?? null}::timestamptz, date_trunc('milliseconds', clock_timestamp())),
        coalesce(${next?.toISOString() ?? null}::timestamptz, now()), ${server ?? null},
        case when ${server ?? null}::text is not null then now() + ${socketLease}::interval end)
      returning *`;
    if (webhook?.signatureToken !== undefined) {
      const sealed = webhook.key.seal(Buffer.from(webhook.signatureToken), signaturePurpose(row.id));
      await transaction`update epcis_subscription set signature_token_sealed = ${sealed} where id = ${row.id}`;
    }
    return { id: row.id, subscriptionId, told: toldOf(row, query.name) };
  });
}

/** The subscriptions of a query, the oldest first. */
export async function subscriptionsOf(
  sql: Connection,
  query: NamedQuery,
  { most, skip }: { readonly most: number; readonly skip: number },
): Promise<object[]> {
  const rows = await sql<SubscriptionRow[]>`
    select * from epcis_subscription where query_id = ${query.id} order by id limit ${most} offset ${skip}`;
  return rows.map((row) => toldOf(row, query.name));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export async function subscriptionOf(sql: Connection, query: NamedQuery, id: string): Promise<object> {
  const [row] = uuid.test(id)
    ? await sql<SubscriptionRow[]>`
        select * from epcis_subscription where query_id = ${query.id} and subscription_id = ${id}::uuid`
    : [];
  if (!row) throw noSuchSubscription();
  return toldOf(row, query.name);
}

export async function unsubscribe(sql: Connection, query: NamedQuery, id: string): Promise<void> {
  const deleted = uuid.test(id)
    ? await sql`
        delete from epcis_subscription where query_id = ${query.id} and subscription_id = ${id}::uuid returning id`
    : [];
  if (deleted.length === 0) throw noSuchSubscription();
}

const noSuchSubscription = (): EpcisException =>
  new EpcisException('NoSuchNameException', 'The query has no subscription of that ID.');
