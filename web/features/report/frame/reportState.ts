import { type Group, type Narrowing, type Period, periods, type Report } from '@suyuan/contract/thing/report.ts';

/** What a report shows. It is stored in the URL, so it can be saved, shared and returned to. */
export interface ReportState {
  /** A relative period, or undefined if `from` and `to` are given. */
  readonly period: Period | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly group: Group;
  readonly compare: boolean;
  readonly narrowed: Readonly<Partial<Record<Narrowing, number>>>;
  /** The active tab of the screen. */
  readonly tab: string | undefined;
  /** The figures in the chart; undefined for the default ones. */
  readonly charted: readonly string[] | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const defaultPeriod: Period = 'last30';

/** Reads the state from a URL query; values unknown to the report are ignored. */
export function readReport(query: URLSearchParams, report: Report): ReportState {
  const dayOf = (name: string) => {
    const text = query.get(name) ?? '';
    return day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  const period = periods.find((one) => one === query.get('period')) ?? defaultPeriod;
  const figures = query
    .get('charted')
    ?.split(',')
    .filter((name) => name in report.declares);
  return {
    ...(from && to ? { period: undefined, from, to } : { period, from: undefined, to: undefined }),
    group: report.groups.find((one) => one === query.get('group')) ?? (report.groups[0] as Group),
    compare: query.get('compare') === 'true',
    tab: query.get('tab') ?? undefined,
    narrowed: Object.fromEntries(
      report.narrowings.flatMap((by) => {
        const text = query.get(`${by}_id`) ?? '';
        return /^[1-9]\d{0,14}$/.test(text) ? [[by, Number(text)]] : [];
      }),
    ),
    charted: figures && figures.length > 0 ? figures : undefined,
  };
}

/** The input of the report's call. */
export const inputOf = ({ period, from, to, group, compare, narrowed }: ReportState): Record<string, unknown> => ({
  ...(period ? { period } : { from, to }),
  group,
  ...(compare ? { compare } : {}),
  ...Object.fromEntries(Object.entries(narrowed).map(([by, id]) => [`${by}_id`, id])),
});

/** The URL query of a state, without default values. */
export function writeReport(state: ReportState, report: Report): URLSearchParams {
  const { period, group, charted, tab } = state;
  const query = new URLSearchParams(tab ? { tab } : {});
  for (const [name, value] of Object.entries(inputOf(state))) query.set(name, String(value));
  if (period === defaultPeriod) query.delete('period');
  if (group === report.groups[0]) query.delete('group');
  if (charted) query.set('charted', charted.join());
  return query;
}

/** Opens a row: filters by its period or record, and groups by the next smaller unit; undefined if there is none. */
export function intoRow(
  state: ReportState,
  key: string,
  days: { readonly from: string; readonly to: string },
  report: Report,
): ReportState | undefined {
  const has = (group: Group) => report.groups.includes(group) && group !== state.group;
  const { group } = state;
  if (group === 'day' || group === 'week' || group === 'month') {
    const stretch = stretchOf(group, key);
    const [from, to] = [max(stretch.from, days.from), min(stretch.to, days.to)];
    const smaller: Group = group === 'day' ? ((['order', 'product'] as const).find(has) ?? 'product') : 'day';
    return { ...state, period: undefined, from, to, group: smaller };
  }
  if (group === 'route') {
    const { dealer, region } = endsOfRoute(key);
    if (dealer === 0 || region === 0) return undefined;
    return { ...state, group: 'lot', narrowed: { ...state.narrowed, dealer, region } };
  }
  const by = report.narrowings.find((one) => one === group);
  if (by === undefined || key === '0') return undefined;
  const smaller = (group === 'order' ? (['day'] as const) : (['order', 'route', 'day'] as const)).find(has);
  return smaller && { ...state, group: smaller, narrowed: { ...state.narrowed, [by]: Number(key) } };
}

/** The dealer that goods were sold to, and the region where they were found; 0 if unknown. */
export function endsOfRoute(key: string): { readonly dealer: number; readonly region: number } {
  const [dealer, region] = key.split('-').map(Number);
  return { dealer: dealer ?? 0, region: region ?? 0 };
}

const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);
const after = (text: string, days: number): string =>
  new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

/** The first and last day of a row, which is a day, a week from its Monday, or a month. */
export function stretchOf(group: 'day' | 'week' | 'month', key: string): { from: string; to: string } {
  if (group === 'day') return { from: key, to: key };
  if (group === 'week') return { from: key, to: after(key, 6) };
  const first = `${key}-01`;
  return { from: first, to: after(`${after(first, 31).slice(0, 7)}-01`, -1) };
}
