import pg from 'pg';
import type { Row, Rows } from './sql.ts';

// Statements as node-postgres sends and answers them. Its `Query` is the class that its pipeline admits.

/** What a statement does on the wire; node-postgres does not type all of it. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string; types: readonly number[] }): void;
  bind(values: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(what: { type: 'P' | 'S'; name: string }): void;
  execute(portal: object): void;
  sync(): void;
}

type Answered<Result> = (error: Error | undefined, result: Result) => void;

interface Answer {
  readonly rows: Row[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** A text that PostgreSQL parses under a name, or without one. */
export interface Parsed {
  readonly name: string;
  readonly text: string;
  readonly types: readonly number[];
}

/** Statements with the extended protocol: parsed once a connection if they have a name. */
abstract class Extended extends pg.Query {
  readonly #parsed: Parsed;

  constructor(parsed: Parsed, callback: (error: Error | undefined, result: unknown) => void) {
    super({ text: parsed.text, name: parsed.name || undefined, queryMode: 'extended' } as pg.QueryConfig, callback);
    this.#parsed = parsed;
  }

  /** Called by `submit` of node-postgres. */
  prepare(wire: Wire): void {
    const { name, text } = this.#parsed;
    if (name === '' || !(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
      wire.parse(this.#parsed);
      if (name !== '') wire.submittedNamedStatements[name] = text;
    }
    this.run(wire);
    wire.sync();
  }

  protected abstract run(wire: Wire): void;
}

/** Asks for the types of a statement's parameters, without running it. */
export class Description extends Extended {
  readonly #name: string;

  constructor(parsed: Parsed, callback: Answered<unknown>) {
    super(parsed, callback);
    this.#name = parsed.name;
  }

  protected run(wire: Wire): void {
    wire.describe({ type: 'S', name: this.#name });
  }
}

/** Runs a statement with its parameters. */
export class Execution extends Extended {
  readonly #name: string;
  readonly #values: readonly (string | Buffer | null)[];

  constructor(parsed: Parsed, values: readonly (string | Buffer | null)[], callback: Answered<Answer>) {
    super(parsed, callback as Answered<unknown>);
    this.#name = parsed.name;
    this.#values = values;
  }

  protected run(wire: Wire): void {
    wire.bind({ statement: this.#name, values: this.#values });
    wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }
}

/** Runs one statement or several without parameters, in the simple protocol. */
export class Script extends pg.Query {
  constructor(text: string, callback: Answered<Answer | Answer[]>) {
    super({ text }, callback as never);
  }
}

/** The rows of an answer; those of several statements, an array for each. */
export function rowsOf(answer: Answer | Answer[]): Rows<object[]> {
  const [last, rows] = Array.isArray(answer) ? [answer.at(-1), answer.map(rowsOf)] : [answer, answer.rows];
  // Not enumerable: an answer equals the array of its rows.
  return Object.defineProperties(rows, {
    count: { value: last?.rowCount ?? 0 },
    command: { value: last?.command ?? '' },
  }) as Rows<object[]>;
}
