import type { Writable } from 'node:stream';
import type { CopiedRows } from './copy-out.ts';
import type { StatementWatch } from './watch.ts';

// What the rest of the server knows of the driver: statements as tagged templates, whose values become parameters.

/** A row by the names of its columns. */
export interface Row {
  // biome-ignore lint/suspicious/noExplicitAny: what a statement answers is said where it is written.
  [column: string]: any;
}

/** The rows that a statement answered, and how many it affected. */
export type Rows<T extends readonly object[]> = T & { readonly count: number; readonly command: string };

/**
 * A statement. It is sent when it is awaited or told to `execute`; embedded in another statement it is a piece of that one and is
 * never sent by itself.
 */
export interface Query<T extends readonly object[] = Row[]> extends Promise<Rows<T>> {
  /** Sends the statement now. */
  execute(): this;
  /** For `copy … from stdin`: a stream that takes the rows. Its `finish` says that they are in the database. */
  writable(): Promise<Writable>;
  /** For `copy … to stdout`: the rows as PostgreSQL writes them, in pieces of about so many bytes. Nothing is sent before the first is asked for. */
  copied(size?: number): AsyncGenerator<CopiedRows, void>;
}

/** A statement, or a piece of one. */
export type Fragment = Query<readonly object[]>;

/** Names of tables and columns, quoted; a dot divides a table from its column. */
export interface Names {
  readonly names: readonly string[];
}

/** Rows to be inserted: the names of the columns, and the values. */
export interface Inserted {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** What may stand in a statement as a parameter or a piece of it. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | JsonValue
  | Fragment
  | Names
  | Inserted
  | readonly Value[];

/** A value that is sent as JSON. */
export interface JsonValue {
  readonly value: unknown;
}

/** Sends statements: a pool, one of its connections, or a transaction. */
export interface Connection {
  <T extends readonly object[] = Row[]>(template: TemplateStringsArray, ...values: readonly Value[]): Query<T>;
  (names: string | readonly string[]): Names;
  (rows: readonly Readonly<Record<string, unknown>>[]): Inserted;
  /**
   * A statement whose text is made elsewhere. Without parameters it may be several statements. With `prepare` each connection
   * parses and plans it once.
   */
  unsafe<T extends readonly object[] = Row[]>(
    text: string,
    parameters?: readonly unknown[],
    options?: { readonly prepare?: boolean },
  ): Query<T>;
  json(value: unknown): JsonValue;
}

/** A connection that is taken out of its pool until it is released. */
export interface ReservedConnection extends Connection {
  /** Gives the connection back, once its statements have ended. One that is still in a transaction is closed. */
  release(): void;
}

/** A pool of connections. Each statement goes to a connection that is free. */
export interface Sql extends Connection {
  /**
   * Runs work in one transaction, whose `begin` is sent with the first statements of the work. Rolls back and rethrows if the work
   * throws. Throws also if a statement failed whose error the work kept to itself.
   */
  begin<Result>(work: (connection: ReservedConnection) => Promise<Result> | Result): Promise<Result>;
  begin<Result>(
    mode: 'isolation level repeatable read',
    work: (connection: ReservedConnection) => Promise<Result> | Result,
  ): Promise<Result>;
  reserve(): Promise<ReservedConnection>;
  /**
   * Listens to a channel over a connection of its own. `listening` is called whenever listening begins, also after the connection
   * was lost: what was sent meanwhile is lost.
   */
  listen(
    channel: string,
    notified: (payload: string) => void,
    listening?: () => void,
  ): Promise<{ unlisten: () => Promise<void> }>;
  notify(channel: string, payload: string): Promise<void>;
  /** How many connections are idle and used now, how many callers wait for one, and for how many milliseconds at most. */
  connections(): {
    readonly idle: number;
    readonly used: number;
    readonly waiting: number;
    readonly longestWait: number;
  };
  /** Has somebody told of statements that take long. */
  watch<Context>(watch: StatementWatch<Context>): void;
  /** Closes the connections when their statements have ended, and after so many seconds in any case. */
  end(options?: { readonly timeout?: number }): Promise<void>;
}
