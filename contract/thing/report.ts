import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import type { MenuKey, Permission } from '../menu.ts';
import { Day, Id, Input, Moment, Nullable } from './fields.ts';
import { exportFormats } from './list.ts';

/** A report is declared once for both sides: its figures and groups, from which its two calls follow. */

/**
 * How a figure is computed: `count`: counted; with `ofGoods` in units of goods, which a row of one product tells in its unit. `minutes`: counted in seconds and shown in minutes. `rest`: one figure minus
 * others. `share`: one figure divided by another. `product`: several shares, multiplied. `bound`: the lower or upper bound of a share that was counted on a sample.
 */
export type Figure =
  | { readonly kind: 'count'; readonly ofGoods?: true }
  | { readonly kind: 'minutes'; readonly of: string }
  | { readonly kind: 'rest'; readonly of: string; readonly without: readonly string[] }
  | { readonly kind: 'share'; readonly part: string; readonly whole: string }
  | { readonly kind: 'product'; readonly of: readonly string[] }
  | { readonly kind: 'bound'; readonly share: string; readonly side: BoundSide };
export type BoundSide = 'least' | 'most';

export const count = (): Figure => ({ kind: 'count' });
export const units = (): Figure => ({ kind: 'count', ofGoods: true });
export const minutesOf = (of: string): Figure => ({ kind: 'minutes', of });
export const restOf = (of: string, without: readonly string[]): Figure => ({ kind: 'rest', of, without });
export const shareOf = (part: string, whole: string): Figure => ({ kind: 'share', part, whole });
export const productOf = (of: readonly string[]): Figure => ({ kind: 'product', of });
export const boundOf = (share: string, side: BoundSide): Figure => ({ kind: 'bound', share, side });

export const timeGroups = ['day', 'week', 'month'] as const;
export type TimeGroup = (typeof timeGroups)[number];
export const thingGroups = [
  'product',
  'order',
  'lot',
  'line',
  'team',
  'shift',
  'factory',
  'dealer',
  'warehouse',
  'reason',
  'cause',
  'stop_reason',
  'region',
  'route',
  'carrier',
  'outcome',
] as const;
/** What a row can stand for: a period of time, or a thing. */
export const groups = [...timeGroups, ...thingGroups] as const;
export type Group = (typeof groups)[number];
/** Things that figures can be narrowed to, by id; a region by the code of its province. */
export const narrowings = [
  'product',
  'order',
  'lot',
  'line',
  'team',
  'factory',
  'dealer',
  'warehouse',
  'region',
] as const;
export type Narrowing = (typeof narrowings)[number];

/** Whether a figure is a part of a whole, which is told in per cent. */
export const isShare = (figure: Figure | undefined): boolean =>
  figure?.kind === 'share' || figure?.kind === 'product' || figure?.kind === 'bound';

/** Whether a figure is an amount of goods; the rest of one is. */
export const isOfGoods = (figure: Figure | undefined): boolean =>
  figure?.kind === 'rest' || (figure?.kind === 'count' && figure.ofGoods === true);

export const isTime = (group: Group): group is TimeGroup => (timeGroups as readonly Group[]).includes(group);

/** Periods relative to today; any other is given by its first and last day. */
export const periods = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'last90',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type Period = (typeof periods)[number];

/** The most rows in one answer; a file has all. */
export const maxRows = 1000;
/** The most days in a period. */
export const maxDays = 1100;

/** The requested days: a period, or first and last day, both included, in the enterprise's time zone. */
export const periodFilter = {
  period: Type.Optional(Type.Enum([...periods])),
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
};

const Format = () => Type.Enum([...exportFormats]);

interface ReportFacts<F, G, N> {
  readonly key: MenuKey;
  readonly figures: F;
  /** The first one is the default. */
  readonly groups: readonly G[];
  readonly narrowings: readonly N[];
  /** The figure by which rows of things are sorted, descending; by default the first figure in which they differ. */
  readonly ranked?: keyof F & string;
  /** The summary in docs/api.md. */
  readonly summary: string;
}

