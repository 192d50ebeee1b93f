import type { Permission } from '@suyuan/contract/menu.ts';
import type { Narrowing, Report, ReportAnswer } from '@suyuan/contract/thing/report.ts';
import type { ComponentType } from 'react';
import type { Reference } from '#ui/records.ts';

/** The records that figures are about: the filters of the report, and the record of the row. */
export type Things = Readonly<Partial<Record<Narrowing, number>>>;

/** The list of the records behind a figure. */
export interface Records {
  readonly permission: Permission;
  /** The filters that the list supports; figures with other filters have no link. */
  readonly by: readonly Narrowing[];
  readonly address: (request: RecordsRequest) => string;
}

export interface RecordsRequest {
  readonly of: Things;
  readonly days: Pick<ReportAnswer, 'from' | 'to' | 'begins_at' | 'ends_at'>;
}

/** Display of a report, as far as it does not follow from the contract. */
export interface ReportSpec {
  readonly report: Report;
  /** The figures that the chart shows by default. */
  readonly charted: readonly string[];
  readonly records?: Readonly<Record<string, Records>>;
  /** Links of rows with a single record, used if the report has no smaller grouping. */
  readonly things?: Readonly<
    Record<string, { readonly permission: Permission; readonly address: (name: string, key: string) => string }>
  >;
  /** Filters with a picker above the report. */
  readonly pickers?: Readonly<Partial<Record<Narrowing, Reference>>>;
  /** Further downloads of the report. */
  readonly takeaway?: ComponentType;
  /** Further content below the figures. */
  readonly below?: ComponentType<BelowProps>;
}

export interface BelowProps {
  readonly narrowed: Things;
  /** The input of the report's call. */
  readonly input: Readonly<Record<string, unknown>>;
}
