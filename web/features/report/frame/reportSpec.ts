import type { ComponentType } from 'react';
import type { Permission } from '../../../../contract/menu.ts';
import type { Narrowing, Report, ReportAnswer } from '../../../../contract/thing/report.ts';
import type { Reference } from '../../../ui/records.ts';

/** The things that figures are of: what the report is narrowed to, and what the row stands for. */
export type Things = Readonly<Partial<Record<Narrowing, number>>>;

/** What is behind a figure: a list that shows it, by its address. */
export interface Records {
  readonly permission: Permission;
  /** What that list can be narrowed to: figures of anything else do not lead to it. */
  readonly by: readonly Narrowing[];
  readonly address: (asked: RecordsAsked) => string;
}

export interface RecordsAsked {
  readonly of: Things;
  readonly days: Pick<ReportAnswer, 'from' | 'to' | 'begins_at' | 'ends_at'>;
}

/** How the console shows a report, where that does not follow from what the contract says of it. */
export interface ReportSpec {
  readonly report: Report;
  /** The figures that the chart begins with. */
  readonly charted: readonly string[];
  readonly records?: Readonly<Record<string, Records>>;
  /** Where a row that stands for a thing leads, once nothing smaller is left to group by. */
  readonly things?: Readonly<
    Record<string, { readonly permission: Permission; readonly address: (name: string, key: string) => string }>
  >;
  /** What it can be narrowed to by choosing, beside stepping into a row. */
  readonly pickers?: Readonly<Partial<Record<Narrowing, Reference>>>;
  /** What is taken away of the report beside its rows. */
  readonly takeaway?: ComponentType;
  /** What is told below the figures, of the same things. */
  readonly below?: ComponentType<BelowProps>;
}

export interface BelowProps {
  readonly narrowed: Things;
  /** What the report is asked for. */
  readonly input: Readonly<Record<string, unknown>>;
}
