import { type Range, subtract, totalOf, union } from '@suyuan/codes/sets/ranges.ts';
import { maxOrdered } from '@suyuan/contract/tagging/code-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { handOuts, takeHandOutLock } from '#trace/state/code-use.ts';

// How everything that is counted moves past what may have been given away after the moment that the database was put back to.

/** A code rule that goes on from a later counter. */
export interface MovedRule {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

/**
 * By how many codes a rule moves: as many as an order may have, and as many as it issued so far; but a tenth of what is left, or
 * half of it if so many were issued, since small rules must not be used up.
 */
function marginOf({ capacity, issued }: { capacity: number; issued: number }, isCertain: boolean): number {
  const rest = capacity - issued;
  const share = isCertain
    ? Math.max(Math.ceil(rest / 10), Math.min(issued, Math.ceil(rest / 2)), 10)
    : Math.max(Math.ceil(rest / 100), 10);
  return Math.min(rest, share, Math.max(maxOrdered, isCertain ? issued : 0));
}

/** Moves all code rules forward. */
export async function moveRules(change: Change, isCertain: boolean): Promise<MovedRule[]> {
  const { sql } = change;
  const rules = await sql<{ id: number; rule_name: string; capacity: number; issued: number }[]>`
    select id, rule_name, capacity, issued from code_rule where kind = 'issued' order by id for update`;
  const moves: MovedRule[] = [];
  for (const rule of rules) {
    const margin = marginOf(rule, isCertain);
    if (margin === 0) continue;
    await sql`update code_rule set issued = issued + ${margin} where id = ${rule.id}`;
    moves.push({ rule: rule.rule_name, from: rule.issued, to: rule.issued + margin });
  }
  return moves;
}

/** How many codes of an order that lines lease from are skipped at least; leases go on behind them. */
const leaseMargin = 1_000_000;

interface OpenOrder extends Range {
  readonly id: number;
}

/**
 * Takes the codes of open orders that were not out yet for codes that are: who wants them printed gives a reason. Of an order that
 * lines lease from, only the next ones, so that lines go on. Resolves to the number of orders.
 */
export async function doubtUnprinted(change: Change, restorationId: number): Promise<number> {
  const { sql } = change;
  await takeHandOutLock(sql);
  const orders = await sql<OpenOrder[]>`
    select o.id, o.first_id as first, o.last_id as last from code_order o join code_rule r on r.id = o.rule_id
    where o.status = 'open' and r.kind = 'issued'`;
  const out = Map.groupBy(
    await sql<(Range & { order_id: number; is_lease: boolean })[]>`
      select h.order_id, h.first, h.last, false as is_lease from ${handOuts(sql)} h
      where h.sent > 0 or h.now in ('running', 'done')
      union all
      select code_order_id, first_id, last_id - returned, true from code_lease where last_id - returned >= first_id
      union all
      select order_id, first_id, last_id, false from unaccounted_codes`,
    ({ order_id }) => order_id,
  );
  const doubted = orders.flatMap(({ id, first, last }) => {
    const ranges = out.get(id) ?? [];
    const free = subtract([{ first, last }], union(ranges));
    const isLeased = ranges.length > 0 && ranges.every(({ is_lease }) => is_lease);
    const some = isLeased ? firstOf(free, Math.max(leaseMargin, totalOf(ranges))) : free;
    return some.map((range) => ({ ...range, id }));
  });
  await sql`
    insert into unaccounted_codes (first_id, last_id, order_id, restoration_id)
    select first, last, order_id, ${restorationId}
    from unnest(${doubted.map(({ first }) => first)}::bigint[], ${doubted.map(({ last }) => last)}::bigint[],
      ${doubted.map(({ id }) => id)}::bigint[]) as d (first, last, order_id)`;
  return new Set(doubted.map(({ id }) => id)).size;
}

/** The first codes of some ranges, as many as these. */
function firstOf(ranges: readonly Range[], count: number): Range[] {
  const some: Range[] = [];
  let rest = count;
  for (const { first, last } of ranges) {
    if (rest <= 0) break;
    const end = Math.min(last, first + rest - 1);
    some.push({ first, last: end });
    rest -= end - first + 1;
  }
  return some;
}

/** How far the numbers of documents move at least, and at most. */
const fewestNumbers = 10_000;
const mostNumbers = 1_000_000_000;
/** The same where it is not certain that any were lost. */
const possiblyLost = 1_000;
/** Code rules can have few ids: they are not printed, and two rules never have the same key. */
const rulesSkipped = 8;

interface Sequence {
  readonly name: string;
  readonly most: number;
  readonly last: number | null;
  /** It counts the ids of a table; others count the numbers of documents. */
  readonly counts_ids: boolean;
}

/** Moves all sequences forward: numbers of documents, and the ids that links, events and files tell. */
export async function moveSequences(change: Change, isCertain: boolean): Promise<void> {
  const { sql } = change;
  const sequences = await sql<Sequence[]>`
    select c.relname as name, least(s.seqmax, 9007199254740991) as most, pg_sequence_last_value(c.oid) as last,
      exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') as counts_ids
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace`;
  for (const { name, most, last, counts_ids } of sequences) {
    const current = last ?? 0;
    const margin = counts_ids || isCertain ? Math.min(Math.max(fewestNumbers, current), mostNumbers) : possiblyLost;
    const step = name === 'code_rule_id_seq' ? rulesSkipped : Math.min(margin, Math.floor((most - current) / 10));
    if (step > 0) await sql`select setval(${name}::text::regclass, ${current + step}::bigint)`;
  }
}

/** Ends all sessions, among them those that were ended after the moment that the database was put back to. */
export async function endSessions(change: Change): Promise<number> {
  return (await change.sql`update session set ended_at = now() where ended_at is null and expires_at > now()`).count;
}
