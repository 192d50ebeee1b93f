import type { Connection } from '#platform/database/database.ts';
import { conflict } from '#platform/refusal.ts';

/** Throws 409 if a certificate of the dealer that a waybill goes to has ended, and the enterprise lets nothing leave then. */
export async function requireCertificates(sql: Connection, waybillId: number, timeZone: string): Promise<void> {
  const [enterprise] = await sql<{ ended_certificates: string }[]>`select ended_certificates from enterprise`;
  if (enterprise?.ended_certificates !== 'refuse') return;
  const [waybill] = await sql<{ to_dealer_id: number | null }[]>`
    select to_dealer_id from waybill where id = ${waybillId}`;
  const [ended] = await sql<{ no: string; day: string }[]>`
    select certificate_no as no, to_char(valid_until, 'YYYY-MM-DD') as day from certificate
    where dealer_id = ${waybill?.to_dealer_id ?? 0} and status = 'enabled'
      and valid_until < (now() at time zone ${timeZone})::date
    order by valid_until limit 1`;
  if (ended) throw conflict('certificate_ended', { ...ended });
}
