import { type Range, rangesOf, totalOf } from '@suyuan/codes/sets/ranges.ts';
import type { target } from '@suyuan/contract/tagging/code-binding.ts';
import type { CodeClosure } from '@suyuan/contract/tagging/code-closure.ts';
import type { CodeOrder } from '@suyuan/contract/tagging/code-order.ts';
import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { GuessLimit, GuessWatch } from '#identity/guess-limit.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput, notFound, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { ownCodes } from '#trace/lookup/own-goods.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { isGuess, type ReadText, readTexts } from '#trace/read-texts.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** The codes that a call names: an order, a range of it, or a list of codes. */
type TargetInput = Type.Static<Type.TObject<typeof target>>;

export interface OrderFacts {
  readonly id: number;
  readonly first_id: number;
  readonly last_id: number;
  readonly quantity: number;
  readonly product_id: number | null;
  readonly status: CodeOrder['status'];
}

/** A range of code ids within one order. */
export interface OrderRange extends Range {
  readonly order: OrderFacts;
}

export interface Target {
  readonly scope: CodeClosure['scope'];
  /** Sorted and without overlaps. */
  readonly ranges: readonly OrderRange[];
  readonly quantity: number;
}

interface Parts {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly guesses: GuessLimit;
  readonly caller: Caller<Account>;
  readonly db: Kysely<Schema>;
}

/** Resolves the code ids that an input names, and locks their orders against being closed in the meantime. */
export async function targetOf(parts: Parts, input: TargetInput): Promise<Target> {
  const watch = await parts.guesses.watch(parts.caller);
  if (input.codes) return listTarget(parts, input.codes, watch);
  if (input.order_id === undefined) throw badInput({ path: 'order_id', reason: 'required' });
  const [order] = await ordersOf(parts.db, [input.order_id]);
  if (!order) throw notFound('code_order');
  const range = await rangeIn(parts, order, input, watch);
  const isWhole = range.first === order.first_id && range.last === order.last_id;
  return {
    scope: isWhole ? 'order' : 'range',
    ranges: [{ order, ...range }],
    quantity: totalOf([range]),
  };
}

async function listTarget(
  { services, rules, caller, db }: Parts,
  codes: readonly string[],
  watch: GuessWatch,
): Promise<Target> {
  const { sql } = services.system.codes;
  const readings = await readTexts({ sql, rules, reportsMisread: isOfEnterprise(caller.account) }, codes);
  const all = [...new Set(readings.flatMap(({ code }) => (code ? [code.id] : [])))];
  const own = await ownCodes(caller, (await readCodes(sql, all)).among(all));
  const refusals = readings.map(({ code, refused: unread }, index): RefusedText | undefined =>
    code && !own.has(code.id) ? { code: codes[index] as string, reason: 'unknown_code', conflict: null } : unread,
  );
  const ids = [...new Set(readings.flatMap(({ code }, index) => (code && !refusals[index] ? [code.id] : [])))];
  const unknown = refusals.flatMap((one, index): Problem[] => (one ? [problemOf(`codes.${index}`, one)] : []));
  await watch.saw(codes.length, new Set(refusals.flatMap((one) => (one && isGuess(one) ? [one.code] : []))).size);
  if (unknown.length > 0) throw badInput(...unknown.slice(0, 50));
  const byOrder = Map.groupBy(ids, (id) => own.get(id)?.issue.order_id as number);
  const orders = await ordersOf(db, [...byOrder.keys()]);
  const ranges = orders.flatMap((order) => rangesOf(byOrder.get(order.id) ?? []).map((range) => ({ order, ...range })));
  return { scope: 'list', ranges: ranges.sort((a, b) => a.first - b.first), quantity: ids.length };
}

/** Locks orders sorted by id, so that two changes with the same orders cannot deadlock. */
const ordersOf = (db: Kysely<Schema>, ids: readonly number[]): Promise<OrderFacts[]> =>
  db
    .selectFrom('code_order')
    .select(['id', 'first_id', 'last_id', 'quantity', 'product_id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Why a text in an input is none of the codes that it may name. */
const problemOf = (path: string, { reason, conflict }: RefusedText): Problem => ({
  path,
  reason: saidOfFields.includes(reason) ? reason : 'unknown_code',
  params: { conflict: conflict ?? '' },
});

/** The reasons that have a sentence of their own beside a field. */
const saidOfFields: readonly RefusedText['reason'][] = [
  ...(['wrong_gtin', 'contradictory_code', 'malformed_code'] as const),
  ...(['several_codes', 'product_code_only'] as const),
];

async function rangeIn(parts: Parts, order: OrderFacts, input: TargetInput, watch: GuessWatch): Promise<Range> {
  const { from, to, first_code, last_code } = input;
  if (first_code !== undefined || last_code !== undefined) {
    const [first, last] = await Promise.all([
      idIn(parts, order, 'first_code', first_code, watch),
      idIn(parts, order, 'last_code', last_code, watch),
    ]);
    if (last < first) throw badInput({ path: 'last_code', reason: 'range_reversed' });
    return { first, last };
  }
  if (from === undefined && to === undefined) return { first: order.first_id, last: order.last_id };
  return numberedRange(order, from ?? 1, to ?? order.quantity);
}

/** The range of codes with these numbers (from 1) in an order. */
export function numberedRange(order: Pick<OrderFacts, 'first_id' | 'quantity'>, from: number, to: number): Range {
  if (to > order.quantity) throw badInput({ path: 'to', reason: 'too_large', params: { limit: order.quantity } });
  if (to < from) throw badInput({ path: 'to', reason: 'range_reversed' });
  return { first: order.first_id + from - 1, last: order.first_id + to - 1 };
}

async function idIn(
  { services, rules }: Parts,
  order: OrderFacts,
  path: 'first_code' | 'last_code',
  text: string | undefined,
  watch: GuessWatch,
): Promise<number> {
  if (!text?.trim()) throw badInput({ path, reason: 'required' });
  const [reading] = (await readTexts({ sql: services.system.codes.sql, rules, reportsMisread: true }, [text])) as [
    ReadText,
  ];
  const { code, refused } = reading;
  const isIn = code !== undefined && code.id >= order.first_id && code.id <= order.last_id;
  await watch.saw(1, isIn || (refused && !isGuess(refused)) ? 0 : 1);
  if (isIn && !refused) return code.id;
  throw badInput(isIn && refused ? problemOf(path, refused) : { path, reason: 'not_in_order' });
}
