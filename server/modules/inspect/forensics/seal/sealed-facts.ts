import type { Kysely, Selectable } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { hashOf, type SealedFacts } from './seal.ts';

type CaseRow = Selectable<Schema['forensic_case']>;

/** Reads the current data that a seal is computed over; photos are hashed again from their bytes. */
export async function sealedFacts(db: Kysely<Schema>, row: CaseRow): Promise<SealedFacts> {
  const photos = await db
    .selectFrom('forensic_photo')
    .select(['original', 'taken_at', 'latitude', 'longitude', 'camera', 'added_by', 'added_at'])
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    case_no: row.case_no,
    code: row.code,
    dealer_id: row.dealer_id,
    place: row.place,
    area_code: row.area_code,
    latitude: numberOf(row.latitude),
    longitude: numberOf(row.longitude),
    found_at: row.found_at.toISOString(),
    note: row.note,
    chain: row.chain ?? [],
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    sealed_by: row.sealed_by ?? 0,
    sealed_at: row.sealed_at?.toISOString() ?? '',
    photos: photos.map(({ original, added_at, latitude, longitude, ...photo }) => ({
      hash: hashOf(original),
      bytes: original.length,
      ...photo,
      latitude: numberOf(latitude),
      longitude: numberOf(longitude),
      added_at: added_at.toISOString(),
    })),
  };
}

export const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));

/** The seals and numbers of all cases in the chain of the audit log, by the id of the case. */
export async function sealsOnRecord(db: Kysely<Schema>): Promise<Map<number, { seal: string; case_no: string }>> {
  const { rows } = await ksql<{ thing_id: string; seal: string; case_no: string }>`
    select thing_id, after ->> 'seal' as seal, after ->> 'case_no' as case_no from audit_change
    where thing = 'forensic_case' and after ->> 'status' = 'sealed' and before ->> 'status' = 'draft'`.execute(db);
  return new Map(rows.map(({ thing_id, ...sealed }) => [Number(thing_id), sealed]));
}
