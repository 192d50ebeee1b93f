import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { HoldDocument } from '../state/holds.ts';

/** A recall or quality hold, as it is named to people of the enterprise who meet goods that it holds. */
export interface HoldInWords extends HoldDocument {
  readonly no: string;
  readonly reason: string;
  /** The person who decides about it. */
  readonly owner: string | null;
  readonly due_at: string | null;
}

/**
 * Returns a lookup of what goods are on hold for. `db` is the database of whoever is told: to people of a party nothing is told of
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
