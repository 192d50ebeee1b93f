import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type Figures,
  type Group,
  isTime,
  maxRows,
  type Narrowing,
  type Period,
  type Report,
  type ReportAnswer,
  type ReportRow,
} from '@suyuan/contract/thing/report.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import { listText, text } from '#platform/language.ts';
import { sendTable } from '#platform/lists/export.ts';
import type { Services } from '#platform/services.ts';
import { clockIn } from '#trace/figures/shift.ts';
import { nameOf, namesOf } from './names.ts';
import { type Days, daysBefore, daysOf, keyOf, stretchesIn } from './period.ts';
import type { ReportQuery, Source } from './source.ts';
import { wilson } from './wilson.ts';

/** A request for a report grouped by something. */
type RowsQuery = ReportQuery & { readonly group: Group };

/** The input that all reports have in common. */
interface ReportInput {
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly group?: Group;
  readonly compare?: boolean;
}

/** Serves the figures of a report, and the same rows as a file. Each counted figure comes from one source. */
export function serveReport<R extends Report>(services: Services, report: R, sources: readonly Source[]): void {
  const { routes, answers, timeZone, system } = services;

  routes.serve<typeof report.figures>(report.figures, async (input, caller) => {
    const { query, days, group } = read(input as ReportInput, caller);
    const [{ rows, total }, compared, moments, narrowed, checked] = await Promise.all([
      answerOf(report, sources, query),
      (input as ReportInput).compare ? comparedOf(report, sources, query) : null,
      momentsOf(days),
      namesOfNarrowed(query),
      isOfEnterprise(caller.account) && sources.some(({ kept }) => kept) ? lastCheck() : null,
    ]);
    const answer: ReportAnswer = {
      ...days,
      group,
      ...moments,
      rows: rows.slice(0, maxRows),
      more: rows.length > maxRows,
      total,
      compared,
      narrowed,
      checked,
    };
    return answer as OutputOf<R['figures']>;
  });

  routes.serve(report.export, async (input, caller) => {
    const { format } = input;
    const { compare } = input as ReportInput;
    const { query, days, group } = read(input as ReportInput, caller);
    const [now, before] = await Promise.all([
      answerOf(report, sources, query),
      compare ? comparedOf(report, sources, query) : null,
    ]);
    const { language } = caller;
    const figures = Object.keys(report.declares);
    const titles = figures.map((figure) => text(language, `report.figure.${figure}`));
    const earlier = before ? titles.map((figure) => text(language, 'report.before', { figure })) : [];
    await sendTable(answers, caller, {
      list: report.key,
      format,
      timeZone: timeZone(),
      columns: ['row', ...figures, ...(before ? figures.map((figure) => `before ${figure}`) : [])],
      titles: [listText(language, 'report', `group.${group}`) ?? group, ...titles, ...earlier],
      about: `${days.from}–${days.to}`,
      rows: cells(report, group, now, before, text(language, 'report.total')),
    });
    return null;
  });

  function read(input: ReportInput, caller: Caller<Account>) {
    const { day } = clockIn(timeZone())(Date.now());
    const days = daysOf(input, day);
    const group = input.group ?? (report.groups[0] as Group);
    const ids = report.narrowings.flatMap((by): [Narrowing, number][] => {
      const id = (input as Record<string, unknown>)[`${by}_id`];
      return typeof id === 'number' ? [[by, id]] : [];
    });
    const query: RowsQuery = { days, group, narrowed: Object.fromEntries(ids), caller };
    return { query, days, group };
  }

  /** The beginning and end of the days in the enterprise's time zone. */
  async function momentsOf({ from, to }: Days) {
    const [row] = await system.enterprise.sql<{ begins_at: Date; ends_at: Date }[]>`
      select ${from}::date::timestamp at time zone ${timeZone()} as begins_at,
        (${to}::date + 1)::timestamp at time zone ${timeZone()} as ends_at`;
    return {
      begins_at: (row as { begins_at: Date }).begins_at.toISOString(),
      ends_at: (row as { ends_at: Date }).ends_at.toISOString(),
    };
  }

  async function lastCheck() {
    const [row] = await system.enterprise.sql<{ checked_at: Date; differing: number }[]>`
      select checked_at, differing from figure_check order by checked_at desc limit 1`;
    return row ? { at: row.checked_at.toISOString(), differing: row.differing } : null;
  }
}

const namesOfNarrowed = ({ narrowed, caller: { db, language } }: ReportQuery) =>
  Promise.all(
    Object.entries(narrowed).map(async ([by, id]) => ({
      by: by as Narrowing,
      id,
      name: await nameOf(db, by as Narrowing, id, language),
    })),
  );

/** The same for the preceding period. */
async function comparedOf(report: Report, sources: readonly Source[], query: RowsQuery) {
  const days = daysBefore(query.days);
  return { ...days, ...(await answerOf(report, sources, { ...query, days })) };
}

interface Rows {
  readonly rows: readonly ReportRow[];
  readonly total: Figures;
}

