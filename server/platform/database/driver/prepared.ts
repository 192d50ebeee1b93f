import type { Command } from './query.ts';
import type { Parsed } from './statement.ts';

/** A statement as it is parsed, and the types of its parameters once PostgreSQL has told them. */
export interface Prepared extends Parsed {
  parameters: readonly number[] | undefined;
}

/** How many texts are kept: those that are made of lists of differing lengths have no end. */
const most = 4000;

/** The statements that this process has sent, by their texts and the types of their values. */
export class PreparedStatements {
  readonly #statements = new Map<string, Prepared>();
  readonly #sending: ((text: string, values: readonly unknown[]) => void) | undefined;
  #count = 0;

  constructor(sending?: (text: string, values: readonly unknown[]) => void) {
    this.#sending = sending;
  }

  /** The statement of a command that is about to be sent. */
  of(command: Command): Prepared {
    this.#sending?.(command.text, command.values);
    const key = keyOf(command);
    const statement = this.#statements.get(key);
    if (statement) return statement;
    const { text, types, isPrepared } = command;
    const name = isPrepared ? `s${++this.#count}` : '';
    const prepared: Prepared = { name, text, types, parameters: types.length === 0 ? [] : undefined };
    if (this.#statements.size >= most) this.#statements.delete(this.#statements.keys().next().value as string);
    this.#statements.set(key, prepared);
    return prepared;
  }

  /** Has a statement parsed anew, under another name, on every connection. */
  forget(command: Command): void {
    this.#statements.delete(keyOf(command));
  }
}

/** Whether a null stands where a time stood before changes what PostgreSQL is told of the types. */
const keyOf = ({ text, types, isPrepared }: Command): string => `${isPrepared ? 'p' : 'u'}${types.join()} ${text}`;
