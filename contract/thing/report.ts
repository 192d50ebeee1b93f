import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import type { MenuKey, Permission } from '../menu.ts';
import { Day, Id, Input, Moment, Nullable } from './fields.ts';
import { exportFormats } from './list.ts';

/** What a report says on both sides, once: its figures, what they are grouped by, and from them its two calls. */

/**
 * How a figure comes about: counted, of time in seconds and told in minutes; what is left of one without others; a part of another one; or what a share may be at
 * least or at most, where what was counted is a sample.
 */
export type Figure =
  | { readonly kind: 'count' }
  | { readonly kind: 'minutes'; readonly of: string }
  | { readonly kind: 'rest'; readonly of: string; readonly without: readonly string[] }
  | { readonly kind: 'share'; readonly part: string; readonly whole: string }
  | { readonly kind: 'bound'; readonly share: string; readonly side: BoundSide };
export type BoundSide = 'least' | 'most';

export const count = (): Figure => ({ kind: 'count' });
export const minutesOf = (of: string): Figure => ({ kind: 'minutes', of });
export const restOf = (of: string, without: readonly string[]): Figure => ({ kind: 'rest', of, without });
export const shareOf = (part: string, whole: string): Figure => ({ kind: 'share', part, whole });
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
  'region',
  'route',
] as const;
/** What rows can stand for: a stretch of time, or a thing. */
export const groups = [...timeGroups, ...thingGroups] as const;
export type Group = (typeof groups)[number];
/** Things that the figures can be narrowed to one of, by the id; a region by the code of its province. */
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

export const isTime = (group: Group): group is TimeGroup => (timeGroups as readonly Group[]).includes(group);

/** Periods that stay what they are from day to day; any other is given by its first and last day. */
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

/** Rows that one answer tells; a file tells all. */
export const mostRows = 1000;
/** Days that a period may have. */
export const mostDays = 1100;

/** The days that are asked for: a period, or first and last day, both included, in the enterprise's zone. */
export const askedDays = {
  period: Type.Optional(Type.Enum([...periods])),
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
};

const Format = () => Type.Enum([...exportFormats]);

interface ReportFacts<F, G, N> {
  readonly key: MenuKey;
  readonly figures: F;
  /** The first is what is shown unless another is asked for. */
  readonly groups: readonly G[];
  readonly narrowings: readonly N[];
  /** What rows of things are in the order of, most first; else the first figure that tells them apart. */
  readonly ranked?: keyof F & string;
  /** For readers of the calls' documents. */
  readonly says: string;
}

export function defineReport<
  const F extends Readonly<Record<string, Figure>>,
  const G extends Group,
  const N extends Narrowing,
>({ key, figures, groups: rowsOf, narrowings: by, ranked, says }: ReportFacts<F, G, N>) {
  const Figures = Type.Object(
    Object.fromEntries(Object.keys(figures).map((name) => [name, Nullable(Type.Number())])) as {
      [K in keyof F]: Type.TUnion<[Type.TNumber, Type.TNull]>;
    },
  );
  const Row = Type.Object({
    /**
     * A day, the first day of a week, a month; or the id of a thing, 0 where none is known; of a reason or cause its words, of a region
     * the code of its province, of a route the dealer's id and that code.
     */
    key: Type.String(),
    name: Type.String(),
    figures: Figures,
  });
  const asked = {
    ...askedDays,
    group: Type.Optional(Type.Enum([...rowsOf])),
    /** With the same of the period before, which is as long. */
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
      summary: says,
      input: Input(asked),
      output: Type.Object({
        from: Day(),
        to: Day(),
        group: Type.Enum([...rowsOf]),
        /** The same as moments, for lists of what happened: from the first on, until before the second. */
        begins_at: Moment(),
        ends_at: Moment(),
        rows: Type.Array(Row),
        /** There are more rows than are told. */
        more: Type.Boolean(),
        total: Figures,
        compared: Nullable(Type.Object({ from: Day(), to: Day(), rows: Type.Array(Row), total: Figures })),
        /** What the figures are narrowed to, by name. */
        narrowed: Type.Array(Type.Object({ by: Type.Enum([...by]), id: Id(), name: Type.String() })),
        /** When figures were last counted again from the acts, and how many were found to differ. */
        checked: Nullable(Type.Object({ at: Moment(), differing: Type.Integer() })),
      }),
    }),
    export: {
      method: 'GET',
      path: `${path}/export`,
      access: [`${key}:export` as Permission],
      summary: `The rows of ${path}/figures as XLSX or CSV, with titles in the caller's language.`,
      answers: 'file',
      traced: true,
      input: Input({ ...asked, format: Format() }),
      output: Type.Unknown(),
    } as const satisfies Call,
  } as const;
}

/** A report, whichever. */
export interface Report {
  readonly key: MenuKey;
  readonly declares: Readonly<Record<string, Figure>>;
  readonly groups: readonly Group[];
  readonly narrowings: readonly Narrowing[];
  readonly ranked: string | undefined;
  readonly figures: Call<Type.TObject>;
  readonly export: Call<Type.TObject<{ format: ReturnType<typeof Format> }>> & { readonly answers: 'file' };
}

/** The figures of a row, by their names; null where they are not told, or there is no whole to be a part of. */
export type Figures = Readonly<Record<string, number | null>>;

export interface ReportRow {
  readonly key: string;
  readonly name: string;
  readonly figures: Figures;
}

/** What a report answers, whichever it is. */
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
