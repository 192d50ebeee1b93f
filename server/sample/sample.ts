import { gs1CheckDigit } from '../../codes/format/check.ts';
import { dealer } from '../../contract/base/dealer.ts';
import { product } from '../../contract/base/product.ts';
import { orderAdd, orderClose } from '../../contract/tagging/code-order.ts';
import { codeRule } from '../../contract/tagging/code-rule.ts';
import { counterOf, type RuleBook } from '../identity/rule-book.ts';
import type { Offer } from '../platform/offer.ts';
import type { Services } from '../platform/services.ts';
import { forgetDays } from '../scans/scan-days.ts';
import type { ScanDesk } from '../scans/scan-desk.ts';
import type { Capture } from '../trace/capture/capture.ts';
import { calendarOf } from '../trace/figures/figure-deltas.ts';
import type { WorkOrders } from '../trace/work-order-facts.ts';
import { orders, products, rules, userAgents } from './catalogue.ts';
import { addressesByProvince, scanSoldGoods } from './consumers.ts';
import { SampleHandovers } from './handovers.ts';
import { inspectSoldGoods } from './inspections.ts';
import { fillOrganisation } from './organisation.ts';
import { fillPartners } from './partners.ts';
import { fillPlants } from './plants.ts';
import { contentOf } from './product-content.ts';
import { fillProductRange } from './product-range.ts';
import { type FreshCodes, produceForAMonth } from './production.ts';
import { Random } from './random.ts';
import { fillRegulated } from './regulated.ts';
import { asSampleAccount, type CallServer } from './sample-account.ts';
import { keepingPictures } from './sample-pictures.ts';
import { shipForAMonth } from './shipping.ts';

const seed = 20_260_131;
const days = 30;
const scansPerDay = 60;
const dayLength = 86_400_000;

export interface SampleParts {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
  readonly capture: Capture;
  readonly workOrders: Offer<WorkOrders>;
  /** Ends the filling where it is. */
  readonly signal: AbortSignal;
}

/**
 * Fills an empty system through its own calls, from a fixed seed: the enterprise, its people and partners, products,
 * rules, orders, a month of production and of scans. Does nothing where there is a product or a rule already.
 */
export async function fillSample(parts: SampleParts): Promise<void> {
  const { sql } = parts.services.system;
  const [used] = await sql`select 1 from product union all select 1 from code_rule limit 1`;
  if (used) return;
  const printed = (code: number) => parts.rules.of(code).coder.encode(counterOf(code));
  await asSampleAccount(parts, async ({ call, send, callAsKeeper }) => {
    const keepPicture = keepingPictures(send);
    const keepers = await fillOrganisation(call, keepPicture);
    await fillPartners(call, new Random(seed), keepers);
    await fillPlants(call);
    const rangeOf = await fillProductRange(call, keepPicture);
    const productIds: number[] = [];
    for (const { gtinBody, ...described } of products) {
      const { product_code, product_name, spec } = described;
      const { id } = await call(product.add, {
        ...described,
        ...rangeOf(product_code, spec),
        ...(await contentOf(product_code, product_name, keepPicture)),
        gtin: gtinBody + gs1CheckDigit(gtinBody),
      });
      productIds.push(id);
    }
    const ruleIds: number[] = [];
    for (const rule of rules) ruleIds.push((await call(codeRule.add, rule)).id);
    for (const order of orders) await placeOrder(parts, call, order, productIds, ruleIds);
    const fresh = await freshCodes(parts);
    const handovers = new SampleHandovers({ sql, call, callAsKeeper });
    const made = await produceForAMonth({
      ...fresh,
      call,
      capture: parts.capture,
      handovers,
      calendar: calendarOf(parts.services.timeZone(), parts.workOrders.take()),
      random: new Random(seed),
      lineRandom: new Random(seed + 1),
    });
    const shipping = { call, capture: parts.capture, printed, pallet: fresh.pallet };
    const shipped = await shipForAMonth(shipping, made);
    await scanForAMonth(parts, [...fresh.units.values()]);
    const random = new Random(seed);
    const addresses = addressesByProvince(parts.services, random, 12);
    const provinces = await provincesOf(call);
    await scanSoldGoods({ desk: parts.desk, random, printed, addresses, provinces }, shipped);
    await inspectSoldGoods({ call, random, printed, provinces }, shipped.sold);
    const caseRule = ruleIds[rules.findIndex(({ level }) => level === 3)] as number;
    await fillRegulated({ sql, call, keepPicture, rangeOf, handovers, printed, caseRule });
  });
  // Days that were counted while they were being filled are counted again, and what was scanned on them is looked at.
  await forgetDays(sql);
  await sql`update warning_cursor set read_until = now() - make_interval(days => ${days + 1})`;
}

