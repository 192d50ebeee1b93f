import type { Writable } from 'node:stream';
import type { CopiedRows } from './copy-out.ts';
import type { Connection, Inserted, Names, Query, Rows, Value } from './sql.ts';
import { Json, typeOf } from './values.ts';

/** A statement with its parameters, ready to be sent. */
export interface Command {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The types that the values say by themselves. */
  readonly types: readonly number[];
  readonly isPrepared: boolean;
}

/** What carries commands out. */
export interface Sender {
  send(command: Command): Promise<Rows<object[]>>;
  copyFrom(text: string): Promise<Writable>;
  copyTo(text: string, size: number): AsyncGenerator<CopiedRows, void>;
}

/** The functions that make statements for a sender. */
export function statementsOf(sender: Sender): Connection {
  const sql = (first: TemplateStringsArray | string | readonly unknown[], ...values: readonly Value[]) => {
    if (isTemplate(first)) return new Statement(sender, first, values, true);
    if (typeof first === 'string') return new Quoted([first]);
    return typeof first[0] === 'string' ? new Quoted(first as string[]) : new InsertedRows(first as Inserted['rows']);
  };
  return Object.assign(sql, {
    unsafe: (text: string, parameters: readonly unknown[] = [], { prepare = false } = {}) =>
      new Statement(sender, text, parameters as readonly Value[], prepare),
    json: (value: unknown) => new Json(value),
  }) as unknown as Connection;
}

const isTemplate = (first: object | string): first is TemplateStringsArray =>
  typeof first === 'object' && 'raw' in first;

class Quoted implements Names {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  toString(): string {
    return this.names.map(quoted).join(',');
  }
}

class InsertedRows implements Inserted {
  readonly rows: Inserted['rows'];

  constructor(rows: Inserted['rows']) {
    this.rows = rows;
  }
}

/** A name in the quotes of SQL; `table.column` is quoted on both sides of the dot. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;

/** A statement that is sent once, when it is first awaited. */
class Statement implements Query<object[]> {
  readonly [Symbol.toStringTag] = 'Query';
  readonly #sender: Sender;
  readonly #template: readonly string[] | string;
  readonly #values: readonly Value[];
  readonly #isPrepared: boolean;
  #sent: Promise<Rows<object[]>> | undefined;

  constructor(sender: Sender, template: readonly string[] | string, values: readonly Value[], isPrepared: boolean) {
    this.#sender = sender;
    this.#template = template;
    this.#values = values;
    this.#isPrepared = isPrepared;
  }

  execute(): this {
    this.#send();
    return this;
  }

  writable(): Promise<Writable> {
    return this.#sender.copyFrom(this.#command().text);
  }

  copied(size = 1024 * 1024): AsyncGenerator<CopiedRows, void> {
    return this.#sender.copyTo(this.#command().text, size);
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited.
  then: Promise<Rows<object[]>>['then'] = (fulfilled, rejected) => this.#send().then(fulfilled, rejected);

  catch: Promise<Rows<object[]>>['catch'] = (rejected) => this.#send().catch(rejected);

  finally: Promise<Rows<object[]>>['finally'] = (settled) => this.#send().finally(settled);

  #send(): Promise<Rows<object[]>> {
    this.#sent ??= this.#sender.send(this.#command());
    return this.#sent;
  }

  #command(): Command {
    if (typeof this.#template === 'string') {
      const types = this.#values.map(typeOf);
      return { text: this.#template, values: this.#values, types, isPrepared: this.#isPrepared };
    }
    const values: unknown[] = [];
    const types: number[] = [];
    const text = this.#write(values, types);
    return { text, values, types, isPrepared: this.#isPrepared };
  }

  /** Writes the text, and adds the parameters in the order of their numbers. */
  #write(values: unknown[], types: number[]): string {
    if (typeof this.#template === 'string') return this.#template;
    let text = this.#template[0] as string;
    for (let index = 0; index < this.#values.length; index++) {
      text += Statement.#piece(this.#values[index] as Value, values, types) + (this.#template[index + 1] as string);
    }
    return text;
  }

  static #piece(value: Value, values: unknown[], types: number[]): string {
    const parameter = (one: unknown) => {
      types.push(typeOf(one));
      return `$${values.push(one)}`;
    };
    if (typeof value !== 'object' || value === null) return parameter(value);
    if (value instanceof Statement) return value.#write(values, types);
    if (value instanceof Quoted) return value.toString();
    if (value instanceof InsertedRows) {
      const columns = Object.keys(value.rows[0] ?? {});
      const rows = value.rows.map((row) => `(${columns.map((column) => parameter(row[column])).join(',')})`);
      return `(${columns.map(quoted).join(',')}) values ${rows.join(',')}`;
    }
    if (Array.isArray(value) && value[0] instanceof Statement)
      return value.map((piece) => Statement.#piece(piece, values, types)).join(' ');
    return parameter(value);
  }
}