/** The rows of a report: by time, complete and in order; others only if something was counted, the largest first. */
async function answerOf(report: Report, sources: readonly Source[], query: RowsQuery): Promise<Rows> {
  const { group, days, caller } = query;
  const perSource = await Promise.all(
    sources.map(async (source) => ({
      source,
      counted: await source.counts(query),
      total: source.ownTotal ? await source.counts({ ...query, group: 'all' }) : undefined,
    })),
  );
  const counts = new Map<string, Map<string, number>>(
    isTime(group) ? stretchesIn(days, group).map((key) => [key, new Map<string, number>()]) : [],
  );
  const sums = new Map<string, number>();
  const available = new Set<string>();
  for (const { source, counted, total } of perSource) {
    if (counted === null) continue;
    for (const figure of source.figures) available.add(figure);
    for (const { key: keyText, figure, quantity } of counted) {
      const key = isTime(group) ? keyOf(group, keyText) : keyText;
      const row = counts.getOrInsertComputed(key, () => new Map());
      row.set(figure, (row.get(figure) ?? 0) + quantity);
      if (!total) sums.set(figure, (sums.get(figure) ?? 0) + quantity);
    }
    for (const { figure, quantity } of total ?? []) sums.set(figure, quantity);
  }
  const name = await namesOf(caller.db, group, [...counts.keys()], caller.language);
  const rows = [...counts].map(([key, row]) => ({ key, name: name(key), figures: figuresOf(report, row, available) }));
  return {
    rows: isTime(group) ? rows : rows.filter(hasAny).sort(maxFirst(report.ranked)),
    total: figuresOf(report, sums, available),
  };
}

/** Counted figures, and those derived from them. */
function figuresOf({ declares }: Report, counts: ReadonlyMap<string, number>, available: ReadonlySet<string>): Figures {
  const countOf = (name: string): number | null => (available.has(name) ? (counts.get(name) ?? 0) : null);
  const figure = (name: string): number | null => {
    const how = declares[name];
    if (how?.kind === 'rest') {
      return how.without.reduce<number | null>((rest, part) => minus(rest, countOf(part)), countOf(how.of));
    }
    if (how?.kind === 'bound') {
      const share = declares[how.share];
      const [part, whole] = share?.kind === 'share' ? [countOf(share.part), countOf(share.whole)] : [null, null];
      return part === null || !whole ? null : wilson(part, whole)[how.side];
    }
    if (how?.kind === 'product')
      return how.of.map(figure).reduce((all, one) => (all === null || one === null ? null : all * one), 1);
    if (how?.kind === 'minutes') return minutes(countOf(how.of));
    if (how?.kind !== 'share') return countOf(name);
    const [part, whole] = [countOf(how.part), countOf(how.whole)];
    return part === null || !whole ? null : part / whole;
  };
  return Object.fromEntries(Object.keys(declares).map((name) => [name, figure(name)]));
}

const minutes = (seconds: number | null) => seconds && Math.round(seconds / 60);

const minus = (rest: number | null, part: number | null) => (rest === null || part === null ? null : rest - part);

const hasAny = ({ figures }: ReportRow): boolean =>
  Object.values(figures).some((value) => value !== null && value !== 0);

/** Sorts by the ranking figure, then by the first figure that differs, else by name. */
const maxFirst =
  (figure: string | undefined) =>
  (a: ReportRow, b: ReportRow): number => {
    for (const name of [...(figure === undefined ? [] : [figure]), ...Object.keys(a.figures)]) {
      const difference = (b.figures[name] ?? 0) - (a.figures[name] ?? 0);
      if (difference !== 0) return difference;
    }
    return a.name.localeCompare(b.name);
  };

/** The rows of a file, the total last. Where something is compared, a row that was not there before was nothing. */
async function* cells(report: Report, group: Group, now: Rows, before: Rows | null, totalText: string) {
  const byKey = new Map(before?.rows.map((row) => [row.key, row]));
  const nothing = nothingOf(report, before?.total ?? {});
  const written = (name: string, figures: Figures, earlier: Figures) => {
    const old = Object.entries(before ? earlier : {}).map(([figure, value]) => [`before ${figure}`, value]);
    return { row: name, ...figures, ...Object.fromEntries(old) };
  };
  for (const [at, { key, name, figures }] of now.rows.entries()) {
    // Rows by time are compared with those of the preceding period by position.
    const earlier = isTime(group) ? before?.rows[at] : byKey.get(key);
    yield written(name, figures, earlier?.figures ?? nothing);
  }
  yield written(totalText, now.total, before?.total ?? {});
}

/** The figures of something of which nothing was counted: zeros, without shares of them, and without what the caller may not see. */
const nothingOf = ({ declares }: Report, total: Figures): Figures =>
  Object.fromEntries(
    Object.entries(declares).map(([name, { kind }]) => [
      name,
      ['share', 'product', 'bound'].includes(kind) || total[name] === null ? null : 0,
    ]),
  );
