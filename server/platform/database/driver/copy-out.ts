import type { Duplex } from 'node:stream';
import pg from 'pg';

// `copy … to stdout` (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY).

/** Some whole rows of a COPY, as PostgreSQL writes them. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** What of a connection is needed here; node-postgres parses its messages. */
interface Wire {
  readonly stream: Duplex;
}

/** How many pieces may wait for whoever takes them, before PostgreSQL has to wait. */
const mostWaiting = 2;

/**
 * A COPY as a query: node-postgres admits it to its pipeline and hands over each row, which is gathered into pieces. While nobody
 * takes them, nothing more is read from the connection, so that memory does not grow with the table.
 */
export class CopyOut extends pg.Query {
  readonly #size: number;
  readonly #pieces: CopiedRows[] = [];
  #gathered: Buffer;
  #length = 0;
  #rows = 0;
  #stream: Duplex | undefined;
  #end: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;

  /**
   * Pieces of about `size` bytes. `ended` is called once, after the last row or with the error that ended the COPY; it returns the
   * error as whoever reads the rows is told it.
   */
  constructor(text: string, size: number, ended: (error: Error | undefined) => Error | undefined) {
    super({ text }, (error: Error | undefined) => this.#finish(ended(error)));
    this.#size = size;
    this.#gathered = Buffer.allocUnsafeSlow(size);
  }

  /** Called by node-postgres with each row. Its bytes are overwritten afterwards. */
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    this.#stream = wire.stream;
    if (this.#length + chunk.length > this.#gathered.length) this.#handOver(chunk.length);
    this.#length += chunk.copy(this.#gathered, this.#length);
    this.#rows += 1;
  }

  /** The pieces in order. Whoever stops early loses the connection, since PostgreSQL would send the rest of the table. */
  async *pieces(): AsyncGenerator<CopiedRows, void> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece) yield piece;
        else if (this.#end?.error) throw this.#end.error;
        else if (this.#end) return;
        else await this.#more();
      }
    } finally {
      if (!this.#end) this.#stream?.destroy();
    }
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#stream?.resume();
    });
  }

  /** Ends a piece, and begins one with room for the next row. */
  #handOver(next: number): void {
    if (this.#rows > 0) this.#pieces.push({ bytes: this.#gathered.subarray(0, this.#length), rows: this.#rows });
    this.#gathered = Buffer.allocUnsafeSlow(Math.max(this.#size, next));
    this.#length = 0;
    this.#rows = 0;
    if (this.#pieces.length >= mostWaiting) this.#stream?.pause();
    this.#wake?.();
  }

  #finish(error: Error | undefined): void {
    if (this.#rows > 0) this.#pieces.push({ bytes: this.#gathered.subarray(0, this.#length), rows: this.#rows });
    this.#end = { error };
    this.#wake?.();
  }
}
