import { forensicCase } from '@suyuan/contract/inspect/case/forensic-case.ts';
import type { Kysely, Selectable } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { conflict, notFound } from '#platform/refusal.ts';

/** The query for cases, with joined columns. */
export const cases = (db: Kysely<Schema>) =>
  db
    .selectFrom('forensic_case')
    .leftJoin('dealer as d', 'd.id', 'forensic_case.dealer_id')
    .leftJoin('account as s', 's.id', 'forensic_case.sealed_by')
    .innerJoin('account as c', 'c.id', 'forensic_case.created_by')
    .leftJoin('inspect_case as k', 'k.id', 'forensic_case.inspect_case_id')
    .leftJoin('inspect_record as i', 'i.id', 'forensic_case.inspect_id')
    .selectAll('forensic_case')
    .select([
      'i.code as inspected_code',
      'd.dealer_name',
      's.name as sealer',
      'c.name as creator',
      'k.case_no as inspect_case_no',
    ])
    .select((eb) =>
      eb
        .selectFrom('forensic_photo as p')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('p.case_id', '=', 'forensic_case.id')
        .as('photos'),
    );

export type ForensicRow = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number];

export const presented = (row: ForensicRow) =>
  declaredRow(forensicCase, {
    ...row,
    photos: Number(row.photos ?? 0),
    area_name: row.area_code && areaName(row.area_code),
    created_by: row.creator,
    created_by_id: row.created_by,
  });

export async function found(db: Kysely<Schema>, id: number): Promise<ForensicRow> {
  const row = await cases(db).where('forensic_case.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('forensic_case');
  return row;
}

export const byKey = (db: Kysely<Schema>, key: string) =>
  db.selectFrom('forensic_case').select(['id', 'case_no']).where('draft_key', '=', key).executeTakeFirst();

/** Locks a case that can still be changed; throws 404 if there is none, 409 if it is sealed. */
export async function draft(change: Change, id: number): Promise<Selectable<Schema['forensic_case']>> {
  await change.changing('forensic_case', id);
  const row = await change.db.selectFrom('forensic_case').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('forensic_case');
  if (row.status === 'sealed') throw conflict('forensic_sealed', { case: row.case_no });
  return row;
}
