import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { importProgress } from '@suyuan/contract/thing/list.ts';
import Fastify from 'fastify';
import Type from 'typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFirstAccount } from '#modules/organ/session/first-account.ts';
import { tables } from '#tables.ts';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import type { Principal } from '../caller.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../migrate/migrate.ts';
import type { Party } from '../party.ts';
import { badInput, noAccess } from '../refusal.ts';
import { defineJob, type JobEnd, type JobUnderWay } from './define-job.ts';
import { JobFiles } from './job-files.ts';
import { maxOpen } from './job-quota.ts';
import { JobOver } from './job-run.ts';
import { Jobs } from './jobs.ts';

const log = Fastify({ logger: false }).log;
const count = defineJob({ name: 'count', input: Type.Object({ to: Type.Integer() }), atOnce: { onEach: 1 } });

/** The dealers that accounts belong to. */
const parties = new Map<number, Party>();
/** Accounts that have lost the right to count. */
const revoked = new Set<number>();

type Work = (to: number, job: JobUnderWay) => Promise<JobEnd | object>;

interface Server {
  readonly jobs: Jobs;
  readonly database: Database;
  stop(): Promise<void>;
}

let url: string;
let database: Database;
let account: number;
// A database each: what a failed test leaves running must not take the jobs of the next one.
beforeEach(async () => {
  url = await newMigratedDatabase();
  database = openDatabase(url, 8);
  await migrate(database.sql, tables);
  await makeFirstAccount(database.sql, 'a-first-password-1');
  account = (await database.sql<{ id: number }[]>`select id from account`)[0]?.id as number;
  await database.sql`create table counted (job text, n int, run int)`;
});
afterEach(() => database.close());

/**
 * A server that counts so; its own end of the queue, its own connections. It is patient, so that no stall of the machine passes for
 * silence, unless a test is about that.
 */
async function server(
  run: Work,
  { takesBack = true, patience = 60, identity = randomUUID() as string } = {},
): Promise<Server> {
  const own = openDatabase(url, 8);
  const jobs = new Jobs(own, log, { jobPatience: patience, jobDays: 1, jobMegabytes: 1 }, { server: identity });
  jobs.authoriseBy(async (_, accountId) => {
    if (revoked.has(accountId)) throw noAccess();
    return {} as Principal;
  });
  jobs.serve(count, {
    rights: () => [importProgress],
    run: async ({ to }, job) => ({ accepted: 0, refused: 0, ...(await run(to, job)) }),
    ...(takesBack && {
      takeBack: async (_, transaction, outcome) =>
        void (await transaction`insert into counted (job) values (${outcome})`),
    }),
  });
  await jobs.open();
  return {
    jobs,
    database: own,
    async stop() {
      await jobs.close();
      await own.close();
    },
  };
}

const begin = (
  { jobs, database: { sql } }: Server,
  to: number,
  bytes?: AsyncIterable<Uint8Array>,
  accountId = account,
): Promise<string> =>
  sql.begin((transaction) =>
    jobs.start(
      count,
      {
        input: { to },
        menu: 'readycreate',
        accountId,
        party: parties.get(accountId),
        ip: '',
        language: 'en',
        rows: to,
        ...(bytes ? { source: { name: 'a.txt', bytes } } : {}),
      },
      transaction,
    ),
  ) as Promise<string>;

/** Counts on from where the cursor is, a number a step; `before` each of them. */
const counting =
  (on: () => Database, before: (n: number) => Promise<void> = async () => {}): Work =>
  async (to, job) => {
    for (let n = ((job.cursor as { n: number } | undefined)?.n ?? 0) + 1; n <= to; n++) {
      await before(n);
      await on().sql.begin(async (transaction) => {
        await transaction`insert into counted (job, n) values (${job.id}, ${n})`;
        await job.step(transaction, { n }, { done: n, accepted: n });
      });
    }
    return { accepted: to, refused: 0, result: { counted: to } };
  };

const numbersOf = async (job: string) =>
  (await database.sql<{ n: number }[]>`select n from counted where job = ${job} order by n`).map(({ n }) => n);
