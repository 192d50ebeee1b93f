import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { PlaceRef } from '../places.ts';
import type { PartyRef } from './handovers.ts';

interface PlaceGln {
  readonly gln: string;
  readonly extension: string | null;
}

/** The Global Location Numbers of places and parties that have one. */
export interface Glns {
  ofPlace(place: PlaceRef): PlaceGln | undefined;
  ofParty(party: PartyRef): string | undefined;
}

const places = {
  warehouse: { table: 'warehouse', extends: true },
  factory: { table: 'factory', extends: true },
  line: { table: 'production_line', extends: true },
  ship_to: { table: 'ship_to', extends: true },
  dealer: { table: 'dealer', extends: false },
} as const;
type Located = keyof typeof places;

const isLocated = (kind: string): kind is Located => kind in places;

/** Reads the GLNs of places and parties, and of the enterprise. */
export async function readGlns(
  sql: Connection,
  asked: readonly PlaceRef[],
  parties: readonly PartyRef[],
): Promise<Glns> {
  const refs = [...asked, ...parties.flatMap((party) => (party === 'enterprise' ? [] : [party]))];
  const [[enterprise], ...found] = await Promise.all([
    sql<{ gln: string }[]>`select gln from enterprise where gln is not null`,
    ...[...Map.groupBy(refs, ({ kind }) => kind)].map(async ([kind, ofKind]) =>
      isLocated(kind) ? glnsOf(sql, kind, [...new Set(ofKind.map(({ ref }) => ref))]) : [],
    ),
  ]);
  const known = new Map(found.flat());
  return {
    ofPlace: ({ kind, ref }) => known.get(`${kind} ${ref}`),
    ofParty: (party) => (party === 'enterprise' ? enterprise?.gln : known.get(`${party.kind} ${party.ref}`)?.gln),
  };
}

async function glnsOf(sql: Connection, kind: Located, ids: readonly number[]): Promise<[string, PlaceGln][]> {
  const { table, extends: hasExtension } = places[kind];
  const rows = await sql<(PlaceGln & { id: number })[]>`
    select id, gln, ${hasExtension ? sql`gln_extension` : sql`null`} as extension
    from ${sql(table)} where id ${among(sql, ids)} and gln is not null`;
  return rows.map(({ id, gln, extension }) => [`${kind} ${id}`, { gln, extension }]);
}
