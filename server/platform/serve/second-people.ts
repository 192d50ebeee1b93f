import type { Call } from '@suyuan/contract/call/call.ts';
import type { Kysely } from 'kysely';
import {
  type Decision,
  type RequireSeparateDuties,
  SecondPerson,
  type SecondPersonCall,
} from '../access/separate-duties.ts';
import type { Account } from '../caller.ts';
import type { Connection } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { onConnection } from '../database/transaction.ts';

/** Gives the handlers of calls for the second of two people the means to ask whether they are two. */
export class SecondPeople {
  readonly #db: Kysely<Schema>;
  #check: RequireSeparateDuties | undefined;

  /** `db` is not narrowed: what one person did for another is often beyond the rows of their party. */
  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Sets who says whether two accounts are two people. */
  askBy(check: RequireSeparateDuties): void {
    this.#check = check;
  }

  askedBy(call: Call, account: Account | undefined): { readonly secondPerson?: SecondPerson } {
    if (call.secondPerson === undefined || !account) return {};
    const check = async (decision: Decision, connection?: Connection) => {
      if (!this.#check) throw new Error('No module has registered the check for two people');
      await this.#check(connection ? onConnection(this.#db, connection) : this.#db, decision);
    };
    return { secondPerson: new SecondPerson(call as SecondPersonCall, account.id, check) };
  }
}

/** The same work, which fails in the end if it takes two people and did not ask whether they are two. */
export const settled =
  <Args extends unknown[], Answer>(caller: object, work: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    const answer = await work(...args);
    const { secondPerson } = caller as { readonly secondPerson?: SecondPerson };
    secondPerson?.requireSettled();
    return answer;
  };
