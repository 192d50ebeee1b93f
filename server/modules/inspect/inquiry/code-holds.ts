import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { holdsInWords } from '#trace/lookup/refused-texts.ts';
import { type CodeRecord, goodsIn } from '#trace/state/code-record.ts';
import type { Ledger } from '#trace/state/ledger.ts';

/** The most holds in an answer. */
const maxHolds = 50;

interface HoldRow {
  readonly code: number | null;
  readonly lot_id: number | null;
  readonly exempts: boolean;
  readonly recall_id: number | null;
  readonly quality_hold_id: number | null;
  readonly reason: string;
  readonly held_at: Date;
  readonly held_by: string;
  readonly released_at: Date | null;
}

/** The current and past holds on a code, its packages, its lots and the place where it is, the latest first. */
export async function holdsOf(
  { sql, db }: { readonly sql: Connection; readonly db: Kysely<Schema> },
  ledger: Ledger,
  record: CodeRecord,
): Promise<CodeInformation['holds']> {
  const lots = goodsIn(record).flatMap(({ lotId }) => lotId ?? []);
  const rows = await sql<HoldRow[]>`
    select h.code, h.lot_id, h.exempts, h.recall_id, h.quality_hold_id, h.reason, h.held_at, a.name as held_by, h.released_at
    from hold h join account a on a.id = h.held_by
    where h.code = any(${ledger.with(record)}::bigint[]) or h.lot_id = any(${lots}::bigint[])
      or h.place_id = ${ledger.placeOf(record)} and h.released_at is null
    order by h.held_at desc, h.id desc`;
  // A code that was released one by one is free of what its document holds otherwise.
  const releases = new Map(rows.flatMap((row) => (row.exempts ? [[keyOf(row), row.held_at.toISOString()]] : [])));
  const holds = rows.filter(({ exempts }) => !exempts).slice(0, maxHolds);
  const holdOf = await holdsInWords(db, holds.map(documentOf));
  return holds.map((row) => {
    const { code, lot_id, reason, held_at, held_by, released_at } = row;
    const { kind, id } = documentOf(row);
    const words = holdOf({ kind, id });
    return {
      by: code === record.id ? 'code' : code !== null ? 'package' : lot_id !== null ? 'lot' : 'place',
      ...{ kind, id: id || null, no: words?.no ?? null },
      ...{ owner: words?.owner ?? null, due_at: words?.due_at ?? null },
      reason: words?.reason ?? reason,
      held_at: held_at.toISOString(),
      held_by,
      released_at: released_at?.toISOString() ?? releases.get(keyOf(row)) ?? null,
    };
  });
}

const documentOf = ({ recall_id, quality_hold_id }: Pick<HoldRow, 'recall_id' | 'quality_hold_id'>) =>
  quality_hold_id === null
    ? ({ kind: 'recall', id: recall_id ?? 0 } as const)
    : ({ kind: 'quality_hold', id: quality_hold_id } as const);

const keyOf = (row: HoldRow): string => `${row.recall_id} ${row.quality_hold_id}`;