const statusOf = async ({ jobs }: Server, job: string) => await jobs.find(job);
const never = () => AbortSignal.timeout(60_000);
/** As it is with a server that shows no sign of life. */
const takenForDead = () => database.sql`update pgboss.job set state = 'retry' where state = 'active'`;

test('a job runs after its answer, and any server reports its result', async () => {
  const one = await server(counting(() => database));
  const other = await server(counting(() => database));
  const job = await begin(one, 3);
  expect(await other.jobs.ended(job, never())).toMatchObject({
    state: 'done',
    done: 3,
    rows: 3,
    result: { counted: 3 },
  });
  expect(await numbersOf(job)).toEqual([1, 2, 3]);
  expect(await one.jobs.find(job, account + 1)).toBeUndefined();
  await one.stop();
  await other.stop();
});

test('a job started in a rolled-back transaction does not exist', async () => {
  const one = await server(counting(() => database));
  let id = '';
  await expect(
    one.database.sql.begin(async (transaction) => {
      const job = {
        input: { to: 1 },
        menu: 'readycreate',
        accountId: account,
        party: undefined,
        ip: '',
        language: 'en',
      };
      id = await one.jobs.start(count, job, transaction);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await statusOf(one, id)).toBeUndefined();
  expect(await database.sql`select 1 from pgboss.job where data ->> 'job' = ${id}`).toHaveLength(0);
  await one.stop();
});

test('another server resumes a job after its last step when its server falls silent, and the first one can no longer write', async () => {
  const waits = Promise.withResolvers<void>();
  const sleeps = Promise.withResolvers<void>();
  const thrown: unknown[] = [];
  const silent = await server(async (to, job) => {
    const work = counting(
      () => database,
      async (n) => {
        if (n !== 3) return;
        sleeps.resolve();
        await waits.promise;
      },
    );
    return work(to, job).catch((error) => {
      thrown.push(error);
      throw error;
    });
  });
  const job = await begin(silent, 5);
  await sleeps.promise;
  const other = await server(
    counting(() => database),
    { patience: 10 },
  );
  await takenForDead();
  expect(await other.jobs.ended(job, never())).toMatchObject({ state: 'done', done: 5 });
  waits.resolve();
  await silent.stop();
  expect(thrown).toEqual([expect.any(JobOver)]);
  expect(await numbersOf(job)).toEqual([1, 2, 3, 4, 5]);
  await other.stop();
});

test('a job is stopped from any server, and its writes are rolled back', async () => {
  const underWay = Promise.withResolvers<void>();
  const one = await server(async (_, job) => {
    underWay.resolve();
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
    job.progress({});
    return {};
  });
  const job = await begin(one, 1);
  await underWay.promise;
  const other = new Jobs(database, log, { jobPatience: 10, jobDays: 1, jobMegabytes: 1 });
  await other.stop(job);
  expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'stopped' });
  expect(await database.sql`select 1 from counted where job = 'stopped'`).toHaveLength(1);
  expect(await database.sql`select 1 from notice where about = ${`job:${job}`}`).toHaveLength(0);
  await one.stop();
});

test('a stopped or interrupted job resumes after its last step, once', async () => {
  const [atTwo, breaks] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const resumed = Promise.withResolvers<void>();
  let runs = 0;
  const counter = counting(
    () => database,
    async (n) => {
      if (n === 2 && runs === 1) atTwo.resolve();
      if (n === 2 && runs === 1) await breaks.promise;
      // A job that has ended again could be resumed again.
      if (n === 3 && runs === 2) await resumed.promise;
      if (n === 4 && runs === 2) throw new Error('broken');
    },
  );
  const work: Work = (to, job) => {
    runs += 1;
    return counter(to, job);
  };
  const one = await server(work, { takesBack: false });
  const job = await begin(one, 5);
  await atTwo.promise;
  expect(await one.jobs.resume(job)).toBe(false);
  await one.jobs.stop(job);
  breaks.resolve();
  expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'stopped' });
  expect(await Promise.all([one.jobs.resume(job), one.jobs.resume(job)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  resumed.resolve();
  expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'broken' });
  expect(await one.jobs.resume(job)).toBe(true);
  expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'done', done: 5, failure: null });
  expect(await numbersOf(job)).toEqual([1, 2, 3, 4, 5]);
  expect(await one.jobs.resume(job)).toBe(false);
  await one.stop();
});

