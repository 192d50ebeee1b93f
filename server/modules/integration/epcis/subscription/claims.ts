import type { Schedule } from '@suyuan/contract/integration/subscription.ts';
import type { Connection } from '#platform/database/database.ts';
import type { PageEnd } from '../query/pages/page-token.ts';
import { socketLease } from './subscriptions.ts';

/** A subscription that this server delivers, until its claim passes. */
export interface Claimed {
  readonly id: number;
  readonly subscription_id: string;
  readonly account_id: number;
  readonly dest: string | null;
  readonly signature_token_sealed: Buffer | null;
  readonly report_if_empty: boolean;
  readonly schedule: Schedule | null;
  readonly epc_format: string;
  readonly cbv_xml_format: string;
  readonly min_record_time: Date;
  readonly window_end: Date | null;
  readonly page_end: PageEnd | null;
  readonly failures: number;
  readonly next_at: Date;
  readonly query_name: string;
  readonly parameters: [string, string[]][];
  readonly prefixes: [string, string][];
}

/** How long a server has for one document; longer than a receiver may take. Another server takes over afterwards. */
const lease = '30 seconds';

interface Due {
  readonly server: string;
  /** Streams that have seen less than this are due. */
  readonly recorded: Date;
  /** The subscriptions whose WebSockets are on this server. */
  readonly sockets: readonly number[];
  /** Those that are being delivered here. */
  readonly busy: readonly number[];
  readonly most: number;
}

/**
 * Claims subscriptions that are due, so that only one server delivers them. A failed one waits for its time, whatever is recorded
 * meanwhile.
 */
export async function claim(sql: Connection, { server, recorded, sockets, busy, most }: Due): Promise<Claimed[]> {
  return sql<Claimed[]>`
    with due as materialized (
      select s.id from epcis_subscription s
      where not s.paused and s.id <> all(${[...busy]}::bigint[])
        and (s.next_at <= now() or (s.schedule is null and s.failures = 0 and s.min_record_time < ${recorded}))
        and case when s.dest is null then s.id = any(${[...sockets]}::bigint[])
          else s.claimed_until is null or s.claimed_until < now() end
      order by s.next_at limit ${most} for update skip locked
    ), claimed as (
      update epcis_subscription s set claimed_by = ${server},
        claimed_until = now() + case when s.dest is null then ${socketLease}::interval else ${lease}::interval end
      from due where s.id = due.id returning s.*
    )
    select c.*, q.name as query_name, q.parameters, q.prefixes
    from claimed c join epcis_query q on q.id = c.query_id`;
}

/** Keeps a subscription that has more to deliver; whether it is still this server's, and goes on. */
export async function keep(
  sql: Connection,
  server: string,
  id: number,
  windowEnd: Date,
  end: PageEnd,
): Promise<boolean> {
  const kept = await sql`
    update epcis_subscription
    set window_end = ${windowEnd}, page_end = ${sql.json(end)}, claimed_until = now() + ${lease}::interval
    where id = ${id} and claimed_by = ${server} and not paused returning id`;
  return kept.length > 0;
}

interface Delivered {
  readonly until: Date;
  readonly next: Date;
  /** How many events were sent; undefined if nothing was. */
  readonly events: number | undefined;
  readonly withheld: readonly object[];
}

const shownWithheld = 50;

/** Notes that everything up to a moment was delivered, and lets go of the subscription. */
export async function delivered(
  sql: Connection,
  server: string,
  { id, min_record_time: from }: Claimed,
  { until, next, events, withheld }: Delivered,
): Promise<void> {
  await sql`
    update epcis_subscription set min_record_time = greatest(min_record_time, ${until}), window_end = null, page_end = null, failures = 0,
      last_error = null, next_at = ${next}, claimed_until = case when dest is null then claimed_until end
      ${events === undefined ? sql`` : sql`, last_from = ${from}, last_notified_at = now(), last_events = ${events}`}
      ${
        withheld.length === 0
          ? sql``
          : sql`, withheld = ${sql.json(withheld.slice(-shownWithheld))}, withheld_count = withheld_count + ${withheld.length}::int`
      }
    where id = ${id} and claimed_by = ${server}`;
}

/** Notes that a delivery failed, and when it is tried again. */
export async function failed(
  sql: Connection,
  server: string,
  id: number,
  { reason, next }: { readonly reason: string; readonly next: Date },
): Promise<void> {
  await sql`
    update epcis_subscription set failures = failures + 1, last_error = ${reason.slice(0, 500)}, next_at = ${next},
      claimed_until = case when dest is null then claimed_until end
    where id = ${id} and claimed_by = ${server}`;
}
