import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { gs1CheckDigit } from '../../codes/check.ts';
import { productAdd } from '../../contract/base.ts';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import { orderAdd, orderClose, ruleAdd } from '../../contract/tagging.ts';
import type { ScanDesk } from '../modules/consumer/scan.ts';
import { counterOf, type RuleBook } from '../modules/trace/rule-book.ts';
import { hashPassword } from '../platform/passwords.ts';
import type { Services } from '../platform/services.ts';
import { orders, products, rules, userAgents } from './catalogue.ts';
import { Random } from './random.ts';

const seed = 20_260_131;
const days = 30;
const scansPerDay = 60;
const dayLength = 86_400_000;

export interface SampleParts {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
}

/**
 * Fills an empty system through its own calls, from a fixed seed: products, rules, orders and a month of scans. Does
 * nothing where there is a product or a rule already.
 */
export async function fillSample(parts: SampleParts): Promise<void> {
  const { sql } = parts.services.system;
  const [used] = await sql`select 1 from product union all select 1 from code_rule limit 1`;
  if (used) return;
  await asSampleAccount(parts, async (call) => {
    const productIds: number[] = [];
    for (const { gtinBody, ...product } of products) {
      const gtin = gtinBody + gs1CheckDigit(gtinBody);
      productIds.push((await call(productAdd, { ...product, gtin })).id);
    }
    const ruleIds: number[] = [];
    for (const rule of rules) ruleIds.push((await call(ruleAdd, rule)).id);
    for (const order of orders) await placeOrder(parts, call, order, productIds, ruleIds);
  });
  await scanForAMonth(parts);
}

type CallServer = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;

/** An account of its own does it, so that it can be told from people's work; it cannot sign in. */
async function asSampleAccount(
  { app, services }: SampleParts,
  work: (call: CallServer) => Promise<void>,
): Promise<void> {
  const { system, sessions } = services;
  const { sql } = system;
  const hash = await hashPassword(randomBytes(32).toString('hex'));
  const [account] = await sql<{ id: number }[]>`
    insert into account (account_name, account_type, name, password_hash, administrator)
    values ('sample-data', 1, '样例数据', ${hash}, true) returning id`;
  if (!account) throw new Error('the sample account was not made');
  const token = await sessions.open(account.id, { ip: '127.0.0.1', userAgent: 'sample data' });
  try {
    await work(async (call, input) => {
      const response = await app.inject({
        method: call.method,
        url: call.path,
        headers: { token },
        payload: input as object,
      });
      const { status_code, message, data } = response.json();
      if (status_code !== 200) throw new Error(`sample data: ${call.path}: ${message}`);
      return data;
    });
  } finally {
    await sql`update account set status = 'disabled' where id = ${account.id}`;
    await sessions.closeAll(account.id);
  }
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

/** More on some days and in some places; a few codes again and again, a few invented ones. */
async function scanForAMonth({ services, rules: book, desk }: SampleParts): Promise<void> {
  const random = new Random(seed);
  const addresses = chineseAddresses(services, random, 240);
  const placed = await services.system.sql<Placed[]>`
    select first_id, quantity, created_at, status = 'open' and product_id is not null as sold from code_order order by id`;
  const copied: string[] = [];
  const now = Date.now();
  for (let ago = days - 1; ago >= 0; ago--) {
    const issued = placed.filter(({ created_at }) => now - created_at.getTime() >= ago * dayLength);
    const count = issued.length === 0 ? 0 : Math.round(scansPerDay * (0.6 + random.next()) * (1 + issued.length / 8));
    const scans = Array.from({ length: count }, () => {
      const at = new Date(now - ago * dayLength - random.below(ago === 0 ? dayLength / 4 : dayLength));
      const text = codeToScan(random, book, issued, copied);
      return desk.scan(text, { ip: random.pick(addresses), userAgent: random.pick(userAgents) }, at);
    });
    await Promise.all(scans);
  }
  // Days that were counted while they were being filled are counted again.
  await services.system.sql`delete from scan_day`;
  await services.system.sql`delete from scan_day_closed`;
}

interface Placed {
  first_id: number;
  quantity: number;
  created_at: Date;
  /** On goods that consumers can have. */
  sold: boolean;
}

function codeToScan(random: Random, book: RuleBook, issued: Placed[], copied: string[]): string {
  const kind = random.next();
  if (kind < 0.12 && copied.length > 0) return random.pick(copied);
  if (kind < 0.14) return Array.from({ length: 16 }, () => random.below(10)).join('');
  const order = random.pick(kind < 0.16 ? issued : issued.filter(({ sold }) => sold));
  const { coder } = book.of(order.first_id);
  const code = coder.encode(counterOf(order.first_id) + random.below(order.quantity));
  if (random.next() < 0.04) copied.push(code);
  return code;
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
