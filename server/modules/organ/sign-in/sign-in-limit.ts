import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { loginReasons } from '@suyuan/contract/organ/own-account.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { networkOf, networksOf, weightOf } from '#platform/network/network.ts';
import { type Reason, Refusal } from '#platform/refusal.ts';
import { checkNothing } from '#platform/secrets/passwords.ts';
import { KeyLocks } from '../session/key-locks.ts';

// What is counted and why: docs/decisions/sign-in-lock.md.

const slowAfter = 5;
const lockedAfter = 10;
const lockMinutes = 15;
/** Each further failure delays the next attempt by this many milliseconds more. */
const slowStep = 300;
/** How many days a network is remembered after a successful sign-in. */
const knownDays = 30;

/** The account and address of an attempt. `accountId` is undefined for an unknown name. */
export interface Tried {
  readonly accountId: number | undefined;
  readonly accountName: string;
  readonly ip: string;
}

interface Subject {
  readonly scope: 'account' | 'address' | 'pair';
  readonly subject: string;
}

export interface Lock extends Subject {
  readonly minutes: number;
}

interface Subjects {
  /** The counters for failures of this attempt, whose locks apply to it. */
  readonly counted: readonly Subject[];
  /** The counters for an attempt at the same account from an unknown network. */
  readonly elsewhere: readonly Subject[];
}

/** A wrong secret. Unlike other refusals it is counted. */
export class WrongSecret extends Refusal {
  readonly why: (typeof loginReasons)[number];
  constructor(why: (typeof loginReasons)[number], code: ErrorCode, reason: Reason, options = {}) {
    super(400, code, reason, options);
    this.why = why;
  }
}

/** Thrown if too many attempts have failed. */
export class SignInLocked extends Refusal {
  /** Set if the secret was checked nevertheless and was wrong, which the answer does not disclose. */
  readonly hidden: WrongSecret | undefined;
  constructor(seconds: number, hidden?: WrongSecret) {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    super(
      429,
      ErrorCode.signInLocked,
      { reason: 'sign_in_locked', params: { minutes } },
      { retryAfter: Math.max(1, Math.ceil(seconds)) },
    );
    this.hidden = hidden;
  }
}

/** The counted failures for an attempt. */
interface FailureState {
  readonly failures: number;
  /** Seconds for which this attempt is locked. */
  readonly lockedFor: number | undefined;
  /** Seconds for which attempts from unknown networks are locked, if this one comes from a known network. */
  readonly othersLockedFor: number | undefined;
}

/**
 * Slows down guessing and locks it out. Failures are counted in the database for all servers. Each server serialises attempts at
 * one account or from one address, so that many at once cannot pass before the first is counted.
 */
