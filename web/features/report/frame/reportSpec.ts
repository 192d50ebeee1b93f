import type { Permission } from '../../../../contract/menu.ts';
import type { Report, ReportAnswer } from '../../../../contract/thing/report.ts';

/** What is behind a figure: a list that shows it, by its address. */
export interface Records {
  readonly permission: Permission;
  /** Undefined where that list cannot be narrowed so far. */
  readonly address: (asked: RecordsAsked) => string | undefined;
}

interface RecordsAsked {
  /** The thing that the figure is of, or that the report is narrowed to. */
  readonly product: number | undefined;
  readonly days: Pick<ReportAnswer, 'begins_at' | 'ends_at'>;
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
}
