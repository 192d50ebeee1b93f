import type { Kysely } from 'kysely';
import type { Schema } from '../../../../platform/database/schema.ts';
import { sealOf } from './seal.ts';
import { differencesFrom, recordOfSealing, type SealDifference } from './seal-differences.ts';
import { sealedFacts, sealsOnRecord } from './sealed-facts.ts';

/** A sealed case that is not what it was: changed, gone, or sealed by nobody on record. */
export interface BrokenSeal {
  readonly case: string;
  readonly kind: 'changed' | 'missing' | 'unrecorded';
  /** Of one that was changed: what. */
  readonly differences: readonly SealDifference[];
}

export interface SealsVerdict {
  readonly sealed: number;
  readonly broken: readonly BrokenSeal[];
}

/**
 * Counts the seal of every case again, from its facts and the bytes of its photos, and holds it against the one that was
 * written down with it, and that in the chain of the audit log: who changes both would have to change the chain as well. What
 * differs is told by the record of the sealing.
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
      if (onRecord === undefined) {
        broken.push({ case: row.case_no, kind: 'unrecorded', differences: [] });
        continue;
      }
      const now = await sealedFacts(db, row);
      const counted = sealOf(now);
      if (row.seal === counted && onRecord.seal === counted) continue;
      const differences = differencesFrom((await recordOfSealing(db, row.id)) ?? {}, now, row.seal);
      broken.push({ case: onRecord.case_no, kind: 'changed', differences });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const { case_no } of recorded.values()) broken.push({ case: case_no, kind: 'missing', differences: [] });
  return { sealed, broken };
}
