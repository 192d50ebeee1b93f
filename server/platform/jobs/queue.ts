import type { FastifyBaseLogger } from 'fastify';
import type { Db, PgBoss } from 'pg-boss';
import { type Connection, isOutage, isPassing } from '../database/database.ts';
import { ConnectionError } from '../database/driver/errors.ts';
import type { Sql } from '../database/driver/sql.ts';
import { onOneConnection } from '../database/transaction.ts';
import { RecurringWarnings } from '../http/recurring.ts';
import { queueSchema } from '../migrate/queue-schema.ts';
import type { JobKind } from './define-job.ts';

interface Turn {
  readonly job: string;
}

/** A turn of the queue: a job of a kind may run. */
export interface QueueTurn {
  readonly id: string;
  /** The job that it was sent for; another one may get it. */
  readonly job: string;
}

/** Loaded in the background while the server waits for its database. */
const loading = import('pg-boss');

type Policy = Pick<JobKind, 'name' | 'atOnce'>;

const day = 86_400;
/** Seconds until work that threw is retried. */
const retryDelay = 1;

/**
 * The job queue: pg-boss on our own connections. A job whose server has sent no heartbeat for `patience` seconds is given to
 * another server, and so is one whose work throws.
 */
export class Queue {
  readonly #sql: Sql;
  readonly #boss: Promise<PgBoss>;
  readonly #patience: number;

  constructor(sql: Sql, log: FastifyBaseLogger, patience: number) {
    this.#sql = sql;
    this.#patience = patience;
    this.#boss = bossOn(sql, log, patience);
  }

  async open(kinds: readonly Policy[]): Promise<void> {
    const boss = await this.#boss;
    await boss.start();
    for (const { name, atOnce } of kinds) {
      await boss.createQueue(name, {
        policy: atOnce === 'one' ? 'singleton' : 'standard',
        notify: true,
        retentionSeconds: 365 * day,
        deleteAfterSeconds: day,
      });
    }
  }

  /** Takes turns of a kind from the queue, one right after the other. Work that throws is retried, here or elsewhere. */
  async work({ name, atOnce }: Policy, work: (turn: QueueTurn) => Promise<void>): Promise<void> {
    const boss = await this.#boss;
    const often = this.#patience / 3;
    const options = {
      localConcurrency: atOnce === 'one' ? 1 : atOnce.onEach,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: Math.max(2, often),
      heartbeatRefreshSeconds: often / 2,
    };
    // pg-boss sends no notification for a retry.
    const lookAgain = () => setTimeout(() => boss.notifyWorker(worker), 1000 * (retryDelay + 0.5)).unref();
    const worker = await boss.work<Turn>(name, options, async ([turn]) => {
      if (!turn) return;
      await work({ id: turn.id, job: turn.data.job }).catch((error) => {
        lookAgain();
        throw error;
      });
      // Without this, it would wait for its next poll although more turns are there.
      boss.notifyWorker(worker);
    });
    // The turns of a server that has just stopped come back a moment later.
    lookAgain();
  }

  /** Gives turns back whose server is known to be gone, so that nobody waits until it has been silent for long enough. */
  async giveBack({ name }: Pick<Policy, 'name'>, turns: readonly string[]): Promise<void> {
    if (turns.length === 0) return;
    await this.#sql`
      update ${this.#sql(queueSchema)}.job set state = 'created', started_on = null, heartbeat_on = null
      where name = ${name} and id = any(${turns as string[]}::uuid[]) and state = 'active'`;
  }

  /** How many turns of a kind wait or are taken. */
  async turns({ name }: Pick<Policy, 'name'>): Promise<number> {
    const [row] = await this.#sql<{ count: number }[]>`
      select count(*)::int as count from ${this.#sql(queueSchema)}.job
      where name = ${name} and state in ('created', 'retry', 'active')`;
    return row?.count ?? 0;
  }

  /** Enqueues a job, in the transaction that starts it. */
  async send({ name }: Pick<Policy, 'name'>, job: string, transaction: Connection): Promise<void> {
    const boss = await this.#boss;
    await boss.send(
      name,
      { job },
      {
        db: onConnection(transaction),
        heartbeatSeconds: this.#patience,
        expireInSeconds: day,
        // `Jobs` decides when a job is given up.
        retryLimit: 1000,
        retryDelay,
      },
    );
  }

  /** Enqueues work at most once in so many seconds, whichever server asks for it. */
  async sendOnce({ name }: Pick<Policy, 'name'>, seconds: number): Promise<void> {
    const boss = await this.#boss;
    await boss.send(name, { job: name }, { singletonSeconds: seconds, retryLimit: 0 });
  }

  /** Takes no more jobs. Resolves when no job is running here any more. */
  async leave(kinds: readonly Policy[]): Promise<void> {
    const boss = await this.#boss;
    await Promise.all(kinds.map(({ name }) => boss.offWork(name, { wait: true })));
  }

  /** Stops pg-boss; the connections, which are not its own, stay open. */
  async close(): Promise<void> {
    const boss = await this.#boss;
    await boss.stop({ graceful: false, close: false });
  }
}

/** pg-boss passes some errors on as copies, which are of no class. */
const isCopyOfOutage = ({ name, code }: Error & { readonly code?: string }): boolean =>
  name === ConnectionError.name || isPassing(code);

const outages = new RecurringWarnings('the job queue does not reach its database');

async function bossOn(sql: Sql, log: FastifyBaseLogger, patience: number): Promise<PgBoss> {
  const { PgBoss } = await loading;
  // Heartbeats are checked three times within `patience`.
  const often = Math.max(1, Math.floor(patience / 3));
  const boss = new PgBoss({
    db: onConnection(sql),
    schema: queueSchema,
    // Our own migrations create its tables.
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: often,
    monitorIntervalSeconds: often,
    // No job waits for another one, and the tables stay small.
    flowIntervalSeconds: day,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => {
    // Each worker reports an outage again and again, with the name of its queue.
    if (isOutage(error) || isCopyOfOutage(error)) outages.warn(log, error.message.replace(/ \(Queue: .*/, ''));
    else log.error({ err: error }, 'the job queue reported an error');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reported a warning'));
  return boss;
}

/** Runs the statements of pg-boss on our connections. */
function onConnection(sql: Connection): Db {
  return {
    executeSql: async (text, values = []) => {
      // Several statements in a transaction of their own, with one result each.
      if (/^\s*begin\b/i.test(text)) return { rows: (await runScript(sql as Sql, text)).flat() };
      return { rows: await sql.unsafe(text, valuesFor(text, values)) };
    },
    listen: async (channel, notified, listening) => {
      const { unlisten } = await (sql as Sql).listen(channel, notified, listening);
      return { close: unlisten };
    },
  };
}

/** Runs a text of several statements, whose transaction is rolled back if one of them fails. */
const runScript = (sql: Sql, text: string): Promise<object[][]> =>
  onOneConnection(sql, async (connection) => {
    try {
      return await connection.unsafe<object[][]>(text);
    } catch (error) {
      await connection.unsafe('rollback');
      throw error;
    }
  });

/** Parses JSON parameters, because our connections serialise them. */
function valuesFor(text: string, values: readonly unknown[]): unknown[] {
  return values.map((value, index) =>
    typeof value === 'string' && new RegExp(`\\$${index + 1}::jsonb?\\b`).test(text) ? JSON.parse(value) : value,
  );
}
