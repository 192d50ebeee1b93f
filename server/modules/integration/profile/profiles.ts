import type { EpcisEvent } from '#epcis/model/event.ts';
import { type Problem, problemAt } from '#epcis/model/problem.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Profile, profileOf, UnusableProfile } from './profile.ts';

/** What a partner sends us, or gets from us. */
export type Direction = 'in' | 'out';

/** How many profiles are kept ready. */
const mostReady = 100;

/** The profiles of partners, read for each document, so that a change applies to the next. */
export class Profiles {
  readonly #sql: Connection;
  readonly #ready = new Map<string, Profile>();

  constructor(sql: Connection) {
    this.#sql = sql;
  }

  /** What does not fit the profile of the partner whose key it is, event by event; nothing without a profile. */
  async misfits(
    { key }: Account,
    direction: Direction,
    events: readonly (EpcisEvent | undefined)[],
  ): Promise<readonly Problem[][]> {
    const none = events.map(() => []);
    if (key?.partner === undefined || events.length === 0) return none;
    const [row] = await this.#sql<{ schema: string | null }[]>`
      select ${direction === 'in' ? this.#sql`profile_in` : this.#sql`profile_out`}::text as schema
      from partner where id = ${key.partner}`;
    if (!row?.schema) return none;
    try {
      return this.#profile(row.schema).misfits(events);
    } catch (error) {
      if (!(error instanceof UnusableProfile)) throw error;
      // An event that could not be checked is not taken for one that fits.
      return events.map((_, position) => [problemAt(`eventList[${position}]`, 'not_checked', error.message)]);
    }
  }

  #profile(schema: string): Profile {
    const known = this.#ready.get(schema);
    if (known) return known;
    const profile = profileOf(JSON.parse(schema));
    if (this.#ready.size >= mostReady) this.#ready.clear();
    this.#ready.set(schema, profile);
    return profile;
  }
}
