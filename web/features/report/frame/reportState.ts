import { type Group, type Narrowing, type Period, periods, type Report } from '../../../../contract/thing/report.ts';

/** What a report shows, as the address of the page keeps it: it can be kept, shared, and gone back from. */
export interface ReportState {
  /** A period that stays what it is, or other days. */
  readonly period: Period | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly group: Group;
  readonly compare: boolean;
  readonly narrowed: Readonly<Partial<Record<Narrowing, number>>>;
  /** Which tab of its screen it is on. */
  readonly tab: string | undefined;
  /** The figures in the chart; undefined: the usual ones. */
  readonly charted: readonly string[] | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const usualPeriod: Period = 'last30';

/** Reads the query of an address; what the report does not know is left out. */
export function readReport(query: URLSearchParams, report: Report): ReportState {
  const dayOf = (name: string) => {
    const text = query.get(name) ?? '';
    return day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  const period = periods.find((one) => one === query.get('period')) ?? usualPeriod;
  const charted = query
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
    charted: charted && charted.length > 0 ? charted : undefined,
  };
}

/** What the report is asked for. */
export const inputOf = ({ period, from, to, group, compare, narrowed }: ReportState): Record<string, unknown> => ({
  ...(period ? { period } : { from, to }),
  group,
  ...(compare ? { compare } : {}),
  ...Object.fromEntries(Object.entries(narrowed).map(([by, id]) => [`${by}_id`, id])),
});

/** The query of an address, without what is as usual. */
export function writeReport(state: ReportState, report: Report): URLSearchParams {
  const { period, group, charted, tab } = state;
  const query = new URLSearchParams(tab ? { tab } : {});
  for (const [name, value] of Object.entries(inputOf(state))) query.set(name, String(value));
  if (period === usualPeriod) query.delete('period');
  if (group === report.groups[0]) query.delete('group');
  if (charted) query.set('charted', charted.join());
  return query;
}

/** One step into a row: its days, or the thing that it stands for, in the next smaller parts; undefined where there are none. */
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

/** Whom it was sold to, and the province where it was found; 0 where that is not known. */
export function endsOfRoute(key: string): { readonly dealer: number; readonly region: number } {
  const [dealer, region] = key.split('-').map(Number);
  return { dealer: dealer ?? 0, region: region ?? 0 };
}

const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);
const after = (text: string, days: number): string =>
  new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

/** First and last day of a row: of a day itself, of a week from its Monday on, of a month. */
export function stretchOf(group: 'day' | 'week' | 'month', key: string): { from: string; to: string } {
  if (group === 'day') return { from: key, to: key };
  if (group === 'week') return { from: key, to: after(key, 6) };
  const first = `${key}-01`;
  return { from: first, to: after(`${after(first, 31).slice(0, 7)}-01`, -1) };
}
