import type { RefusalReason } from '../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../identity/rule-book.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Refused } from '../capture/acts/acting/refused.ts';

/** A code that was refused, as it was sent. */
export interface RefusedText {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
  readonly overridable?: boolean;
}

/** What was refused of codes, by their texts: those that are known, and those that they are printed as. */
export async function refusedTexts(
  sql: Connection,
  rules: Pick<RuleBook, 'texts'>,
  refused: readonly Refused[],
  known: ReadonlyMap<number, string> = new Map(),
): Promise<RefusedText[]> {
  const conflicts = refused.flatMap(({ conflict }) => (typeof conflict === 'number' ? [conflict] : []));
  const unknown = refused.map(({ code }) => code).filter((id) => !known.has(id));
  const [texts, waybills] = await Promise.all([
    rules.texts(sql, [...new Set([...conflicts, ...unknown])]),
    waybillNos(sql, refused),
  ]);
  const inWords = (conflict: Refused['conflict']): string | null => {
    if (typeof conflict === 'number') return texts.get(conflict) ?? null;
    return typeof conflict === 'object' && conflict ? (waybills.get(conflict.waybillId) ?? null) : (conflict ?? null);
  };
  return refused.map(({ code, reason, conflict, overridable }) => ({
    code: known.get(code) ?? texts.get(code) ?? '',
    reason,
    conflict: inWords(conflict),
    ...(overridable ? { overridable } : {}),
  }));
}

async function waybillNos(sql: Connection, refused: readonly Refused[]): Promise<ReadonlyMap<number, string>> {
  const ids = refused.flatMap(({ conflict }) => (typeof conflict === 'object' && conflict ? [conflict.waybillId] : []));
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; waybill_no: string }[]>`
    select id, waybill_no from waybill where id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, waybill_no }) => [id, waybill_no]));
}