test('a rolled-back job does not resume', async () => {
  const one = await server(async () => Promise.reject(new Error('broken')));
  const job = await begin(one, 1);
  expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'broken' });
  expect(await one.jobs.resume(job)).toBe(false);
  await one.stop();
});

test('a queued job stops at once', async () => {
  const underWay = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const one = await server(async () => {
    underWay.resolve();
    await go.promise;
    return {};
  });
  const first = await begin(one, 1);
  await underWay.promise;
  const second = await begin(one, 2);
  await one.jobs.stop(second);
  expect(await statusOf(one, second)).toMatchObject({ state: 'stopped' });
  go.resolve();
  expect(await one.jobs.ended(first, never())).toMatchObject({ state: 'done' });
  await one.stop();
  expect(await numbersOf(second)).toEqual([]);
});

test('the failure of a job is recorded: a refusal in full, anything else in one word', async () => {
  const one = await server(async (to) => {
    throw to === 1 ? badInput({ path: 'file', reason: 'empty_table' }) : new Error('a secret of ours');
  });
  const refused = await one.jobs.ended(await begin(one, 1), never());
  expect(refused).toMatchObject({ state: 'broken', failure: { status: 400, fields: [{ reason: 'empty_table' }] } });
  const failed = await one.jobs.ended(await begin(one, 2), never());
  expect(failed?.failure).toMatchObject({ status: 500, reason: { reason: 'job_broken' } });
  expect(JSON.stringify(failed)).not.toContain('secret');
  await one.stop();
});

test('the person who started a job is notified in the step that ends it, but not if they stopped it', async () => {
  const one = await server(async (to) => {
    if (to === 1) throw new Error('broken');
    return { accepted: to, refused: to === 3 ? 1 : 0 };
  });
  for (const to of [1, 2, 3]) await one.jobs.ended(await begin(one, to), never());
  const notices =
    await database.sql`select account_id, kind, params ->> 'accepted' as accepted, leads from notice order by id`;
  const leads = [
    { screen: 'taskmanagement', query: '' },
    { screen: 'readycreate', query: '' },
  ];
  expect(notices).toEqual([
    { account_id: account, kind: 'job_broken', accepted: '0', leads },
    { account_id: account, kind: 'job_done', accepted: '2', leads },
    { account_id: account, kind: 'job_refusals', accepted: '3', leads },
  ]);
  await one.stop();
});

test('a server that stops releases its jobs, and they resume after their last step', async () => {
  const underWay = Promise.withResolvers<void>();
  const one = await server(async (to, job) => {
    const work = counting(
      () => database,
      async (n) => {
        if (n !== 2) return;
        underWay.resolve();
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
      },
    );
    return work(to, job);
  });
  const job = await begin(one, 3);
  await underWay.promise;
  await one.stop();
  const [row] = await database.sql`select state, cursor from job where id = ${job}`;
  expect(row).toEqual({ state: 'waiting', cursor: { n: 1 } });
  const next = await server(counting(() => database));
  expect(await next.jobs.ended(job, never())).toMatchObject({ state: 'done' });
  expect(await numbersOf(job)).toEqual([1, 2, 3]);
  await next.stop();
});

test('a job that never completes a step is not restarted for ever', async () => {
  const one = await server(async () => ({}), { patience: 10 });
  const job = await begin(one, 1);
  await one.jobs.ended(job, never());
  // As servers leave it that died of it.
  await database.sql`update job set state = 'running', tries = 5 where id = ${job}`;
  await database.sql`update pgboss.job set state = 'retry' where data ->> 'job' = ${job}`;
  await expect.poll(async () => (await statusOf(one, job))?.state, { timeout: 30_000 }).toBe('broken');
  await one.stop();
});

