import type { Kysely } from 'kysely';
import type { RefusalReason } from '../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../identity/rule-book.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Conflict, Refused } from '../capture/acts/acting/refused.ts';
import { lotNumbers, productNames } from '../goods-names.ts';
import { seenNames } from '../seen-names.ts';
import { aboutWaybills } from '../seen-refusals.ts';

/** A refusal of a code, in no language: kept, and put into words when somebody reads it. */
export interface RefusedText {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
  readonly overridable?: boolean;
}

/**
 * Refusals with texts in place of ids: of a code the text in `known`, else the one that it is printed as. Waybills are named
 * as `seen` shows them, which is the database of whoever is told. What is kept for several readers is made of the whole
 * database, and narrowed by `seenRefusals` for each of them.
 */
export async function refusedTexts(
  sql: Connection,
  { rules, seen }: { readonly rules: Pick<RuleBook, 'texts'>; readonly seen: Kysely<Schema> | 'everything' },
  refused: readonly Refused[],
  known: ReadonlyMap<number, string> = new Map(),
): Promise<RefusedText[]> {
  const conflicts = refused.flatMap(({ conflict }) => conflict ?? []);
  const codes = conflicts.filter((conflict) => typeof conflict === 'number');
  const unknown = refused.map(({ code }) => code).filter((id) => !known.has(id));
  const onWaybills = namedBy(conflicts, 'waybillId');
  const [texts, waybills, products, lots] = await Promise.all([
    rules.texts(sql, [...new Set([...codes, ...unknown])]),
    seen === 'everything' ? waybillNumbers(sql, onWaybills) : seenNames(seen, 'waybill', onWaybills),
    productNames(sql, namedBy(conflicts, 'productId')),
    lotNumbers(sql, namedBy(conflicts, 'lotId')),
  ]);
  const inWords = (conflict: Conflict, reason: RefusalReason): string | undefined => {
    if (typeof conflict === 'string') return conflict;
    if (typeof conflict === 'number') return texts.get(conflict);
    if ('waybillId' in conflict) return aboutWaybills.has(reason) ? waybills.get(conflict.waybillId) : undefined;
    return 'productId' in conflict ? products.get(conflict.productId) : lots.get(conflict.lotId);
  };
  return refused.map(({ code, reason, conflict, overridable }) => ({
    code: known.get(code) ?? texts.get(code) ?? '',
    reason,
    conflict: conflict === undefined || conflict === null ? null : (inWords(conflict, reason) ?? null),
    ...(overridable ? { overridable } : {}),
  }));
}

/** The ids of one kind that conflicts name. */
const namedBy = (conflicts: readonly Conflict[], kind: 'waybillId' | 'productId' | 'lotId'): number[] => [
  ...new Set(
    conflicts.flatMap((conflict) =>
      typeof conflict === 'object' && kind in conflict ? Object.values(conflict as Record<string, number>) : [],
    ),
  ),
];

async function waybillNumbers(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; waybill_no: string }[]>`
    select id, waybill_no from waybill where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, waybill_no }) => [id, waybill_no]));
}
