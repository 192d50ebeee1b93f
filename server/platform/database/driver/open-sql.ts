import type { Writable } from 'node:stream';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import { PipelinedConnection } from './connection.ts';
import type { CopiedRows } from './copy-out.ts';
import { ConnectionError, connectionError } from './errors.ts';
import { Listener } from './listener.ts';
import { type Bounds, Patience } from './patience.ts';
import { PreparedStatements } from './prepared.ts';
import { type Command, type Sender, statementsOf } from './query.ts';
import { noAnswer, Silence } from './silence.ts';
import type { ReservedConnection, Rows, Sql } from './sql.ts';
import { valueReaders } from './values.ts';
import type { StatementWatch, Watched } from './watch.ts';

export interface SqlOptions {
  /** The largest number of connections. */
  readonly max: number;
  /** Run-time parameters of PostgreSQL, set as a connection begins. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** How long it is waited for the database. */
  readonly bounds?: Bounds;
  /** Shared by pools on the same database. */
  readonly silence?: Silence;
  /** Called with each statement that is sent, for tests and measurements. */
  readonly sending?: (text: string, values: readonly unknown[]) => void;
}

/** Milliseconds within which a connection is made, or fails. */
const connectTimeout = 10_000;
/** Seconds after which a connection is replaced, with what it keeps prepared. */
const lifetime = 45 * 60;

/** Opens a pool; connections are made when they are needed. */
export const openSql = (url: string, options: SqlOptions): Sql => new PooledSql(url, options).sql;

/** A pool of node-postgres whose connections pipeline. */
class PooledSql implements Sender {
  readonly #pool: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();
  readonly #statements: PreparedStatements;
  readonly #listener: Listener;
  readonly #watched: Watched = { watch: undefined };
  readonly #patience: Patience;
  readonly #silence: Silence;
  #ending: Promise<void> | undefined;
  readonly sql: Sql;

