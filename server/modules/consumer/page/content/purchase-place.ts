import type { Services } from '#platform/services.ts';
import type { ScanKey } from './content.ts';

/** The place of purchase, as sent by the form of the page. */
export interface PurchasePlace {
  readonly place: string;
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
}

const longest = 120;

/** Reads the fields of the form; undefined if the place is empty. An invalid position is ignored. */
export function readPlace(form: URLSearchParams): PurchasePlace | undefined {
  const place = (form.get('place') ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest);
  if (place === '') return undefined;
  const latitude = degrees(form.get('latitude'), 90);
  const longitude = degrees(form.get('longitude'), 180);
  const complete = latitude !== undefined && longitude !== undefined;
  return { place, latitude: complete ? latitude : undefined, longitude: complete ? longitude : undefined };
}

/** Rounds to about a kilometre: enough to see that goods were sold elsewhere, too coarse to find a person. */
function degrees(text: string | null, most: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(\.\d{1,20})?$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= most ? Math.round(value * 100) / 100 : undefined;
}

/** Stores the place for its scan; only the first one counts. */
export async function keepPlace(
  { system, config }: Pick<Services, 'system' | 'config'>,
  { codeId, nth }: ScanKey,
  { place, latitude, longitude }: PurchasePlace,
): Promise<void> {
  const { sql } = system.anonymous;
  const exact = config.scanIpDays > 0;
  await sql`
    insert into scan_place (code_id, nth, place, latitude, longitude, told_at)
    values (${codeId}, ${nth}, ${place}, ${exact ? (latitude ?? null) : null}, ${exact ? (longitude ?? null) : null}, now())
    on conflict (code_id, nth) do nothing`;
}
