import { numbersIn, type Range, subtract, totalOf, union } from '@suyuan/codes/sets/ranges.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type clearanceAdd, maxDestroyed } from '@suyuan/contract/plant/line/line-clearance.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { SharedServices } from '#shared-services.ts';
import { readTexts } from '#trace/read-texts.ts';
import { recordsOf } from '#trace/state/goods-of-codes.ts';
import { issuedCodesOf, unusedCodes } from '../order/figures/issued-codes.ts';

interface Parts extends Pick<SharedServices, 'rules' | 'guesses'> {
  readonly sql: Connection;
  readonly caller: Caller<Account>;
}

type Labels = NonNullable<InputOf<typeof clearanceAdd>['destroyed']>[number];

/**
 * The codes of the labels of units of an order that were destroyed: those of the ranges that are on nothing yet, or all that were printed and
 * not used. Labels that were scrapped or taken as samples before are passed over. Throws 400 for a range that is not of the order, one
 * with a label that is on goods, and for too many labels.
 */
export async function destroyedCodes(
  parts: Parts,
  order: number,
  { destroyed = [], rest }: Pick<InputOf<typeof clearanceAdd>, 'destroyed' | 'rest'>,
): Promise<readonly number[]> {
  const { sql } = parts;
  if (destroyed.length === 0 && !rest) return [];
  const issued = await issuedCodesOf(sql, order);
  const ranges: Range[] = rest ? [...issued.printed_unused] : [];
  for (const [at, labels] of destroyed.entries()) {
    const path = `destroyed.${at}`;
    const range = await rangeOf(parts, order, labels, path);
    if (subtract([range], issued.issued).length > 0)
      throw badInput({ path: `${path}.first_code`, reason: 'not_in_order' });
    await requireOnNothing(parts, range, `${path}.first_code`);
    ranges.push(range);
  }
  const all = subtract(union(ranges), issued.voided);
  const codes: number[] = [];
  for (const range of all) {
    codes.push(...(await unusedCodes(sql, range, issued)));
    if (codes.length > maxDestroyed)
      throw badInput({ path: rest ? 'rest' : 'destroyed', reason: 'too_many_labels', params: { limit: maxDestroyed } });
  }
  return codes;
}

async function rangeOf(parts: Parts, order: number, labels: Labels, path: string): Promise<Range> {
  const { lease, count, first_code, last_code } = labels;
  if (lease !== undefined) {
    const [row] = await parts.sql<Range[]>`
      select first_id as first, last_id - returned as last from code_lease
      where id = ${lease} and work_order_id = ${order} and level = 1`;
    if (!row) throw badInput({ path: `${path}.lease`, reason: 'no_such', params: { value: lease } });
    if (count === undefined) throw badInput({ path: `${path}.count`, reason: 'required' });
    const limit = totalOf([row]);
    if (count > limit) throw badInput({ path: `${path}.count`, reason: 'too_large', params: { limit } });
    return { first: row.last - count + 1, last: row.last };
  }
  const first = await codeIn(parts, first_code, `${path}.first_code`);
  const last = await codeIn(parts, last_code, `${path}.last_code`);
  if (last < first) throw badInput({ path: `${path}.last_code`, reason: 'range_reversed' });
  if (last - first >= maxDestroyed)
    throw badInput({ path: `${path}.last_code`, reason: 'too_many_labels', params: { limit: maxDestroyed } });
  return { first, last };
}

async function codeIn({ sql, rules, guesses, caller }: Parts, text: string | undefined, path: string): Promise<number> {
  if (!text?.trim()) throw badInput({ path, reason: 'required' });
  const watch = await guesses.watch(caller);
  const [reading] = await readTexts({ sql, rules, reportsMisread: true }, [text]);
  await watch.saw(1, reading?.code ? 0 : 1);
  // As of a code of another order: whether others have it is not told.
  if (!reading?.code || reading.refused) throw badInput({ path, reason: 'not_in_order' });
  return reading.code.id;
}

/** Throws 400 if a label of a range is on goods. */
async function requireOnNothing({ sql, rules }: Parts, range: Range, path: string): Promise<void> {
  const onGoods = (await recordsOf(sql, numbersIn(range))).find(({ boundAt }) => boundAt !== null);
  if (!onGoods) return;
  const texts = await rules.texts(sql, [onGoods.id]);
  throw badInput({ path, reason: 'label_on_goods', params: { code: texts.get(onGoods.id) ?? '' } });
}
