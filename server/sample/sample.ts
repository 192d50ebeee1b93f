import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { day } from '@suyuan/contract/durations.ts';
import { holdAdd, holdOwners } from '@suyuan/contract/inspect/hold.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { Random } from '@suyuan/simulator/random.ts';
import { counterOf, type RuleBook } from '#identity/rule-book.ts';
import type { LateBound } from '#platform/late-bound.ts';
import type { Services } from '#platform/services.ts';
import { forgetDays } from '#scans/scan-days.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import type { Capture } from '#trace/capture/capture.ts';
import { calendarOf } from '#trace/figures/figure-deltas.ts';
import type { WorkOrders } from '#trace/services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { orders, products, rules } from './base/catalogue.ts';
import { fillOrganisation, fillPartyPeople } from './base/organisation.ts';
import { fillPartners } from './base/partners.ts';
import { fillPlants } from './base/plants.ts';
import { contentOf } from './base/product-content.ts';
import { fillProductRange, type Range } from './base/product-range.ts';
import { beginWorkAnew, datePastNotices } from './filling/past-notices.ts';
import { asSampleAccount, type CallServer } from './filling/sample-account.ts';
import { type KeepPicture, keepingPictures } from './filling/sample-pictures.ts';
import { exchangeWithCarrier } from './integration/exchange.ts';
import { openSampleCases } from './market/cases.ts';
import { addressesByProvince, scanSoldGoods } from './market/consumers.ts';
import { inspectSoldGoods } from './market/inspections.ts';
import { judgeWhatWasSeen } from './market/judgement.ts';
import { recallSoldGoods } from './market/recalls.ts';
import { fillRegulated } from './market/regulated.ts';
import { scanForAMonth } from './market/scans.ts';
import { dateWhatCameUp } from './market/settled-days.ts';
import { shipForAMonth } from './market/shipping.ts';
import { SampleHandovers } from './production/handovers.ts';
import { produceForAMonth } from './production/production.ts';
import { raiseSampleExceptions } from './production/second-readers.ts';
import { explainStops } from './production/stops.ts';

const seed = 20_260_131;

export interface SampleParts {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
  readonly capture: Capture;
  readonly workOrders: LateBound<WorkOrders>;
  readonly waybillDealers: LateBound<WaybillDealers>;
  /** Aborts the filling. */
  readonly signal: AbortSignal;
}

/**
 * Fills an empty system through its own calls, with a fixed seed: the enterprise, people, partners, products, rules, orders, and
 * a month of production and scans. Does nothing if there is a product or a rule. `share` is the share of a month's goods that is
 * made.
 */
export async function fillSample(parts: SampleParts, share = 1): Promise<void> {
  const { services, capture, signal, desk } = parts;
  const { sql } = services.system.background;
  const [row] = await sql`select 1 from product union all select 1 from code_rule limit 1`;
  if (row) return;
  const printed = (code: number) => parts.rules.of(code).coder.encode(counterOf(code));
  await asSampleAccount(parts, async (accounts) => {
    const { call, callAsAdministrator, callAsKeeper, send } = accounts;
    const keepPicture = keepingPictures(send);
    const inCharge = await fillOrganisation(callAsAdministrator, keepPicture);
    await fillPartners(call, new Random(seed), inCharge);
    await fillPlants(call);
    await fillPartyPeople(callAsAdministrator);
    const rangeOf = await fillProductRange(call, keepPicture);
    const productIds = await fillProducts(call, keepPicture, rangeOf);
    const ruleIds: number[] = [];
    for (const rule of rules) ruleIds.push((await call(codeRule.add, rule)).id);
    for (const order of orders) await placeOrder(parts, call, order, productIds, ruleIds);
    const handovers = new SampleHandovers({ sql, ...accounts, printed });
    const caseRule = ruleIds[rules.findIndex(({ level }) => level === 3)] as number;
    await fillRegulated({ sql, call, callAsKeeper, keepPicture, rangeOf, handovers, printed, caseRule });
    const calendar = calendarOf(services.timeZone(), parts.workOrders.get());
    const runs = await produceForAMonth({ sql, ...accounts, capture, handovers, calendar, seed, share });
    const watched = { sql, timeZone: services.timeZone, orders: parts.workOrders.get() };
    await explainStops({ call, seed, ...watched });
    await raiseSampleExceptions({ sql, ...accounts, printed }, runs);
    const shipments = await shipForAMonth({ sql, calendar, call, callAsKeeper, capture, printed, share }, runs);
    const { regions } = services;
    const random = new Random(seed);
    const addresses = addressesByProvince(services, random, 12);
    const provinces = await provincesOf(call);
    await scanSoldGoods({ desk, random, printed, addresses, provinces }, shipments);
    await inspectSoldGoods({ call, random, printed, provinces }, shipments.sold);
    await holdForLaboratory({ call, printed }, shipments.stored);
    await planCount({ call, printed }, shipments.stored);
    await scanForAMonth({ sql, regions, rules: parts.rules, desk, random: new Random(seed), signal, share });
    await recallSoldGoods({ sql, calendar, call, printed }, shipments.sold);
    await judgeWhatWasSeen({ ...parts, sql, timeZone: services.timeZone });
    await openSampleCases({ sql, call });
    await exchangeWithCarrier({ services, call });
    await dateWhatCameUp({ services, call });
    await datePastNotices(sql, accounts.ids);
    await beginWorkAnew(sql, services.notices.kinds.get());
  });
  // Counts of days made while they were being filled are deleted.
  await forgetDays(sql);
}

