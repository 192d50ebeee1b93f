import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Connection } from '../database/database.ts';
import type { Party } from '../party.ts';
import { conflict, Refusal } from '../refusal.ts';

/** How many jobs may wait or run at a time, for one account and for all people of a factory or dealer together. */
export const maxOpen = { account: 20, party: 60 } as const;

/** Seconds after which it is worth trying again. */
const soon = 30;
const megabyte = 2 ** 20;

/** Who starts a job: an account, and its factory or dealer as in the column `party`. */
export interface Holder {
  readonly account: number;
  readonly party: string | null;
}

export const partyKey = (party: Party | undefined): string | null => (party ? `${party.kind} ${party.id}` : null);

/** What the jobs of an account, or of all people of a party, take. */
interface Share {
  readonly open: number;
  readonly kept: number;
}

/**
 * Throws 429 if too many jobs of an account or of its party are under way. Jobs of one holder are started one after the other,
 * so that several at once cannot all find room.
 */
export async function requireTurn(transaction: Connection, holder: Holder): Promise<void> {
  const lock = holder.party ?? `account ${holder.account}`;
  await transaction`select pg_advisory_xact_lock(hashtext('suyuan.jobs'), hashtext(${lock}))`;
  const { own, party } = await shares(transaction, holder);
  const limit = own.open >= maxOpen.account ? maxOpen.account : party.open >= maxOpen.party ? maxOpen.party : 0;
  if (limit > 0)
    throw new Refusal(429, ErrorCode.tooMany, { reason: 'too_many_jobs', params: { limit } }, { retryAfter: soon });
}

/**
 * Makes room for the files of a holder's jobs: over the limit, those of jobs that have ended are deleted, the oldest first.
 * Throws 409 if the files of those that wait or run are too much by themselves.
 */
export async function makeRoom(transaction: Connection, holder: Holder, megabytes: number): Promise<void> {
  const { own, party } = await shares(transaction, holder);
  const excess = Math.max(own.kept, party.kept) - megabytes * megabyte;
  if (excess <= 0) return;
  const [row] = await transaction<{ bytes: number }[]>`
    with ended as (
      select id, kept_bytes, sum(kept_bytes) over (order by ended_at, id) - kept_bytes as before
      from job where ended_at is not null and kept_bytes > 0 and ${isOf(transaction, holder)}
    ), dropped as (
      update job set kept_bytes = 0 from ended where job.id = ended.id and ended.before < ${excess}
      returning job.id, ended.kept_bytes as bytes
    ), gone as (
      delete from job_file_piece using dropped where job_id = dropped.id
    )
    select coalesce(sum(bytes), 0)::float8 as bytes from dropped`;
  if ((row?.bytes ?? 0) < excess) throw conflict('job_files_full', { limit: megabytes });
}

async function shares(transaction: Connection, holder: Holder): Promise<{ own: Share; party: Share }> {
  const isOpen = () => transaction`state in ('waiting', 'running')`;
  const isOwn = () => transaction`account_id = ${holder.account}`;
  const [row] = await transaction<{ open: number; kept: number; party_open: number; party_kept: number }[]>`
    select count(*) filter (where ${isOwn()} and ${isOpen()})::int as open,
      coalesce(sum(kept_bytes) filter (where ${isOwn()}), 0)::float8 as kept,
      count(*) filter (where ${isOpen()})::int as party_open, coalesce(sum(kept_bytes), 0)::float8 as party_kept
    from job where ${isOf(transaction, holder)}`;
  const { open, kept, party_open, party_kept } = row as NonNullable<typeof row>;
  return { own: { open, kept }, party: { open: party_open, kept: party_kept } };
}

/** SQL: jobs of the holder, or of all people of its party. */
const isOf = (sql: Connection, { account, party }: Holder) =>
  party === null ? sql`account_id = ${account}` : sql`party = ${party}`;
