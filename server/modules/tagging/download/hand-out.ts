import { intersect, type Range, rangeFrom, totalOf, union } from '@suyuan/codes/sets/ranges.ts';
import { type FileFormat, mayReprint } from '@suyuan/contract/tagging/order-download.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { handOuts, lastUsedIn, takeHandOutLock } from '#trace/state/code-use.ts';

import { type OrderSource, runOf } from './order-source.ts';

/** Two bottles with one code are what this system exists to prevent: no label goes out twice without a reason. */

/** What a file is like besides its codes. The same file that failed may be made again. */
export interface FileShape {
  readonly accountId: number;
  readonly format: FileFormat | 'pdf';
  readonly compress: 'none' | 'gzip';
  readonly columns: string;
  /** The rest of a file is asked for of which some was received. */
  readonly isResumed?: boolean;
  /** A file that is about to be sent takes the place of one that waits for its browser. */
  readonly replacesWaiting?: boolean;
}

/** Which codes are asked for, by their numbers in the order or part, from 1. */
export interface RequestedRun {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Why codes are handed out again. */
  readonly reprint?: string | undefined;
}

export interface HandOut {
  readonly order: OrderSource;
  readonly shape: FileShape;
  readonly requested: RequestedRun;
  /** The id of the record that `begin` writes. */
  readonly downloadId: string;
}

/**
 * Chooses the codes and calls `begin`, which writes the record, while nobody else hands out or leases codes. Of waiting files, one
 * that was asked for without a reason to reprint is replaced.
 */
export async function handOut(
  { system, issuance }: Services,
  caller: Caller<Account>,
  { order, shape, requested, downloadId }: HandOut,
  begin: (
    transaction: Connection,
    choice: { readonly run: Range; readonly reprint: string | undefined },
  ) => Promise<void>,
): Promise<Range> {
  const { sql } = system.codes;
  const replacing = { ...shape, replacesWaiting: requested.reprint === undefined };
  return issuance.inTransaction(sql, async (transaction, issue) => {
    await takeHandOutLock(transaction);
    const run = await runAsked(transaction, order, replacing, requested);
    const isAgain = await requireFree(transaction, caller, order, run, replacing, requested.reprint);
    if (replacing.replacesWaiting) {
      await transaction`
        update code_download set state = 'broken', ticket_hash = null
        where order_id = ${order.order_id} and account_id = ${shape.accountId} and state = 'waiting'
          and first_id <= ${run.last} and last_id >= ${run.first}`;
    }
    await begin(transaction, { run, reprint: isAgain ? requested.reprint : undefined });
    await issue({ table: 'code_download', key: downloadId });
    return run;
  });
}

/** All codes of the order, or of the part. */
const wholeOf = (order: OrderSource): Range => {
  const { firstId, quantity } = runOf(order);
  return rangeFrom(firstId, quantity);
};

/**
 * The codes that are asked for. Unless it is said where they begin, they begin behind all that is out; of a reprint, at the first.
 * Throws 400 for numbers that the order or part does not have, 409 if everything is out.
 */
async function runAsked(
  sql: Connection,
  order: OrderSource,
  shape: FileShape,
  { from, to, reprint }: RequestedRun,
): Promise<Range> {
  const whole = wholeOf(order);
  const size = totalOf([whole]);
  if (to !== undefined && to > size) throw badInput({ path: 'to', reason: 'too_large', params: { limit: size } });
  if (from !== undefined && from > (to ?? size))
    throw badInput({ path: 'from', reason: 'too_large', params: { limit: to ?? size } });
  const last = whole.first + (to ?? size) - 1;
  if (from !== undefined) return { first: whole.first + from - 1, last };
  if (reprint !== undefined) return { first: whole.first, last };
  const first = await firstFree(sql, order, shape);
  if (first > last) throw conflict('all_handed_out', { order: order.order_no });
  return { first, last };
}

/** What is out of an order or part, in its own numbers, for everybody or for who makes a file of this shape. */
export async function handedOutOf(sql: Connection, order: OrderSource, shape?: FileShape) {
  const whole = wholeOf(order);
  const out = intersect(await outOf(sql, order.order_id, shape), [whole]);
  const first = await firstFree(sql, order, shape);
  const numberOf = (id: number) => id - whole.first + 1;
  return {
    ranges: out.slice(0, maxRanges).map((range) => ({ from: numberOf(range.first), to: numberOf(range.last) })),
    out: totalOf(out),
    next: first > whole.last ? null : numberOf(first),
  };
}

/** How many ranges are told of. */
const maxRanges = 100;

/** The first code behind all that is out of an order or part; behind its last code if that is. */
async function firstFree(sql: Connection, order: OrderSource, shape?: FileShape): Promise<number> {
  const whole = wholeOf(order);
  const out = intersect(await outOf(sql, order.order_id, shape), [whole]).at(-1)?.last ?? 0;
  return Math.max(whole.first, out + 1, (await lastUsedIn(sql, whole)) + 1);
}

/**
 * Throws if some of the codes are out: without a reason 400, without the right to hand out again 409. Resolves to whether they are
 * handed out again.
 */
async function requireFree(
  sql: Connection,
  { account }: Caller<Account>,
  order: OrderSource,
  run: Range,
  shape: FileShape,
  reprint: string | undefined,
): Promise<boolean> {
  const refusal = await refusalOf(sql, order, run, shape);
  if (!refusal) return false;
  const { reason, byRight, params } = refusal;
  if (!holds(account, mayReprint)) throw conflict(byRight, params);
  if (!reprint?.trim()) throw badInput({ path: 'reprint', reason, params });
  return true;
}

async function refusalOf(sql: Connection, order: OrderSource, run: Range, shape: FileShape) {
  const numberOf = (id: number) => id - order.first_id + 1;
  const out = intersect(await outOf(sql, order.order_id, shape), [run]);
  const [one] = out;
  if (one)
    return {
      reason: 'handed_out',
      byRight: 'handed_out_by_right',
      params: { count: totalOf(out), from: numberOf(one.first), to: numberOf(out.at(-1)?.last ?? one.last) },
    };
  const lastCode = await lastUsedIn(sql, run);
  return lastCode > 0
    ? { reason: 'on_goods_already', byRight: 'on_goods_already_by_right', params: { number: numberOf(lastCode) } }
    : undefined;
}

/**
 * The codes of an order that are out: as files or labels that were sent, are being sent, or are about to be; leased to lines; and
 * unaccounted for after a restore. A file that failed is not out for who makes the same again.
 */
async function outOf(sql: Connection, order: number, shape?: FileShape): Promise<Range[]> {
  const isSame = shape
    ? sql`h.account_id = ${shape.accountId} and h.format = ${shape.format} and h.compress = ${shape.compress}
        and h.columns = ${shape.columns}`
    : sql`false`;
  const isFailed = sql`h.now = 'broken' or h.now = 'waiting' and ${shape?.replacesWaiting === true}
    or h.now = 'running' and ${shape?.isResumed === true}`;
  return union(
    await sql<Range[]>`
      select h.first, h.last from ${handOuts(sql)} h
      where h.order_id = ${order} and not (${isSame} and (${isFailed}))
        and (h.now in ('done', 'running') or h.now = 'waiting' and h.ticket_expires_at > now() or h.sent > 0)
      union all
      select first_id, last_id - returned from code_lease
      where code_order_id = ${order} and last_id - returned >= first_id
      union all
      select first_id, last_id from unaccounted_codes where order_id = ${order}`,
  );
}