export class SignInLimit {
  readonly #sql: Sql;
  readonly #locks = new KeyLocks();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Runs `check` unless attempts are locked. It throws WrongSecret for a wrong secret; if it returns, failures are forgiven. */
  async attempt<T>(attempt: Tried, check: () => Promise<T>): Promise<T> {
    const subjects = await this.#subjectsOf(attempt);
    const keys = subjects.counted.map(({ scope, subject }) => `${scope} ${subject}`);
    const outcome = await this.#locks.take(keys, async () => {
      const state = await this.#stateOf(subjects);
      if (state.lockedFor !== undefined) return state;
      await slowDown(state);
      return { value: await this.#check(attempt, subjects, state, check) };
    });
    if ('value' in outcome) return outcome.value;
    // Outside of the lock, so that locked attempts do not queue up, and as slow as checking a secret.
    await slowDown(outcome);
    await checkNothing('');
    throw new SignInLocked(outcome.lockedFor as number);
  }

  async #check<T>(attempt: Tried, subjects: Subjects, state: FailureState, check: () => Promise<T>): Promise<T> {
    try {
      const result = await check();
      await this.#forgive(attempt, subjects);
      return result;
    } catch (error) {
      if (!(error instanceof WrongSecret)) throw error;
      await this.#count(subjects.counted);
      // If others are answered with a lock, another answer would disclose that this network is known for the account.
      if (state.othersLockedFor !== undefined) throw new SignInLocked(state.othersLockedFor, error);
      throw error;
    }
  }

  /** Deletes the failures of an account, but not those of addresses, when someone responsible vouches for it. */
  async lift(accountName: string): Promise<void> {
    const name = accountName.toLowerCase();
    await this.#sql`
      delete from sign_in_failure
      where scope = 'account' and subject = ${name} or scope = 'pair' and starts_with(subject, ${`${name} `})`;
  }

  /** Deletes all failures, on behalf of the operator of the server. */
  async liftAll(): Promise<void> {
    await this.#sql`delete from sign_in_failure`;
  }

  /** The current locks and their remaining minutes. */
  async locks(): Promise<Lock[]> {
    return this.#sql<Lock[]>`
      select scope, subject, ceil(
        extract(epoch from last_at + make_interval(mins => ${lockMinutes}) - now()) / 60
      )::int as minutes
      from sign_in_failure
      where failures >= ${lockedAfter} and last_at > now() - make_interval(mins => ${lockMinutes})
      order by scope, subject`;
  }

  /** Deletes expired rows. */
  async sweep(): Promise<void> {
    await this.#sql`delete from sign_in_failure where last_at < now() - make_interval(mins => ${lockMinutes})`;
    await this.#sql`delete from known_network where seen_at < now() - make_interval(days => ${knownDays})`;
  }

  async #subjectsOf({ accountId, accountName, ip }: Tried): Promise<Subjects> {
    const name = accountName.toLowerCase();
    const network = networkOf(ip);
    const [row] = await this.#sql`
      select 1 from known_network where account_id = ${accountId ?? 0} and network = ${network}
        and seen_at > now() - make_interval(days => ${knownDays})`;
    const elsewhere: readonly Subject[] = [
      { scope: 'account', subject: name },
      ...networksOf(ip).map(({ name: subject }) => ({ scope: 'address', subject }) as const),
    ];
    return { counted: row ? [{ scope: 'pair', subject: `${name} ${network}` }] : elsewhere, elsewhere };
  }

  async #stateOf({ counted, elsewhere }: Subjects): Promise<FailureState> {
    const rows = await this.#sql<(Subject & { failures: number; seconds: number })[]>`
      select scope, subject, failures,
        extract(epoch from last_at + make_interval(mins => ${lockMinutes}) - now())::float8 as seconds
      from sign_in_failure f join ${this.#rows(counted === elsewhere ? counted : [...counted, ...elsewhere])} using (scope, subject)
      where last_at > now() - make_interval(mins => ${lockMinutes})`;
    const lockOf = (subjects: readonly Subject[]) => {
      const locks = rows.filter(
        (row) => weighed(row) >= lockedAfter && subjects.some(({ scope }) => scope === row.scope),
      );
      return locks.length > 0 ? Math.max(...locks.map(({ seconds }) => seconds)) : undefined;
    };
    return {
      failures: Math.max(0, ...rows.map(weighed)),
      lockedFor: lockOf(counted),
      othersLockedFor: lockOf(elsewhere),
    };
  }

  async #count(subjects: readonly Subject[]): Promise<void> {
    await this.#sql`
      insert into sign_in_failure as f (scope, subject, failures, last_at)
      select scope, subject, 1, now() from ${this.#rows(subjects)}
      on conflict (scope, subject) do update set last_at = excluded.last_at,
        failures = case
          when f.last_at > excluded.last_at - make_interval(mins => ${lockMinutes}) then f.failures + 1 else 1
        end`;
  }

  /**
   * Deletes the account's failures after a success, but not those of the address: otherwise a guesser could reset them by
   * signing in to an account of their own.
   */
  async #forgive({ accountId, ip }: Tried, { counted }: Subjects): Promise<void> {
    const own = counted.filter(({ scope }) => scope !== 'address');
    await this
      .#sql`delete from sign_in_failure f using ${this.#rows(own)} where f.scope = u.scope and f.subject = u.subject`;
    if (accountId === undefined) return;
    await this.#sql`
      insert into known_network (account_id, network, seen_at) values (${accountId}, ${networkOf(ip)}, now())
      on conflict (account_id, network) do update set seen_at = excluded.seen_at`;
  }

  #rows(subjects: readonly Subject[]) {
    return this.#sql`unnest(
      ${subjects.map(({ scope }) => scope)}::text[], ${subjects.map(({ subject }) => subject)}::text[]
    ) as u (scope, subject)`;
  }
}

/** The failures divided by the weight of the network, since larger networks may have more. */
const weighed = ({ scope, subject, failures }: Subject & { failures: number }): number =>
  scope === 'address' ? Math.floor(failures / weightOf(subject)) : failures;

async function slowDown({ failures }: FailureState): Promise<void> {
  const count = Math.min(failures, lockedAfter);
  if (count >= slowAfter) await pause((count - slowAfter + 1) * slowStep);
}
