import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { day } from '@suyuan/contract/durations.ts';
import {
  isScanRule,
  type LimitsOf,
  type ScanRule,
  type WarningRule,
  type warningParamTry,
  warningRules,
} from '@suyuan/contract/inspect/warning-rule.ts';
import { inBatches } from '#platform/database/driver/cursor.ts';
import type { Query, Sql } from '#platform/database/driver/sql.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import type { CodeFacts } from './rules/rule.ts';
import { ruleOf } from './rules/rules.ts';
import { overproduction } from './rules/rules-of-orders.ts';
import { visitsOf } from './rules/visit.ts';
import { lastParams } from './rules/warning-params.ts';
import { codeFacts } from './watch/code-facts.ts';
import { madeOrders } from './watch/order-watch.ts';
import {
  type GivenPlaces,
  givenPlaces,
  maxOfCode,
  networkKept,
  type ScanRow,
  scanColumns,
  seenScan,
} from './watch/seen-scans.ts';

interface Trial<R extends WarningRule = WarningRule> {
  readonly rule: R;
  readonly productId: number | null;
  readonly limits: Readonly<Record<string, number>>;
  readonly days: number;
}

interface Parts {
  readonly sql: Sql;
  /** The pool for long reads, which occupy a connection. */
  readonly long: Sql;
  readonly waybillDealers: WaybillDealers;
  readonly levelOf: (codeId: number) => number;
}

/** The most recent scans that a trial reads. */
const maxScans = 300_000;
/** The number of scans read at a time. */
const batch = 4000;

/** Counts the warnings that limits would have caused for the scans or work orders of the last days, with the current facts. */
export async function tryLimits(parts: Parts, trial: Trial): Promise<OutputOf<typeof warningParamTry>> {
  const { sql } = parts;
  const { subjects, scans } = isOfScans(trial) ? await triedOnScans(parts, trial) : await triedOnOrders(sql, trial);
  const settlements = await settledOf(sql, trial);
  const count = (outcome: string, fires: boolean) =>
    settlements.filter((one) => one.outcome === outcome && subjects.has(one.subject) === fires).length;
  return {
    days: trial.days,
    scans,
    complete: scans < maxScans,
    fires: subjects.size,
    settled_right: count('right', true),
    settled_false: count('false_alarm', true),
    missed_right: count('right', false),
  };
}

const isOfScans = (trial: Trial): trial is Trial<ScanRule> => isScanRule(trial.rule);

/** What a trial has looked at, and for which subjects the rule would have fired. */
interface TriedOn {
  readonly subjects: ReadonlySet<string>;
  readonly scans: number;
}

async function triedOnScans(parts: Parts, trial: Trial<ScanRule>): Promise<TriedOn> {
  const subjects = new Set<string>();
  let scans = 0;
  const { query } = await scansOf(parts.long, trial);
  for await (const some of grouped(inBatches(parts.long, query, batch), subjectIn(trial.rule))) {
    scans += some.reduce((sum, rows) => sum + rows.length, 0);
    for (const subject of await firingAmong(parts, trial, some)) subjects.add(subject);
  }
  return { subjects, scans };
}

/** Tries the limits on the work orders that were released in the last days, as they are now. */
async function triedOnOrders(sql: Sql, trial: Trial): Promise<TriedOn> {
  const ofProduct = trial.productId === null ? sql`true` : sql`o.product_id = ${trial.productId}`;
  const which = sql`o.released_at >= ${since(trial)} and ${ofProduct}`;
  const [all] = await sql<{ orders: number }[]>`select count(*) as orders from work_order o where ${which}`;
  const orders = (await madeOrders(sql, which)).filter((order) =>
    overproduction(order, trial.limits as LimitsOf<'overproduction'>),
  );
  return { subjects: new Set(orders.map(({ orderNo }) => orderNo)), scans: all?.orders ?? 0 };
}

const since = ({ days }: Trial): Date => new Date(Date.now() - days * day);

/** The scans sorted by subject. Products with limits of their own are left out of a trial for all products. */
async function scansOf(sql: Sql, trial: Trial<ScanRule>): Promise<{ readonly query: Query<ScanRow[]> }> {
  const { rule, productId } = trial;
  const { verdicts } = ruleOf(rule);
  const own = (await lastParams(sql)).flatMap((one) =>
    one.rule === rule && one.own && one.product_id ? one.product_id : [],
  );
  const ofProduct =
    productId === null
      ? sql`product_id is null or not (product_id = any(${own}::bigint[]))`
      : sql`product_id = ${productId}`;
  const order = warningRules[rule].about === 'code' ? sql`s.code_id, s.scanned_at` : sql`s.ip, s.scanned_at`;
  // Not the query itself, which would be sent as it is returned.
  const query = sql<ScanRow[]>`
    select ${scanColumns(sql)} from (
      select * from consumer_scan
      where scanned_at >= ${since(trial)} and (${ofProduct}) and ${verdicts ? sql`verdict = any(${verdicts as string[]})` : sql`true`}
      order by scanned_at desc limit ${maxScans}
    ) s
    order by ${order}`;
  return { query };
}

const subjectIn = (rule: WarningRule) => (row: ScanRow) =>
  warningRules[rule].about === 'code' ? String(row.code_id) : networkKept(row.ip);

/** Yields groups of scans with all scans of some subjects. */
async function* grouped(
  batches: AsyncIterable<readonly ScanRow[]>,
  subjectOf: (row: ScanRow) => string,
): AsyncGenerator<ScanRow[][]> {
  let open: ScanRow[] = [];
  for await (const rows of batches) {
    const groups = [...Map.groupBy([...open, ...rows], subjectOf).values()];
    open = groups.pop() ?? [];
    if (groups.length > 0) yield groups;
  }
  if (open.length > 0) yield [open];
}

/** The subjects for which the rule would have fired. */
async function firingAmong(
  { sql, waybillDealers, levelOf }: Parts,
  { rule: name, limits }: Trial<ScanRule>,
  all: readonly ScanRow[][],
): Promise<string[]> {
  const rule = ruleOf(name);
  const groups = rule.ofItems ? all.filter(([first]) => first && levelOf(first.code_id) === 1) : all;
  const codes = groups.flatMap(([first]) => first?.code_id ?? []);
  const [facts, places] = await Promise.all([
    rule.needsFacts ? codeFacts(sql, codes, waybillDealers) : new Map<number, CodeFacts>(),
    warningRules[name].about === 'code' ? givenPlaces(sql, codes) : (new Map() as GivenPlaces),
  ]);
  const subjectOf = subjectIn(name);
  return groups.flatMap((rows) => {
    const [first] = rows;
    const visits = visitsOf(rows.slice(-maxOfCode).map((row) => seenScan(row, places)));
    // Judged after each visit, as the watch would have done.
    const fires = visits.some((_, at) =>
      rule.evaluate(visits.slice(0, at + 1), facts.get(first?.code_id ?? 0), limits),
    );
    return first && fires ? [subjectOf(first)] : [];
  });
}

const settledOf = (sql: Sql, trial: Trial) => sql<{ subject: string; outcome: string }[]>`
  select distinct subject, outcome from consumer_warning
  where rule = ${trial.rule} and outcome is not null and fired_at >= ${since(trial)}
    and ${trial.productId === null ? sql`true` : sql`product_id = ${trial.productId}`}`;
