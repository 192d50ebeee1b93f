import type { Writable } from 'node:stream';
import type pg from 'pg';
import { CopyIn, type CopyRows } from './copy-in.ts';
import { type CopiedRows, CopyOut } from './copy-out.ts';
import { DatabaseError, failureOf, isInFailedTransaction, isOutdated } from './errors.ts';
import type { Prepared, PreparedStatements } from './prepared.ts';
import type { Command, Sender } from './query.ts';
import type { Rows } from './sql.ts';
import { Description, Execution, rowsOf, Script } from './statement.ts';
import { written } from './values.ts';
import type { Watched } from './watch.ts';

interface Settle {
  readonly resolve: (rows: Rows<object[]>) => void;
  readonly reject: (error: Error) => void;
  /** Called with the answer, to measure the time since the statement was sent. */
  readonly tell?: (() => void) | undefined;
}

/**
 * A connection that sends statements without waiting for the answers to earlier ones (pipelining). Only what follows a COPY, or the
 * first use of a statement whose parameters are not known yet, waits.
 */
export class PipelinedConnection implements Sender {
  readonly #client: pg.Client;
  readonly #statements: PreparedStatements;
  readonly #watched: Watched;
  /** When the last answer came: a statement that was sent earlier has waited for those before it until then. */
  #answeredAt = 0;
  /** What waits while the connection is held by a COPY or a description. */
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  #running = 0;
  #answers = 0;
  #hasOwnTimeout = false;
  #isCorked = false;
  #isLost = false;
  #whenIdle: (() => void)[] = [];
  #copying: CopyRows | undefined;
  /** The error that made PostgreSQL give up the transaction. */
  #failure: Error | undefined;
  #parameters: readonly number[] = [];

