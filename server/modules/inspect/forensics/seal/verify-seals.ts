import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { sealOf } from './seal.ts';
import { differencesFrom, recordOfSealing, type SealDifference } from './seal-differences.ts';
import { sealedFacts, sealsOnRecord } from './sealed-facts.ts';

/** A sealed case that was changed or deleted, or whose sealing is not in the audit log. */
export interface BrokenSeal {
  readonly case: string;
  readonly kind: 'changed' | 'missing' | 'unrecorded';
  /** What was changed, as far as the record shows it. */
  readonly differences: readonly SealDifference[];
}

export interface SealsVerdict {
  readonly sealed: number;
  readonly broken: readonly BrokenSeal[];
}

/**
 * Computes the seal of every case again from its facts and the bytes of its photos, and compares it with the seal stored with
 * the case and with that in the chain of the audit log: to forge both, one would have to forge the chain as well. Differences
 * are found by comparison with the record of the sealing.
 */
export async function verifySeals(db: Kysely<Schema>): Promise<SealsVerdict> {
  const seals = await sealsOnRecord(db);
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
      const onRecord = seals.get(row.id);
      seals.delete(row.id);
      if (row.status !== 'sealed' && onRecord === undefined) continue;
      sealed += 1;
      if (onRecord === undefined) {
        broken.push({ case: row.case_no, kind: 'unrecorded', differences: [] });
        continue;
      }
      const now = await sealedFacts(db, row);
      const seal = sealOf(now);
      if (row.seal === seal && onRecord.seal === seal) continue;
      const differences = differencesFrom((await recordOfSealing(db, row.id)) ?? {}, now, row.seal);
      broken.push({ case: onRecord.case_no, kind: 'changed', differences });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const { case_no } of seals.values()) broken.push({ case: case_no, kind: 'missing', differences: [] });
  return { sealed, broken };
}
