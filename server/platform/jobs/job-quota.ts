import { ErrorCode } from '../../../contract/call/errors.ts';
import type { Connection } from '../database/database.ts';
import { conflict, Refusal } from '../refusal.ts';

/** How many jobs may wait or run at a time, for one account and for all people of a factory or dealer together. */
export const mostOpen = { account: 20, party: 60 } as const;

/** Seconds after which it is worth trying again. */
const soon = 30;
const megabyte = 2 ** 20;

/** An account, or all accounts of its party, with what their jobs take. */
interface Share {
  readonly open: number;
  readonly kept: number;
}

/**
 * Throws 429 if too many jobs of an account or of its party are under way. Jobs of one account are started one after the other,
 * so that several at once cannot all find room.
 */
export async function requireTurn(transaction: Connection, account: number): Promise<void> {
  await transaction`select pg_advisory_xact_lock(hashtext('suyuan.jobs'), hashtext(${await holderOf(transaction, account)}))`;
  const { own, party } = await shares(transaction, account);
  const limit = own.open >= mostOpen.account ? mostOpen.account : party.open >= mostOpen.party ? mostOpen.party : 0;
  if (limit > 0)
    throw new Refusal(429, ErrorCode.tooMany, { reason: 'too_many_jobs', params: { limit } }, { retryAfter: soon });
}

/**
 * Makes room for the files of an account's jobs: over the limit, those of jobs that have ended are deleted, the oldest first.
 * Throws 409 if the files of those that wait or run are too much by themselves.
 */
export async function makeRoom(transaction: Connection, account: number, megabytes: number): Promise<void> {
  const { own, party } = await shares(transaction, account);
  const excess = Math.max(own.kept, party.kept) - megabytes * megabyte;
  if (excess <= 0) return;
  const ofWhom = own.kept >= party.kept ? transaction`id = ${account}` : ofParty(transaction, account);
  const [freed] = await transaction<{ bytes: number }[]>`
    with ended as (
      select id, kept_bytes, sum(kept_bytes) over (order by ended_at, id) - kept_bytes as before
      from job where ended_at is not null and kept_bytes > 0 and account_id in (select id from account where ${ofWhom})
    ), dropped as (
      update job set kept_bytes = 0 from ended where job.id = ended.id and ended.before < ${excess}
      returning job.id, ended.kept_bytes as bytes
    ), gone as (
      delete from job_file_piece using dropped where job_id = dropped.id
    )
    select coalesce(sum(bytes), 0)::float8 as bytes from dropped`;
  if ((freed?.bytes ?? 0) < excess) throw conflict('job_files_full', { limit: megabytes });
}

async function shares(transaction: Connection, account: number): Promise<{ own: Share; party: Share }> {
  const [row] = await transaction<{ open: number; kept: number; party_open: number; party_kept: number }[]>`
    select count(*) filter (where j.account_id = ${account} and ${isOpen(transaction)})::int as open,
      coalesce(sum(j.kept_bytes) filter (where j.account_id = ${account}), 0)::float8 as kept,
      count(*) filter (where ${isOpen(transaction)})::int as party_open,
      coalesce(sum(j.kept_bytes), 0)::float8 as party_kept
    from job j
    where j.account_id in (select id from account where id = ${account} or ${ofParty(transaction, account)})`;
  const { open, kept, party_open, party_kept } = row as NonNullable<typeof row>;
  return { own: { open, kept }, party: { open: party_open, kept: party_kept } };
}

const isOpen = (sql: Connection) => sql`j.state in ('waiting', 'running')`;

/** SQL: accounts of the same factory or dealer; none for an account of the enterprise. */
const ofParty = (sql: Connection, account: number) => sql`
  (factory_id = (select factory_id from account where id = ${account})
    or dealer_id = (select dealer_id from account where id = ${account}))`;

/** Whose jobs are counted together: a party, or an account of the enterprise. */
async function holderOf(sql: Connection, account: number): Promise<string> {
  const [row] = await sql<{ factory_id: number | null; dealer_id: number | null }[]>`
    select factory_id, dealer_id from account where id = ${account}`;
  if (row?.factory_id) return `factory ${row.factory_id}`;
  return row?.dealer_id ? `dealer ${row.dealer_id}` : `account ${account}`;
}
