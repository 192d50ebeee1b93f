import { setImmediate } from 'node:timers/promises';
import { fittingCounters } from '@suyuan/codes/coder/parallel.ts';
import { bodiesFitting, countersFitting, type Pattern, patternOf } from '@suyuan/codes/coder/torn.ts';
import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { inspectTorn, maxCandidates, type TornCandidate } from '@suyuan/contract/inspect/task/inspect-record.ts';
import pLimit from 'p-limit';
import { codeIdOf } from '#identity/deciphering.ts';
import { counterOf, type Rule } from '#identity/rule-book.ts';
import { areaName, areasMeet } from '#platform/areas/areas.ts';
import { overSignal } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { codesOnHold } from '#trace/lookup/goods-on-hold.ts';
import { type CodeGoods, readCodes } from '#trace/state/code-records.ts';
import { type Sold, soldTo, type WaybillDealers } from '#trace/state/sold-to.ts';
import { rangesOfGoods, rangesOfRules } from './torn-ranges.ts';

/** Up to this many possible codes of a rule, all are tried; otherwise issued codes are searched. */
const maxTried = 300_000;
/** The most issued codes that are searched. */
const maxSearched = 40_000_000;
/** The most matches; with more, it is better to read another character. */
const maxFitting = 2000;
/** The number of concurrent searches; each uses all threads. */
const atOnce = 1;

type Wish = InputOf<typeof inspectTorn>;

/** Finds the codes that a partly readable code may be. */
export function serveTornCodes(
  { routes, system }: Services,
  shared: SharedServices,
  waybillDealers: WaybillDealers,
): void {
  const { sql } = system.enterprise;
  const limit = pLimit(atOnce);

  routes.serve(inspectTorn, async (wish, caller) => {
    const watch = await shared.guesses.watch(caller);
    const text = wish.pattern.replace(/[\s-]/g, '');
    const rules = shared.rules.all().flatMap((rule) => {
      const pattern = patternOf(text, rule.format);
      return pattern ? [{ rule, pattern }] : [];
    });
    const { counters, searched } = await limit(() => search(sql, wish, rules, overSignal(caller.reply)));
    const ids = counters.slice(0, maxFitting);
    const [codes, sold, scans] = await Promise.all([
      readCodes(sql, ids),
      soldTo(sql, ids, waybillDealers),
      scanCounts(sql, ids),
    ]);
    const ranking = codes
      .among(ids)
      .map((record) => {
        const about = { goods: codes.goodsOf(record), status: codes.statusOf(record), sold: sold.get(record.id) };
        return { ...about, id: record.id, life: codes.lifeOf(record), fits: fitsOf(wish, about) };
      })
      .toSorted((a, b) => weigh(b.fits) - weigh(a.fits) || a.id - b.id);
    const best = ranking.slice(0, maxCandidates);
    // The caller did not know these codes before, so each counts as a guess.
    await watch.saw(Math.max(1, best.length), Math.max(1, best.length));
    const names = await dealerNames(
      sql,
      best.flatMap((one) => one.sold?.dealerId ?? []),
    );
    const onHold = await codesOnHold(
      sql,
      caller.db,
      best.map(({ id }) => id),
    );
    const candidates = best.map(
      ({ id, goods, status, life, sold: to, fits }): TornCandidate => ({
        code: shared.rules.of(id).coder.encode(counterOf(id)),
        product_name: goods.product_name,
        product_code: goods.product_code,
        lot: goods.lot,
        ...onHold(id),
        state: status,
        life,
        dealer_name: to ? (names.get(to.dealerId) ?? null) : null,
        areas: (to?.areas ?? []).map(areaName),
        scan_count: scans.get(id) ?? 0,
        fits,
      }),
    );
    return { candidates, total: Math.max(ranking.length, counters.length), searched };
  });
}