test('a job and its file are deleted a while after its end', async () => {
  const bytes = async function* () {
    yield Buffer.alloc(2 ** 20 + 1, 'a');
    yield Buffer.from('end');
  };
  let read = 0;
  const one = await server(async (_, job) => {
    for await (const piece of job.original()) read += piece.length;
    return {};
  });
  const job = await begin(one, 1, bytes());
  await one.jobs.ended(job, never());
  expect(read).toBe(2 ** 20 + 4);
  await one.jobs.sweep();
  expect(await statusOf(one, job)).toMatchObject({ state: 'done' });
  await database.sql`update job set ended_at = now() - interval '2 days' where id = ${job}`;
  await one.jobs.sweep();
  expect(await statusOf(one, job)).toBeUndefined();
  expect(await database.sql`select 1 from job_file_piece where job_id = ${job}`).toHaveLength(0);
  await one.stop();
});

test('a file stored by a version that used gzip is read', async () => {
  const one = await server(async () => ({}));
  const job = await begin(one, 1);
  await one.jobs.ended(job, never());
  const whole = Buffer.alloc(2 ** 19, 'packed ');
  const bytes = gzipSync(whole);
  await database.sql`
    insert into job_file_piece (job_id, file, position, bytes)
    values (${job}, 'original', 0, ${bytes.subarray(0, 100)}), (${job}, 'original', 1, ${bytes.subarray(100)})`;
  const read = await buffer(Readable.from(new JobFiles(database.sql).read(job, 'original')));
  expect(read.equals(whole)).toBe(true);
  await one.stop();
});

test('a job that every server requests runs once', async () => {
  let swept = 0;
  const servers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const own = openDatabase(url, 8);
      const jobs = new Jobs(own, log, { jobPatience: 10, jobDays: 1, jobMegabytes: 1 });
      jobs.serveChore('chore', async () => {
        swept += 1;
      });
      await jobs.open();
      return { jobs, own };
    }),
  );
  for (const { jobs } of servers) await jobs.askForChore('chore', 3600);
  await expect.poll(() => swept, { timeout: 30_000 }).toBe(1);
  for (const { jobs } of servers) await jobs.close();
  expect(swept).toBe(1);
  for (const { own } of servers) await own.close();
});

/** A new account, of a dealer if so. */
async function person(dealer: number | null = null): Promise<number> {
  const name = randomUUID();
  const [row] = await database.sql<{ id: number }[]>`
    insert into account (account_name, account_type, name, password_hash, dealer_id)
    values (${name}, ${dealer ? 3 : 1}, ${name}, '', ${dealer}) returning id`;
  const { id } = row as { id: number };
  if (dealer) parties.set(id, { kind: 'dealer', id: dealer });
  return id;
}

const newDealer = async () => {
  const code = randomUUID();
  const [row] = await database.sql<{ id: number }[]>`
    insert into dealer (dealer_code, dealer_name) values (${code}, ${code}) returning id`;
  return (row as { id: number }).id;
};

test('jobs of accounts are interleaved, so that many of one do not delay another', async () => {
  const [many, few] = [await person(), await person()];
  const began: number[] = [];
  const [first, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = await server(async (to) => {
    began.push(to);
    first.resolve();
    await go.promise;
    return {};
  });
  const jobs = [];
  for (let to = 1; to <= 6; to++) jobs.push(await begin(one, to, undefined, many));
  await first.promise;
  for (let to = 101; to <= 102; to++) jobs.push(await begin(one, to, undefined, few));
  go.resolve();
  for (const job of jobs) expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'done' });
  expect(began).toEqual([1, 101, 2, 102, 3, 4, 5, 6]);
  await one.stop();
});

test('the next job starts without waiting for the next poll', async () => {
  // With this patience, the queue is asked every hour.
  const one = await server(async () => ({}), { patience: 3 * 3600 });
  const jobs = [];
  for (let to = 1; to <= 5; to++) jobs.push(await begin(one, to));
  for (const job of jobs) expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'done' });
  await one.stop();
});

