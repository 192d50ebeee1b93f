import { guessOdds } from '@suyuan/codes/format/format.ts';
import { codeIdOf } from '#identity/deciphering.ts';
import { formatOf, type StoredRule } from '#identity/rule-book.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

/** How far behind the last issued code it is looked. */
const reach = 1_000_000;
/** Of rules whose codes can be guessed, such as sequential ones, a code proves nothing. */
const leastOdds = 1e-8;

type Rule = StoredRule & { readonly issued: number; readonly capacity: number };

/**
 * Whether consumers scanned codes that come next: they were printed, so the database forgot that it issued them. Whoever does not
 * have the key of the rule cannot make them up.
 */
export async function seenBeforeIssued(sql: Sql): Promise<boolean> {
  const ranges = await nextCodes(sql);
  if (ranges.length === 0) return false;
  const isNext = ranges
    .map(({ first, last }) => sql`code_id between ${first}::bigint and ${last}::bigint`)
    .reduce((all, one) => sql`${all} or ${one}`);
  const [scan] = await sql<{ code_id: number }[]>`select code_id from scan_stat where ${isNext} limit 1`;
  if (!scan) return false;
  // It may have been issued between these queries.
  return (await nextCodes(sql)).some(({ first, last }) => first <= scan.code_id && scan.code_id <= last);
}

async function nextCodes(sql: Sql): Promise<{ first: number; last: number }[]> {
  const rules = await sql<Rule[]>`select * from code_rule where kind = 'issued'`;
  return rules
    .filter((rule) => rule.issued < rule.capacity && guessOdds(formatOf(rule), reach) <= leastOdds)
    .map(({ id, issued, capacity }) => ({
      first: codeIdOf(id, issued),
      last: codeIdOf(id, Math.min(issued + reach, capacity) - 1),
    }));
}
