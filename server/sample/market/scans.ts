import { day } from '@suyuan/contract/durations.ts';
import type { Random } from '@suyuan/simulator/random.ts';
import { counterOf, type RuleBook } from '#identity/rule-book.ts';
import type { Regions } from '#platform/areas/regions.ts';
import type { Connection } from '#platform/database/database.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import { products, userAgents } from '../base/catalogue.ts';
import { monthDays } from '../filling/days.ts';

interface Parts {
  readonly sql: Connection;
  readonly regions: Regions;
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** The share of a month's scans to make. */
  readonly share: number;
}

const scansPerDay = 60;

/**
 * Scans with more on some days and in some places, some codes scanned again by the same people, and some invented codes. For
 * products whose codes are in use, only unused codes are scanned, since the others have scans of their own.
 */
export async function scanForAMonth({ sql, regions, rules: book, desk, signal, random, share }: Parts): Promise<void> {
  const addresses = chineseAddresses(regions, random, 240);
  const orders = await ordersOf(sql);
  const looked: Looked[] = [];
  const now = Date.now();
  for (let ago = monthDays - 1; ago >= 0; ago--) {
    signal.throwIfAborted();
    const issued = orders.filter(({ created_at }) => now - created_at.getTime() >= ago * day);
    const count =
      issued.length === 0 ? 0 : Math.round(scansPerDay * share * (0.6 + random.next()) * (1 + issued.length / 8));
    const scans = Array.from({ length: count }, () => {
      const at = new Date(now - ago * day - random.below(ago === 0 ? day / 4 : day));
      const who = { ip: random.pick(addresses), userAgent: random.pick(userAgents) };
      const { text, ...from } = codeToScan(random, book, { issued, looked, who });
      return desk.scan(text, from, at);
    });
    await Promise.all(scans);
  }
}

interface Placed {
  readonly created_at: Date;
  /** The range of unused codes. */
  readonly first: number;
  readonly last: number;
  /** Whether consumers can have goods with these codes. */
  readonly sold: boolean;
}

/** Orders for the products of the catalogue, and orders of pre-codes. */
const ordersOf = (sql: Connection) => sql<Placed[]>`
  select o.created_at, o.last_id as last, o.status = 'open' and p.id is not null and r.level = 1 as sold,
    coalesce((select max(l.last_id - l.returned) + 1 from code_lease l where l.code_order_id = o.id), o.first_id) as first
  from code_order o join code_rule r on r.id = o.rule_id left join product p on p.id = o.product_id
  where p.id is null or p.product_code = any(${products.map(({ product_code }) => product_code)})
  order by o.id`;

/** The number of latest scans from which repeated ones are chosen, since people scan again soon. */
const lookedAgain = 80;

/** A scanned code, and who scanned it. */
interface Looked {
  readonly text: string;
  readonly ip: string;
  readonly userAgent: string;
}

interface ToScan {
  readonly issued: readonly Placed[];
  readonly looked: Looked[];
  readonly who: Omit<Looked, 'text'>;
}

function codeToScan(random: Random, book: RuleBook, { issued, looked, who }: ToScan): Looked {
  const kind = random.next();
  if (kind < 0.12 && looked.length > 0) return random.pick(looked.slice(-lookedAgain));
  if (kind < 0.14) return { text: Array.from({ length: 16 }, () => random.below(10)).join(''), ...who };
  const { first, last } = random.pick(kind < 0.16 ? issued : issued.filter(({ sold }) => sold));
  const text = book.of(first).coder.encode(counterOf(first) + random.below(last - first + 1));
  if (random.next() < 0.12) looked.push({ text, ...who });
  return { text, ...who };
}

/** Random addresses that the region data place in a province of China. */
function chineseAddresses(regions: Regions, random: Random, count: number): string[] {
  const addresses: string[] = [];
  while (addresses.length < count) {
    const address = [1 + random.below(222), random.below(256), random.below(256), 1 + random.below(254)].join('.');
    const { country, province } = regions.find(address);
    if (country === '中国' && province !== '') addresses.push(address);
  }
  return addresses;
}
