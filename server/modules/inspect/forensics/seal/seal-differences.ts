import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { canonical, type SealedFacts } from './seal.ts';

/** A difference from the record of the sealing: a fact with its old and new value, or a photo by its position. */
export interface SealDifference {
  readonly what: string;
  readonly was: string;
  readonly is: string;
}

/** The case in the audit log's record of its sealing. */
type Recorded = Readonly<Record<string, unknown>> & { readonly photos?: readonly string[] };

/** The sealed facts that the audit log's record also has; it lacks the time of sealing and the EXIF facts of photos. */
const facts = [
  'case_no',
  'code',
  'dealer_id',
  'place',
  'area_code',
  'latitude',
  'longitude',
  'found_at',
  'note',
  'chain',
  'created_by',
  'created_at',
  'sealed_by',
] as const satisfies readonly (keyof SealedFacts)[];

const moments: ReadonlySet<string> = new Set(['found_at', 'created_at']);

/** The audit log's record of the sealing, by the id of the case; undefined if there is none. */
export async function recordOfSealing(db: Kysely<Schema>, id: number): Promise<Recorded | undefined> {
  const { rows } = await ksql<{ after: Recorded }>`
    select after from audit_change
    where thing = 'forensic_case' and thing_id = ${id}::text
      and after ->> 'status' = 'sealed' and before ->> 'status' = 'draft'`.execute(db);
  return rows[0]?.after;
}

/** The differences from the record; none if what was changed is not in the record. */
export function differencesFrom(record: Recorded, now: SealedFacts, seal: string | null): readonly SealDifference[] {
  const differences = facts.flatMap((what): SealDifference[] => {
    const [was, is] = [written(what, record[what]), written(what, now[what])];
    return was === is ? [] : [{ what, was, is }];
  });
  const photos = photosThatDiffer(
    record.photos ?? [],
    now.photos.map(({ hash }) => hash),
  );
  const recordedSeal = written('seal', record.seal);
  return [
    ...differences,
    ...photos,
    ...(recordedSeal === (seal ?? '') ? [] : [{ what: 'seal', was: recordedSeal, is: seal ?? '' }]),
  ];
}

function photosThatDiffer(were: readonly string[], are: readonly string[]): SealDifference[] {
  const many = Math.max(were.length, are.length);
  return Array.from({ length: many }, (_, at) => ({
    what: `photo ${at + 1}`,
    was: were[at] ?? '',
    is: are[at] ?? '',
  })).filter(({ was, is }) => was !== is);
}

/** Normalises values for comparison: a time may have another offset, a number more zeros. */
function written(what: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (moments.has(what)) return new Date(`${value}`).toISOString();
  if (what === 'latitude' || what === 'longitude') return `${Number(value)}`;
  return typeof value === 'object' ? canonical(value) : `${value}`;
}