/** The first two digits of the area that each dealer sells in, by its code. */
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
  // A month of history is told in a minute.
  await services.system
    .sql`update code_order set created_at = now() - make_interval(days => ${order.daysAgo}) where id = ${id}`;
  if ('closed' in order) await call(orderClose, { id, reason: order.closed });
}

/** What was ordered for products, for cases and for pallets. */
async function freshCodes({ services }: SampleParts) {
  const placed = await services.system.sql<{ product_code: string | null; level: number; first_id: number }[]>`
    select p.product_code, r.level, o.first_id
    from code_order o join code_rule r on r.id = o.rule_id left join product p on p.id = o.product_id
    order by o.id`;
  const units = new Map(
    placed.flatMap(({ product_code, first_id }) => (product_code ? [[product_code, { next: first_id }] as const] : [])),
  );
  const firstOf = (wanted: number) => placed.find(({ level }) => level === wanted)?.first_id as number;
  return { units, cases: { next: firstOf(3) }, pallet: firstOf(4) };
}

/**
 * More on some days and in some places; a few codes again and again by who has them, a few invented ones. Of products
 * whose codes are in use only those beyond: what became of the others is told by itself.
 */
async function scanForAMonth(
  { services, rules: book, desk, signal }: SampleParts,
  inUse: readonly FreshCodes[],
): Promise<void> {
  const random = new Random(seed);
  const addresses = chineseAddresses(services, random, 240);
  const placed = await services.system.sql<Placed[]>`
    select first_id, quantity, created_at, status = 'open' and product_id is not null as sold from code_order order by id`;
  const looked: Looked[] = [];
  const now = Date.now();
  for (let ago = days - 1; ago >= 0; ago--) {
    signal.throwIfAborted();
    const issued = placed.filter(({ created_at }) => now - created_at.getTime() >= ago * dayLength);
    const count = issued.length === 0 ? 0 : Math.round(scansPerDay * (0.6 + random.next()) * (1 + issued.length / 8));
    const scans = Array.from({ length: count }, () => {
      const at = new Date(now - ago * dayLength - random.below(ago === 0 ? dayLength / 4 : dayLength));
      const who = { ip: random.pick(addresses), userAgent: random.pick(userAgents) };
      const { text, ...from } = codeToScan(random, book, { issued, looked, inUse, who });
      return desk.scan(text, from, at);
    });
    await Promise.all(scans);
  }
}

interface Placed {
  first_id: number;
  quantity: number;
  created_at: Date;
  /** On goods that consumers can have. */
  sold: boolean;
}

/** Who looks again does so soon: so many of the latest are looked at again. */
const lookedAgain = 80;

/** A code that somebody has looked at, and who that was. */
interface Looked {
  readonly text: string;
  readonly ip: string;
  readonly userAgent: string;
}

interface ToScan {
  readonly issued: readonly Placed[];
  readonly looked: Looked[];
  readonly inUse: readonly FreshCodes[];
  readonly who: Omit<Looked, 'text'>;
}

function codeToScan(random: Random, book: RuleBook, { issued, looked, inUse, who }: ToScan): Looked {
  const kind = random.next();
  if (kind < 0.12 && looked.length > 0) return random.pick(looked.slice(-lookedAgain));
  if (kind < 0.14) return { text: Array.from({ length: 16 }, () => random.below(10)).join(''), ...who };
  const order = random.pick(kind < 0.16 ? issued : issued.filter(({ sold }) => sold));
  const { first_id, quantity } = order;
  const used = inUse.find(({ next }) => next > first_id && next < first_id + quantity);
  const first = used?.next ?? first_id;
  const text = book.of(first).coder.encode(counterOf(first) + random.below(first_id + quantity - first));
  if (random.next() < 0.12) looked.push({ text, ...who });
  return { text, ...who };
}

/** Addresses that the region data place in a province of China. */
function chineseAddresses({ regions }: Services, random: Random, wanted: number): string[] {
  const addresses: string[] = [];
  while (addresses.length < wanted) {
    const address = [1 + random.below(222), random.below(256), random.below(256), 1 + random.below(254)].join('.');
    const { country, province } = regions.find(address);
    if (country === '中国' && province !== '') addresses.push(address);
  }
  return addresses;
}
