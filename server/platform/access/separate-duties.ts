import type { Call } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** The part of one person in a decision that takes two, with the permission that it needs. */
export interface DecisionPart {
  readonly account: number;
  readonly right: Permission;
}

/** A decision that one person begins and another one completes (four-eyes principle). */
export interface Decision {
  readonly first: DecisionPart;
  readonly second: DecisionPart;
  readonly begunAt: Date;
}

/** Throws if the two may be the same person. Provided by the module that keeps accounts. */
export type RequireSeparateDuties = (db: Kysely<Schema>, decision: Decision) => Promise<void>;

/** A call that the second of two people makes. */
export type SecondPersonCall = Call & { readonly secondPerson: Permission; readonly begunBy: string };

type Check = (decision: Decision, connection?: Connection) => Promise<void>;

/** How the handler of such a call has it checked that the caller is another person than the first one. */
export class SecondPerson {
  readonly #call: SecondPersonCall;
  readonly #check: Check;
  readonly #account: number;
  #isSettled = false;

  constructor(call: SecondPersonCall, account: number, check: Check) {
    this.#call = call;
    this.#account = account;
    this.#check = check;
  }

  /** Throws 409 if the caller may be the person who did the first part. Who holds a connection passes it. */
  async require(first: { readonly account: number; readonly at: Date }, connection?: Connection): Promise<void> {
    const { access, secondPerson } = this.#call;
    const decision = {
      first: { account: first.account, right: secondPerson },
      second: { account: this.#account, right: access[0] as Permission },
      begunAt: first.at,
    };
    await this.#check(decision, connection);
    this.#isSettled = true;
  }

  /** Says that one person is enough, because of how things are. */
  waive(): void {
    this.#isSettled = true;
  }

  /** Throws if the handler did neither: it would carry out alone what takes two. */
  requireSettled(): void {
    if (!this.#isSettled)
      throw new Error(`${this.#call.path} requires a second person, but its handler did not check it`);
  }
}
