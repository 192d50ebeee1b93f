import { type EpcisCapture, epcisCapture } from '@suyuan/contract/integration/epcis-capture.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';

/** 采集任务: serves the documents that other systems captured. */
export default function serveCaptures(services: Services): void {
  serveDeclaredList(services, epcisCapture, {
    rows: captures,
    narrow: { result: (rows, result) => rows.where(resultOf, '=', result) },
    present: (row) => declaredRow(epcisCapture, row as never),
  });
}

const resultOf = sql<EpcisCapture['result']>`case
  when epcis_capture.success then 'kept' when epcis_capture.kept > 0 then 'partly' else 'refused' end`;

const captures = (db: Kysely<Schema>) =>
  db
    .selectFrom('epcis_capture')
    .leftJoin('account as a', 'a.id', 'epcis_capture.account_id')
    .select([
      'epcis_capture.id',
      'epcis_capture.created_at',
      'a.name as captured_by',
      'epcis_capture.events',
      'epcis_capture.kept',
      'epcis_capture.error_behaviour',
      resultOf.as('result'),
      sql<number>`jsonb_array_length(epcis_capture.errors)`.as('error_count'),
      sql<EpcisCapture['errors']>`jsonb_path_query_array(epcis_capture.errors, '$[0 to 99]')`.as('errors'),
    ]);
