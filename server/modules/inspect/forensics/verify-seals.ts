import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { sealOf } from './seal.ts';
import { sealedFacts, sealsOnRecord } from './sealed-facts.ts';

/** A sealed case that is not what it was: changed, gone, or sealed by nobody on record. */
export interface BrokenSeal {
  readonly case: string;
  readonly kind: 'changed' | 'missing' | 'unrecorded';
}

export interface SealsVerdict {
  readonly sealed: number;
  readonly broken: readonly BrokenSeal[];
}

/**
 * Counts the seal of every case again, from its facts and the bytes of its photos, and holds it against the one that was
 * written down with it, and that in the chain of the audit log: who changes both would have to change the chain as well.
 */
export async function verifySeals(db: Kysely<Schema>): Promise<SealsVerdict> {
  const recorded = await sealsOnRecord(db);
  const broken: BrokenSeal[] = [];
  let sealed = 0;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('forensic_case')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(20)
      .execute();
    for (const row of rows) {
      const onRecord = recorded.get(row.id);
      recorded.delete(row.id);
      if (row.status !== 'sealed' && onRecord === undefined) continue;
      sealed += 1;
      const counted = sealOf(await sealedFacts(db, row));
      if (onRecord === undefined) broken.push({ case: row.case_no, kind: 'unrecorded' });
      else if (row.seal !== counted || onRecord !== counted) broken.push({ case: row.case_no, kind: 'changed' });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const id of recorded.keys()) broken.push({ case: `${id}`, kind: 'missing' });
  return { sealed, broken };
}
