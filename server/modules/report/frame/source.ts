import type { Group, Narrowing } from '@suyuan/contract/thing/report.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Days } from './period.ts';

/** A request to a source of figures. */
export interface ReportQuery {
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

/** A source of some figures of a report. Weeks are given as year and number, in the format of `to_char`. */
export interface Source {
  /** Resolves to null if the caller may not see the figures. */
  readonly counts: (query: ReportQuery) => Promise<readonly Counted[] | null>;
  readonly figures: readonly string[];
  /** The total is queried separately, since something may be counted in several rows. */
  readonly ownTotal?: true;
  /** The figures are maintained as events are written, and verified against the events every night. */
  readonly kept?: true;
}
