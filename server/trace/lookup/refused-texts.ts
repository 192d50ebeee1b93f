import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { onConnection } from '#platform/database/transaction.ts';
import type { Conflict, Refused } from '../capture/context/refused.ts';
import { lotNumbers, productNames } from '../goods.ts';
import { aboutWaybills } from '../refusal-text.ts';
import type { HeldBy, HoldDocument } from '../state/holds.ts';
import { namedPlaces, visibleNames } from '../visible-names.ts';

/** A refusal of a code, in no language: kept, and put into words when somebody reads it. */
export interface RefusedText {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
  readonly overridable?: boolean;
}

/**
 * Refusals with texts in place of ids: of a code the text in `ownTexts`, else the one that it is printed as. Waybills are named
 * as `seen` shows them, which is the database of the reader. What is kept for several readers is made of the whole
 * database, and narrowed by `visibleRefusals` for each of them.
 */
export async function refusedTexts(
  sql: Connection,
  { rules, seen: db }: { readonly rules: Pick<RuleBook, 'texts'>; readonly seen: Kysely<Schema> | 'everything' },
  refused: readonly Refused[],
  ownTexts: ReadonlyMap<number, string> = new Map(),
): Promise<RefusedText[]> {
  const scope = db === 'everything' ? db : onConnection(db, sql);
  const conflicts = refused.flatMap(({ conflict }) => conflict ?? []);
  const conflictHolds = conflicts.filter(isHeldBy);
  const codes = [...conflicts, ...conflictHolds.map(({ by }) => by)].flatMap((one) =>
    typeof one === 'number' ? one : typeof one === 'object' && 'code' in one ? one.code : [],
  );
  const unknown = refused.map(({ code }) => code).filter((id) => !ownTexts.has(id));
  const onWaybills = namedBy(conflicts, 'waybillId');
  const [texts, waybills, products, lots, holds, places] = await Promise.all([
    rules.texts(sql, [...new Set([...codes, ...unknown])]),
    scope === 'everything' ? waybillNumbers(sql, onWaybills) : visibleNames(scope, 'waybill', onWaybills),
    productNames(sql, namedBy(conflicts, 'productId')),
    lotNumbers(sql, [
      ...namedBy(conflicts, 'lotId'),
      ...conflictHolds.flatMap(({ by }) => ('lotId' in by ? by.lotId : [])),
    ]),
    // What is kept for several readers does not give the reason for a hold: not everybody may know.
    scope === 'everything'
      ? () => undefined
      : holdsInWords(
          scope,
          conflictHolds.map(({ document }) => document),
        ),
    scope === 'everything'
      ? undefined
      : namedPlaces(sql, scope, [
          ...namedBy(conflicts, 'placeId'),
          ...conflictHolds.flatMap(({ by }) => ('placeId' in by ? by.placeId : [])),
        ]),
  ]);
  const placeName = (id: number) => {
    const place = places?.get(id);
    return place?.name ?? place?.code ?? undefined;
  };
  const what = (by: HeldBy['by']) => {
    if ('code' in by) return texts.get(by.code);
    if ('lotId' in by) return lots.get(by.lotId);
    return placeName(by.placeId);
  };
  const inWords = (conflict: Conflict, reason: RefusalReason): string | undefined => {
    if (typeof conflict === 'string') return conflict;
    if (typeof conflict === 'number') return texts.get(conflict);
    if (isHeldBy(conflict)) return heldInWords(what(conflict.by), holds(conflict.document));
    if ('placeId' in conflict) return placeName(conflict.placeId);
    if ('waybillId' in conflict) return aboutWaybills.has(reason) ? waybills.get(conflict.waybillId) : undefined;
    return 'productId' in conflict ? products.get(conflict.productId) : lots.get(conflict.lotId);
  };
  return refused.map(({ code, reason, conflict, overridable }) => ({
    code: ownTexts.get(code) ?? texts.get(code) ?? '',
    reason,
    conflict: conflict === undefined || conflict === null ? null : (inWords(conflict, reason) ?? null),
    ...(overridable ? { overridable } : {}),
  }));
}

const isHeldBy = (conflict: Conflict): conflict is HeldBy => typeof conflict === 'object' && 'document' in conflict;

/** The held code, lot or place, with the number, reason and owner of the hold as far as the reader may know them. */
const heldInWords = (what: string | undefined, hold: HoldInWords | undefined): string | undefined =>
  [what, hold && `${hold.no} ${hold.reason}`, hold?.owner].filter(Boolean).join(' · ') || undefined;

/** The ids of one kind that conflicts name. */
const namedBy = (conflicts: readonly Conflict[], kind: 'waybillId' | 'productId' | 'lotId' | 'placeId'): number[] => [
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

/** A recall or quality hold, as it is named to people of the enterprise who meet goods that it holds. */
interface HoldInWords extends HoldDocument {
  readonly no: string;
  readonly reason: string;
  /** The person who decides about it. */
  readonly owner: string | null;
  readonly due_at: string | null;
}

/**
 * Returns a lookup of what goods are on hold for. `db` is the database of the reader: people of a party learn nothing of
 * the enterprise's recalls and holds.
 */
export async function holdsInWords(
  db: Kysely<Schema>,
  documents: readonly HoldDocument[],
): Promise<(document: HoldDocument | undefined) => HoldInWords | undefined> {
  const idsOf = (kind: HoldDocument['kind']) => [
    ...new Set(documents.flatMap((one) => (one.kind === kind ? one.id : []))),
  ];
  const [holds, recalls] = await Promise.all([qualityHolds(db, idsOf('quality_hold')), recallsOf(db, idsOf('recall'))]);
  return (document) => document && (document.kind === 'recall' ? recalls : holds).get(document.id);
}

async function qualityHolds(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, HoldInWords>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('quality_hold as q')
    .leftJoin('account as a', 'a.id', 'q.owner_id')
    .select(['q.id', 'q.hold_no as no', 'q.reason', 'a.name as owner', 'q.due_at'])
    .where('q.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { kind: 'quality_hold', ...row, due_at: row.due_at.toISOString() }]));
}

async function recallsOf(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, HoldInWords>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('recall as r')
    .leftJoin('account as a', 'a.id', 'r.begun_by')
    .select(['r.id', 'r.recall_no as no', 'r.reason', 'a.name as owner'])
    .where('r.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { kind: 'recall', ...row, due_at: null }]));
}