export function defineReport<
  const F extends Readonly<Record<string, Figure>>,
  const G extends Group,
  const N extends Narrowing,
>({ key, figures, groups: rowsOf, narrowings: by, ranked, summary }: ReportFacts<F, G, N>) {
  const Figures = Type.Object(
    Object.fromEntries(Object.keys(figures).map((name) => [name, Nullable(Type.Number())])) as {
      [K in keyof F]: Type.TUnion<[Type.TNumber, Type.TNull]>;
    },
  );
  const Row = Type.Object({
    /**
     * A day, the first day of a week, or a month; or the id of a thing, 0 if it is unknown; for a reason or cause its text, for
     * a region the code of its province, for a route the dealer's id and that code.
     */
    key: Type.String(),
    name: Type.String(),
    figures: Figures,
  });
  const filters = {
    ...periodFilter,
    group: Type.Optional(Type.Enum([...rowsOf])),
    /** With the figures of the preceding period of the same length. */
    compare: Type.Optional(Type.Boolean()),
    ...(Object.fromEntries(by.map((name) => [`${name}_id`, Type.Optional(Id())])) as {
      [K in `${N}_id`]: Type.TOptional<Type.TInteger>;
    }),
  };
  const path = `/api/report/${key}` as const;
  return {
    key,
    declares: figures,
    groups: rowsOf,
    narrowings: by,
    ranked,
    figures: defineCall({
      method: 'GET',
      path: `${path}/figures`,
      access: [key],
      summary: summary,
      input: Input(filters),
      output: Type.Object({
        from: Day(),
        to: Day(),
        group: Type.Enum([...rowsOf]),
        /** The same period as times, for lists of events: from `begins_at`, until before `ends_at`. */
        begins_at: Moment(),
        ends_at: Moment(),
        rows: Type.Array(Row),
        /** There are more rows than these. */
        more: Type.Boolean(),
        total: Figures,
        compared: Nullable(Type.Object({ from: Day(), to: Day(), rows: Type.Array(Row), total: Figures })),
        /** The things that the figures are narrowed to, with their names. */
        narrowed: Type.Array(Type.Object({ by: Type.Enum([...by]), id: Id(), name: Type.String() })),
        /** When figures were last recounted from the events, and how many differed. */
        checked: Nullable(Type.Object({ at: Moment(), differing: Type.Integer() })),
      }),
    }),
    export: {
      method: 'GET',
      path: `${path}/export`,
      access: [`${key}:export` as Permission],
      summary: `Export the rows of ${path}/figures as XLSX or CSV, with titles in the caller's language.`,
      answers: 'file',
      traced: true,
      input: Input({ ...filters, format: Format() }),
      output: Type.Unknown(),
    } as const satisfies Call,
  } as const;
}

/** Any report. */
export interface Report {
  readonly key: MenuKey;
  readonly declares: Readonly<Record<string, Figure>>;
  readonly groups: readonly Group[];
  readonly narrowings: readonly Narrowing[];
  readonly ranked: string | undefined;
  readonly figures: Call<Type.TObject>;
  readonly export: Call<Type.TObject<{ format: ReturnType<typeof Format> }>> & { readonly answers: 'file' };
}

/** The figures of a row by name; null if a figure is not available, or if a share would divide by zero. */
export type Figures = Readonly<Record<string, number | null>>;

export interface ReportRow {
  readonly key: string;
  readonly name: string;
  readonly figures: Figures;
}

/** The answer of any report. */
export interface ReportAnswer {
  readonly from: string;
  readonly to: string;
  readonly group: Group;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly rows: readonly ReportRow[];
  readonly more: boolean;
  readonly total: Figures;
  readonly compared: {
    readonly from: string;
    readonly to: string;
    readonly rows: readonly ReportRow[];
    readonly total: Figures;
  } | null;
  readonly narrowed: readonly { readonly by: Narrowing; readonly id: number; readonly name: string }[];
  readonly checked: { readonly at: string; readonly differing: number } | null;
}

export const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'declares' in value && 'figures' in value && 'export' in value;