  constructor(url: string, { max, settings = {}, sending, bounds, silence = new Silence() }: SqlOptions) {
    this.#statements = new PreparedStatements(sending);
    const config = configOf(url, settings);
    this.#pool = new pg.Pool({
      ...config,
      max,
      pipeline: true,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: lifetime,
      Client,
    });
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      this.#connections.set(client, new PipelinedConnection(client, this.#statements, this.#watched));
      // Its statements tell the loss of a connection that is in use.
      client.on('error', () => {});
    });
    this.#pool.on('remove', (client) => void this.#clients.delete(client));
    this.#pool.on('error', () => {});
    this.#patience = new Patience(
      bounds ?? { statement: 0, connection: 0 },
      () => Array.from(this.#clients, this.#connectionOf),
      (connection) => connection.abandon(noAnswer()),
    );
    this.#silence = silence;
    silence.whenItBegins(() => {
      this.#patience.failAll(noAnswer());
      for (const client of this.#clients) this.#connectionOf(client).abandon(noAnswer());
    });
    this.#listener = new Listener(config, silence);
    this.sql = Object.assign(statementsOf(this), {
      begin: this.#begin.bind(this),
      reserve: () => this.#reserve(),
      listen: async (...args: Parameters<Listener['listen']>) => ({ unlisten: await this.#listener.listen(...args) }),
      notify: async (channel: string, payload: string) => {
        await this.sql`select pg_notify(${channel}, ${payload})`;
      },
      connections: () => {
        const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
        return { idle, used: open - idle, waiting, longestWait: waiting > 0 ? this.#patience.longest : 0 };
      },
      watch: (watch: StatementWatch) => {
        this.#watched.watch = watch;
      },
      end: ({ timeout = Number.POSITIVE_INFINITY } = {}) => {
        this.#ending ??= this.#end(timeout);
        return this.#ending;
      },
    });
  }

  async send(command: Command): Promise<Rows<object[]>> {
    const client = await this.#taken();
    const connection = this.#connectionOf(client);
    try {
      return await connection.send(command);
    } finally {
      this.#give(client, connection);
    }
  }

  /** The connection is given back when the stream has ended. */
  async copyFrom(text: string): Promise<Writable> {
    const client = await this.#taken();
    const connection = this.#connectionOf(client);
    try {
      return await connection.copyFrom(text);
    } finally {
      void connection.idle().then(() => this.#give(client, connection));
    }
  }

  async *copyTo(text: string, size: number): AsyncGenerator<CopiedRows, void> {
    const client = await this.#taken();
    const connection = this.#connectionOf(client);
    try {
      yield* connection.copyTo(text, size);
    } finally {
      void connection.idle().then(() => this.#give(client, connection));
    }
  }

  async #reserve(): Promise<ReservedConnection> {
    return (await this.#reserved()).sql;
  }

  async #reserved(): Promise<{ sql: ReservedConnection; connection: PipelinedConnection }> {
    const client = await this.#taken();
    const connection = this.#connectionOf(client);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      connection.stopCopy();
      void connection.idle().then(() => this.#give(client, connection));
    };
    return { sql: Object.assign(statementsOf(connection), { release }), connection };
  }

  async #begin<Result>(
    first: string | ((sql: ReservedConnection) => Promise<Result> | Result),
    second?: (sql: ReservedConnection) => Promise<Result> | Result,
  ): Promise<Result> {
    const [mode, work] = typeof first === 'string' ? [` ${first}`, second as NonNullable<typeof second>] : ['', first];
    const { sql, connection } = await this.#reserved();
    try {
      const query = sql.unsafe(`begin${mode}`, [], { prepare: true }).execute();
      const [beginning, outcome] = await Promise.allSettled([query, (async () => work(sql))()]);
      if (beginning.status === 'rejected') throw beginning.reason;
      if (outcome.status === 'rejected') {
        connection.stopCopy();
        // If the connection was lost, PostgreSQL has rolled back already.
        await sql`rollback`.catch(() => {});
        throw outcome.reason;
      }
      const { failure } = connection;
      const { command } = await sql`commit`;
      // PostgreSQL answers ROLLBACK if a statement failed whose error the work kept to itself.
      if (command !== 'COMMIT') throw failure ?? new Error(`The transaction ended with ${command}`);
      return outcome.value;
    } finally {
      sql.release();
    }
  }

  async #taken(): Promise<pg.PoolClient> {
    if (this.#ending) throw new ConnectionError('The connections to the database are closed');
    if (this.#silence.holds) throw connectionError(noAnswer());
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(error instanceof pg.DatabaseError ? error : connectionError(error));
      const waiter = this.#patience.wait(fail);
      this.#pool.connect((error, client) => {
        const isWanted = waiter.over();
        if (error || !client) fail(error ?? new Error('no connection'));
        else if (isWanted) resolve(client);
        else client.release();
      });
    });
  }

  #connectionOf = (client: pg.PoolClient): PipelinedConnection => this.#connections.get(client) as PipelinedConnection;

  /** A connection that was left in a transaction is closed, which rolls back. */
  #give(client: pg.PoolClient, connection: PipelinedConnection): void {
    client.release(!connection.isReusable);
  }

  async #end(timeout: number): Promise<void> {
    this.#patience.end();
    this.#patience.failAll(new Error('The connections to the database are closed'));
    const end = Promise.all([this.#pool.end(), this.#listener.end()]);
    if (timeout === Number.POSITIVE_INFINITY) return void (await end);
    const timer = setTimeout(() => {
      for (const client of this.#clients) client.connection.stream.destroy();
    }, timeout * 1000);
    await end;
    clearTimeout(timer);
  }
}

/** node-postgres bounds the time of connecting and that of waiting for a free connection by one setting; only the former is bounded here. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // Not a copy: the pool hides the password from copies.
    super(Object.create(config ?? {}, { connectionTimeoutMillis: { value: connectTimeout } }));
  }
}

function configOf(url: string, settings: Readonly<Record<string, string | number>>): pg.ClientConfig {
  // `sslmode` means what libpq's documentation says.
  const { options = '', port, ...config } = parse(url, { useLibpqCompat: true });
  const set = Object.entries({ client_encoding: 'UTF8', ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  return {
    ...(config as pg.ClientConfig),
    ...(port ? { port: Number(port) } : {}),
    options: [options, ...set].join(' ').trim(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types: valueReaders as never,
  };
}
