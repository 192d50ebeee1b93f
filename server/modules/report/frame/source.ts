import type { Group, Narrowing } from '../../../../contract/thing/report.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Days } from './period.ts';

/** What is asked of those who know some figures of a report. */
export interface Asked {
  readonly days: Days;
  /** `all`: one sum over everything. */
  readonly group: Group | 'all';
  readonly narrowed: Readonly<Partial<Record<Narrowing, number>>>;
  readonly caller: Caller<Account>;
}

export interface Counted {
  readonly key: string;
  readonly figure: string;
  readonly quantity: number;
}

/** Where some figures of a report come from. Weeks are told by year and number, as `to_char` writes them. */
export interface Source {
  /** Null where they are not told to the caller. */
  readonly counts: (asked: Asked) => Promise<readonly Counted[] | null>;
  readonly figures: readonly string[];
  /** What is in several rows is counted once in the total. */
  readonly ownTotal?: true;
  /** Kept as acts are written, and counted again from them every night. */
  readonly kept?: true;
}
