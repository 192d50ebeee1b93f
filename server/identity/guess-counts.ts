import type { Sql } from '#platform/database/driver/sql.ts';

/** Unknown codes that a subject asked for; `seconds` is the length of the period, which begins with the first one. */
export interface Guesses {
  readonly subject: string;
  readonly unknown: number;
  readonly seconds: number;
}

/** The count so far, and when the period ends. */
export interface GuessCount {
  readonly unknown: number;
  readonly until: Date;
}

/** Counts unknown codes in the database, for all servers together. */
export class GuessCounts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Adds to the counts and returns the new ones. Each subject may be given only once. */
  async add(guesses: readonly Guesses[]): Promise<Map<string, GuessCount>> {
    // Sorted, so that two servers that update the same rows wait for each other instead of deadlocking.
    const sorted = guesses.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    const rows = await this.#sql<(GuessCount & { subject: string })[]>`
      insert into guess_count as g (subject, unknown, began_at, until)
      select subject, unknown, now(), now() + make_interval(secs => seconds)
      from unnest(
        ${sorted.map(({ subject }) => subject)}::text[], ${sorted.map(({ unknown }) => unknown)}::bigint[],
        ${sorted.map(({ seconds }) => seconds)}::float8[]
      ) as t (subject, unknown, seconds)
      on conflict (subject) do update set
        unknown = case when g.until > excluded.began_at then g.unknown else 0 end + excluded.unknown,
        began_at = case when g.until > excluded.began_at then g.began_at else excluded.began_at end,
        until = case when g.until > excluded.began_at then g.until else excluded.until end
      returning subject, unknown, until`;
    return new Map(rows.map(({ subject, ...count }) => [subject, count]));
  }

  /**
   * The same for one subject with a limit: what would go beyond `most` is counted as one beyond it, however many it was. Such a
   * call is told nothing but that, so it has tried no more than one thing.
   */
  async addUpTo(most: number, { subject, unknown, seconds }: Guesses): Promise<GuessCount> {
    const [count] = await this.#sql<[GuessCount]>`
      insert into guess_count as g (subject, unknown, began_at, until)
      values (${subject}, ${Math.min(unknown, most + 1)}, now(), now() + make_interval(secs => ${seconds}))
      on conflict (subject) do update set
        unknown = case
          when g.until <= excluded.began_at then excluded.unknown
          when g.unknown + excluded.unknown <= ${most} then g.unknown + excluded.unknown
          else greatest(g.unknown, ${most}) + 1
        end,
        began_at = case when g.until > excluded.began_at then g.began_at else excluded.began_at end,
        until = case when g.until > excluded.began_at then g.until else excluded.until end
      returning unknown, until`;
    return count;
  }

  /** Forgets the counts of some subjects. */
  async forget(subjects: readonly string[]): Promise<void> {
    await this.#sql`delete from guess_count where subject = any(${subjects as string[]}::text[])`;
  }

  /** The current count of a subject; undefined if it has none. */
  async of(subject: string): Promise<GuessCount | undefined> {
    const [row] = await this.#sql<GuessCount[]>`
      select unknown, until from guess_count where subject = ${subject} and until > now()`;
    return row;
  }

  /** Those of some subjects whose current count is beyond `most`, with the end of their period. */
  async beyond(most: number, subjects: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#sql<{ subject: string; until: Date }[]>`
      select subject, until from guess_count
      where subject = any(${subjects as string[]}::text[]) and unknown > ${most} and until > now()`;
    return new Map(rows.map(({ subject, until }) => [subject, until]));
  }

  /** Deletes counts of past periods. */
  async sweep(): Promise<void> {
    await this.#sql`delete from guess_count where until < now()`;
  }
}
