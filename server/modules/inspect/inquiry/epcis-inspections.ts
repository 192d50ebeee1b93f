import type { Connection } from '../../../platform/database/database.ts';

interface Looked {
  readonly kind: 'inspection' | 'evidence';
  readonly id: number;
  readonly at: Date;
  readonly recorded_at: Date;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** An event with its time, by which it stands among others. */
export interface TimedEvent extends Readonly<Record<string, unknown>> {
  readonly eventTime: string;
}

/**
 * 稽查 and 取证 of a code as EPCIS events: somebody observed it. Nothing follows from it for where the goods are or what they
 * are, and what is suspected is no word of it: that is for a person to settle.
 */
export async function inspectionEvents(
  sql: Connection,
  code: number,
  { url, uri }: { readonly url: string; readonly uri: string },
): Promise<TimedEvent[]> {
  const rows = await sql<Looked[]>`
    select 'inspection' as kind, id, inspected_at as at, inspected_at as recorded_at, latitude, longitude
    from inspect_record where code_id = ${code}
    union all
    select 'evidence', id, found_at, sealed_at, latitude, longitude
    from forensic_case where code_id = ${code} and sealed_at is not null
    order by at, id`;
  return rows.map(({ kind, id, at, recorded_at, latitude, longitude }) => ({
    type: 'ObjectEvent',
    eventID: `${url}/${kind}/${id}`,
    eventTime: at.toISOString(),
    eventTimeZoneOffset: '+00:00',
    recordTime: recorded_at.toISOString(),
    ...(latitude === null ? {} : { readPoint: { id: `geo:${Number(latitude)},${Number(longitude)}` } }),
    epcList: [uri],
    action: 'OBSERVE',
    bizStep: 'inspecting',
  }));
}