  constructor(client: pg.Client, statements: PreparedStatements, watched: Watched) {
    this.#client = client;
    this.#statements = statements;
    this.#watched = watched;
    client.connection.on('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs;
    });
  }

  /** Whether others may use it: PostgreSQL has neither ended it nor is in a transaction on it. */
  get isReusable(): boolean {
    return !this.#isLost && !this.isInTransaction;
  }

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** How many statements were answered; it tells whether anything came since it was asked last. */
  get answers(): number {
    return this.#answers;
  }

  /** Whether a statement has not been answered yet. */
  get isWaiting(): boolean {
    return this.#running > 0;
  }

  /** Whether somebody has set a `statement_timeout` on it: a migration may take hours. */
  get hasOwnTimeout(): boolean {
    return this.#hasOwnTimeout;
  }

  /** Closes it without waiting; what was sent fails. */
  abandon(error: Error): void {
    this.#isLost = true;
    this.#client.connection.stream.destroy(error);
  }

  /** What the transaction failed of, as long as it is not rolled back. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  send(command: Command): Promise<Rows<object[]>> {
    const tell = this.#timed(command.text);
    return new Promise((resolve, reject) => this.#whenFree(() => this.#run(command, { resolve, reject, tell })));
  }

  /** Resolves when no statement is on its way any more. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#running === 0 && !this.#isHeld) resolve();
      else this.#whenIdle.push(resolve);
    });
  }

  #count(): void {
    this.#running -= 1;
    this.#answers += 1;
  }

  #whenFree(start: () => void): void {
    if (this.#isHeld) this.#waiting.push(start);
    else start();
  }

  #letGo(): void {
    this.#isHeld = false;
    while (!this.#isHeld && this.#waiting.length > 0) this.#waiting.shift()?.();
    this.#settled();
  }

  #settled(): void {
    if (this.#running > 0 || this.#isHeld) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #run(command: Command, settle: Settle, isSecondTry = false): void {
    this.#hasOwnTimeout ||= /^set (local )?statement_timeout/.test(command.text);
    if (command.values.length === 0 && !command.isPrepared) {
      this.#submit(new Script(command.text, this.#answered(command, settle)));
      return;
    }
    const prepared = this.#statements.of(command);
    if (prepared.parameters) this.#execute(command, prepared, settle, isSecondTry);
    else this.#describe(command, prepared, settle);
  }

  #execute(command: Command, prepared: Prepared, settle: Settle, isSecondTry = false): void {
    let values: (string | Buffer | null)[];
    try {
      values = command.values.map((value, index) => written(value, prepared.parameters?.[index] ?? 0));
    } catch (error) {
      settle.reject(failureOf(error as Error, command.text));
      return;
    }
    this.#submit(new Execution(prepared, values, this.#answered(command, settle, isSecondTry)));
  }

  /** Learns the types of a statement's parameters, and then runs it before all that waits. */
  #describe(command: Command, prepared: Prepared, settle: Settle): void {
    this.#isHeld = true;
    this.#submit(
      new Description(prepared, (error) => {
        this.#count();
        if (error) settle.reject(this.#failed(error, command.text));
        else {
          prepared.parameters = this.#parameters;
          this.#execute(command, prepared, settle);
        }
        this.#letGo();
      }),
    );
  }

  #answered(command: Command, settle: Settle, isSecondTry = false) {
    return (error: Error | undefined, answer: Parameters<typeof rowsOf>[0]): void => {
      this.#count();
      settle.tell?.();
      if (!error) {
        // Only the end of a transaction, or of a part of it, succeeds after a failure.
        this.#failure = undefined;
        settle.resolve(rowsOf(answer));
      } else if (!isSecondTry && isOutdated(error) && this.#renew(command) && !this.isInTransaction)
        this.#run(command, settle, true);
      else settle.reject(this.#failed(error, command.text));
      this.#settled();
    };
  }

  /** Measures a statement from now on, without the time for which it waits for those before it. */
  #timed(text: string): (() => void) | undefined {
    const { watch } = this.#watched;
    if (!watch) return undefined;
    const sentAt = performance.now();
    const context = watch.context();
    return () => {
      const now = performance.now();
      const milliseconds = now - Math.max(sentAt, this.#answeredAt);
      this.#answeredAt = now;
      if (milliseconds >= watch.threshold) watch.statement(text, Math.round(milliseconds), context);
    };
  }

  /** Has an outdated statement parsed anew from now on; whether it was prepared at all. */
  #renew(command: Command): boolean {
    if (command.isPrepared) this.#statements.forget(command);
    return command.isPrepared;
  }

  /** What a caller is told: of all statements of a transaction, the first error. */
  #failed(error: Error, text: string): Error {
    if (isInFailedTransaction(error) && this.#failure) return this.#failure;
    const failure = failureOf(error, text);
    this.#failure ??= failure;
    // PostgreSQL ends the connection after such an error.
    this.#isLost ||= !(error instanceof DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
    return failure;
  }

  #submit(query: pg.Query): void {
    this.#running += 1;
    this.#cork();
    this.#client.query(query);
  }

  /** Has everything that is sent in this turn of the event loop written at once. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  /** Ends a COPY whose rows nobody sends any more. */
  stopCopy(): void {
    this.#copying?.destroy(new Error('The rows of a COPY were not sent to their end'));
  }

  /** Holds the connection to the end of the COPY: nothing may be sent amid its rows. */
  copyFrom(text: string): Promise<Writable> {
    return new Promise((resolve, reject) => {
      const began = (rows: CopyRows) => {
        this.#copying = rows;
        resolve(rows);
      };
      const ended = (error: Error | undefined) => {
        this.#count();
        this.#answeredAt = performance.now();
        this.#copying = undefined;
        const failure = error && this.#failed(error, text);
        if (failure) reject(failure);
        this.#letGo();
        return failure;
      };
      this.#whenFree(() => {
        this.#isHeld = true;
        this.#submit(new CopyIn(text, began, ended));
      });
    });
  }

  /** Holds the connection to the end of the COPY, which begins when its first rows are asked for. */
  async *copyTo(text: string, size: number): AsyncGenerator<CopiedRows, void> {
    const copy = await new Promise<CopyOut>((resolve) => {
      const ended = (error: Error | undefined) => {
        this.#running -= 1;
        const failure = error && this.#failed(error, text);
        this.#letGo();
        return failure;
      };
      this.#whenFree(() => {
        this.#isHeld = true;
        const copyOut = new CopyOut(text, size, ended);
        this.#submit(copyOut);
        resolve(copyOut);
      });
    });
    yield* copy.pieces();
  }
}