interface TornRule {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/** The ids of matching issued codes: by trying all possibilities if they are few, else by searching the named goods' codes. */
async function search(
  sql: Connection,
  { product_id, lot }: Wish,
  rules: readonly TornRule[],
  signal: AbortSignal,
): Promise<{ counters: number[]; searched: number }> {
  const narrowRules = rules.filter(({ rule, pattern }) => bodiesFitting(pattern, rule.format) <= maxTried);
  const wideRules = rules.filter((one) => !narrowRules.includes(one));
  const hasGoods = product_id !== undefined || (lot !== undefined && lot !== '');
  if (wideRules.length > 0 && !hasGoods) throw badInput({ path: 'product_id', reason: 'torn_needs_product' });
  const counterList: number[] = [];
  let searched = 0;
  for (const { rule, pattern } of narrowRules) {
    const ruleRanges = await rangesOfRules(sql, [rule.id]);
    for (const counters of countersFitting(pattern, rule.coder)) {
      for (const counter of counters)
        if (isIn(ruleRanges, codeIdOf(rule.id, counter))) counterList.push(codeIdOf(rule.id, counter));
      if (signal.aborted) break;
      await setImmediate();
    }
    searched += bodiesFitting(pattern, rule.format);
  }
  const ranges = wideRules.length > 0 ? await rangesOfGoods(sql, product_id, lot || undefined) : [];
  for (const { rule, pattern } of wideRules) {
    const { id, format, key } = rule;
    const own = ranges.filter(({ first }) => first >= codeIdOf(id, 0) && first < codeIdOf(id + 1, 0));
    searched += own.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (searched > maxSearched)
      throw badInput({ path: 'lot', reason: 'torn_too_many', params: { limit: maxSearched } });
    for (const { first, last } of own) {
      const range = { format, key, start: counterOf(first), count: last - first + 1, pattern, signal };
      for await (const counters of fittingCounters(range)) {
        for (const counter of counters) counterList.push(codeIdOf(id, counter));
        if (counterList.length > 100_000) throw badInput({ path: 'pattern', reason: 'torn_too_wide' });
      }
    }
  }
  return { counters: [...new Set(counterList)], searched };
}

/** Whether an id is in one of the ranges, which must be sorted and disjoint (binary search). */
function isIn(ranges: readonly Range[], id: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as Range;
    if (id < range.first) high = middle - 1;
    else if (id > range.last) low = middle + 1;
    else return true;
  }
  return false;
}

type Fit = TornCandidate['fits'][number];

interface Told {
  readonly goods: CodeGoods;
  readonly status: 'issued' | 'bound' | 'void';
  readonly sold: Sold | undefined;
}

/** The facts of a code that agree with what else the inspector knows. */
function fitsOf({ product_id, lot, area_code, dealer_id }: Wish, { goods, status, sold }: Told): Fit[] {
  const fits: Readonly<Record<Fit, boolean>> = {
    product: product_id !== undefined && goods.product_id === product_id,
    lot: lot !== undefined && lot !== '' && goods.lot === lot,
    dealer: dealer_id !== undefined && sold?.dealerId === dealer_id,
    area: area_code !== undefined && sold?.areas.some((area) => areasMeet(area, area_code)) === true,
    sold: sold !== undefined,
    on_product: status === 'bound',
  };
  return (Object.keys(fits) as Fit[]).filter((fit) => fits[fit]);
}

const weights: Readonly<Record<Fit, number>> = { product: 8, lot: 8, dealer: 6, area: 4, sold: 2, on_product: 1 };
const weigh = (fits: readonly Fit[]): number => fits.reduce((sum, fit) => sum + weights[fit], 0);

async function scanCounts(sql: Connection, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ code_id: number; scan_count: number }[]>`
    select code_id, scan_count from scan_stat where code_id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ code_id, scan_count }) => [code_id, scan_count]));
}

async function dealerNames(sql: Connection, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; dealer_name: string }[]>`
    select id, dealer_name from dealer where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, dealer_name }) => [id, dealer_name]));
}
