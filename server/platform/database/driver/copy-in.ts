import { type Duplex, Writable } from 'node:stream';
import pg from 'pg';
import { connectionError } from './errors.ts';

// `copy … from stdin` (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY). PostgreSQL drops what is still sent
// after it has answered with an error.

interface Wire {
  readonly stream: Duplex;
  sendCopyFail(reason: string): void;
}

/** A COPY as a query: node-postgres admits it to its pipeline, and `began` is called when PostgreSQL takes rows. */
export class CopyIn extends pg.Query {
  readonly #began: (rows: CopyRows) => void;
  #rows: CopyRows | undefined;

  /**
   * `ended` is called once, after the last row is in the database or with the error that ended the COPY; it returns the error as
   * whoever writes the rows is told it.
   */
  constructor(text: string, began: (rows: CopyRows) => void, ended: (error: Error | undefined) => Error | undefined) {
    const settled = (error: Error | undefined): void => {
      const failure = ended(error);
      this.#rows?.settle(failure);
    };
    super({ text }, settled);
    this.#began = began;
  }

  /** Called by node-postgres. */
  handleCopyInResponse(wire: Wire): void {
    this.#rows = new CopyRows(wire);
    this.#began(this.#rows);
  }
}

const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);

/** Takes the rows of a COPY. */
export class CopyRows extends Writable {
  readonly #wire: Wire;
  #finished: ((error?: Error) => void) | undefined;
  #isSettled = false;

  constructor(wire: Wire) {
    super({ highWaterMark: 256 * 1024 });
    this.#wire = wire;
    // An error may come before somebody who writes listens; the next write, or the end, tells it.
    this.on('error', () => {});
  }

  /** Ends the stream: the rows are in the database, or the error says why not. */
  settle(error: Error | undefined): void {
    this.#isSettled = true;
    if (this.#finished) this.#finished(error);
    else if (error) this.destroy(error);
  }

  override _write(chunk: Buffer, _: BufferEncoding, written: (error?: Error | null) => void): void {
    this.#send([chunk], chunk.length, written);
  }

  override _writev(chunks: { chunk: Buffer }[], written: (error?: Error | null) => void): void {
    const all = chunks.map(({ chunk }) => chunk);
    this.#send(
      all,
      all.reduce((sum, { length }) => sum + length, 0),
      written,
    );
  }

  override _final(finished: (error?: Error | null) => void): void {
    this.#finished = finished;
    this.#wire.stream.write(copyDone);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    if (!this.#isSettled && !this.#finished)
      this.#wire.sendCopyFail(error?.message ?? 'The rows were not sent to their end');
    destroyed(error);
  }

  /** Sends chunks as one message; where a row ends does not matter. */
  #send(chunks: readonly Buffer[], length: number, written: (error?: Error | null) => void): void {
    const header = Buffer.alloc(5);
    header[0] = 0x64;
    header.writeUInt32BE(length + 4, 1);
    this.#wire.stream.write(Buffer.concat([header, ...chunks]), (error) => written(error && connectionError(error)));
  }
}