async function fillProducts(
  call: CallServer,
  keepPicture: KeepPicture,
  rangeOf: (code: string, spec: string) => Range,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { gtinBody, ...described } of products) {
    const { product_code, product_name, spec } = described;
    const { id } = await call(product.add, {
      ...described,
      ...rangeOf(product_code, spec),
      ...(await contentOf(product_code, product_name, keepPicture)),
      gtin: gtinBody + gs1CheckDigit(gtinBody),
    });
    ids.push(id);
  }
  return ids;
}

/** The first two digits of each dealer's area of sale, by the dealer's code. */
async function provincesOf(call: CallServer): Promise<Map<string, string>> {
  const { rows } = await call(dealer.page, { size: 100 });
  return new Map(rows.map(({ dealer_code, areas }) => [dealer_code, areas[0]?.slice(0, 2) ?? '']));
}

async function placeOrder(
  { services }: SampleParts,
  call: CallServer,
  order: (typeof orders)[number],
  productIds: number[],
  ruleIds: number[],
): Promise<void> {
  const { id } = await call(orderAdd, {
    rule_id: ruleIds[order.rule] as number,
    product_id: order.product === null ? null : (productIds[order.product] as number),
    quantity: order.quantity,
    purpose: order.purpose,
  });
  // Orders are dated back.
  await services.system.background
    .sql`update code_order set created_at = now() - make_interval(days => ${order.daysAgo}) where id = ${id}`;
  if ('closed' in order) await call(orderClose, { id, reason: order.closed });
}

interface Parts {
  readonly call: CallServer;
  readonly printed: (code: number) => string;
}

/** The inspector who decides about held goods. */
const decider = 'qian.li';

/** One case of the pallet that never left waits for the laboratory. */
async function holdForLaboratory({ call, printed }: Parts, [unit]: readonly number[]): Promise<void> {
  if (unit === undefined) return;
  const [box] = await call(boxCodes, { codes: [printed(unit)] });
  const [owner] = await call(holdOwners, { keyword: decider });
  if (!box || !owner) return;
  await call(holdAdd, {
    scope: { codes: [box.lies_in ?? box.sent] },
    reason: '封口松动，等待质量部复检',
    owner_id: owner.id,
    due_at: new Date(Date.now() + 3 * day).toISOString(),
  });
}

/** The warehouse with the pallet that never left is to be counted at the end of the month. */
async function planCount({ call, printed }: Parts, [unit]: readonly number[]): Promise<void> {
  if (unit === undefined) return;
  const [box] = await call(boxCodes, { codes: [printed(unit)] });
  const { rows } = await call(warehouse.page, { keyword: box?.where.code ?? '', size: 1 });
  const [place] = rows;
  if (place) await call(stockCount.add, { warehouse_id: place.id, blind: true, remark: '月末盘点' });
}