test('a server that replaces a killed one resumes its jobs at once', async () => {
  const [waits, sleeps] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const identity = randomUUID();
  const settings = { identity, patience: 3 * 3600 };
  const killed = await server(
    counting(
      () => database,
      async (n) => {
        if (n !== 2) return;
        sleeps.resolve();
        await waits.promise;
      },
    ),
    settings,
  );
  const job = await begin(killed, 4);
  await sleeps.promise;
  const next = await server(
    counting(() => database),
    settings,
  );
  expect(await next.jobs.ended(job, never())).toMatchObject({ state: 'done', done: 4 });
  // It was not dead after all: it can write nothing any more.
  waits.resolve();
  await killed.stop();
  expect(await numbersOf(job)).toEqual([1, 2, 3, 4]);
  await next.stop();
});

test('active jobs are limited by account, and by party', async () => {
  const go = Promise.withResolvers<void>();
  const one = await server(async () => {
    await go.promise;
    return {};
  });
  const started = async (account: number, jobs: number) => {
    const all = await Promise.allSettled(Array.from({ length: jobs }, () => begin(one, 1, undefined, account)));
    const refused = all.flatMap((job) => (job.status === 'rejected' ? [job.reason] : []));
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, reason: { reason: 'too_many_jobs' } });
    return jobs - refused.length;
  };
  expect(await started(await person(), maxOpen.account + 5)).toBe(maxOpen.account);
  const dealer = await newDealer();
  let ofDealer = 0;
  for (let n = 0; n < 4; n++) ofDealer += await started(await person(dealer), maxOpen.account);
  expect(ofDealer).toBe(maxOpen.party);
  expect(await started(await person(await newDealer()), 1)).toBe(1);
  go.resolve();
  const [last] = await database.sql<{ id: string }[]>`select id from job order by created_at desc limit 1`;
  await one.jobs.ended((last as { id: string }).id, never());
  await one.stop();
});

test('files of ended jobs are evicted for newer ones; those of queued jobs never are', async () => {
  const noise = async function* () {
    yield randomBytes(400_000);
  };
  const holder = await person();
  const [underWay, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = await server(async (to) => {
    if (to < 10) return {};
    underWay.resolve();
    await go.promise;
    return {};
  });
  const kept = async (job: string) =>
    (await database.sql`select 1 from job_file_piece where job_id = ${job}`).length > 0;
  const ended = [];
  for (let to = 1; to <= 3; to++) {
    const job = await begin(one, to, noise(), holder);
    await one.jobs.ended(job, never());
    ended.push(job);
  }
  expect(await Promise.all(ended.map(kept))).toEqual([false, true, true]);
  const open = [await begin(one, 10, noise(), holder)];
  await underWay.promise;
  open.push(await begin(one, 11, noise(), holder));
  await expect(begin(one, 12, noise(), holder)).rejects.toMatchObject({
    status: 409,
    reason: { reason: 'job_files_full', params: { limit: 1 } },
  });
  go.resolve();
  for (const job of open) expect(await one.jobs.ended(job, never())).toMatchObject({ state: 'done' });
  expect(await Promise.all(open.map(kept))).toEqual([true, true]);
  await one.stop();
});

test('a job ends if the person who started it loses the permission, before or while it runs', async () => {
  const owner = await person();
  const underWay = Promise.withResolvers<void>();
  const one = await server(async (_, job) => {
    underWay.resolve();
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
    job.progress({});
    return {};
  });
  const job = await begin(one, 1, undefined, owner);
  await underWay.promise;
  const waiting = await begin(one, 2, undefined, owner);
  revoked.add(owner);
  for (const id of [job, waiting])
    expect(await one.jobs.ended(id, never())).toMatchObject({
      ...{ state: 'broken', done: 0 },
      failure: { status: 401, reason: { reason: 'no_access' } },
    });
  await one.stop();
});
