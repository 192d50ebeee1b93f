import type { Kysely } from 'kysely';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Party } from '#platform/party.ts';
import { type PlaceGln, pgln, sgln } from '#trace/epcis/identifiers.ts';
import type { OwnUris } from '#trace/epcis/own-uri.ts';
import { referenceFact } from '../capture/facts-of-event.ts';

/** Whoever asks for events that are not all of theirs to see: a factory, a dealer or a partner. */
export interface PartyViewer {
  readonly accountId: number;
  /** What an event says of itself that has this party as source or destination. */
  readonly facts: readonly string[];
  /** Undefined for a partner, which is neither factory nor dealer, and has no rows of its own. */
  readonly party: Party | undefined;
  /** The rows that the party may see. */
  readonly db: Kysely<Schema>;
  /** The warehouses of the party, and the places at which goods are in its custody. */
  readonly warehouses: readonly number[];
  readonly placeIds: readonly number[];
}

/** Who sees which events: keys of the enterprise see all, those of others what they are party to, and what they captured. */
export type Viewer = 'enterprise' | PartyViewer;

/** The conditions on captured events `e` that somebody sees. */
export const seenOfKept = (sql: Connection, viewer: Viewer): Fragment[] =>
  viewer === 'enterprise' ? [] : [sql`e.account_id = ${viewer.accountId} or e.facts && ${[...viewer.facts]}::text[]`];

/** The party that a key is of, as one who asks for events. */
export async function partyViewer(
  sql: Connection,
  account: Account,
  { db, own }: { readonly db: Kysely<Schema>; readonly own: OwnUris },
): Promise<PartyViewer> {
  const accountId = account.id;
  const partner = account.key?.partner;
  if (partner !== undefined) {
    const [row] = await sql<{ gln: string | null }[]>`select gln from partner where id = ${partner}`;
    const glns = row?.gln ? [{ gln: row.gln, extension: null }] : [];
    return { accountId, facts: factsNaming(glns, []), party: undefined, db, warehouses: [], placeIds: [] };
  }
  const { party } = account;
  if (!party) throw new Error('an account of the enterprise is no party');
  const { glns, places, warehouses } = await locationsOf(sql, party);
  return {
    accountId,
    facts: factsNaming(glns, [
      own.of('party', party.kind, party.id),
      ...places.map(({ kind, ref }) => own.of('place', kind, ref)),
    ]),
    party,
    db,
    warehouses,
    placeIds: places.flatMap(({ id }) => id ?? []),
  };
}

/** What events say that name one of these as a source or destination, in whichever role. */
function factsNaming(glns: readonly PlaceGln[], uris: readonly string[]): string[] {
  const all = new Set([...glns.flatMap((one) => [pgln(one.gln), sgln(one)]), ...uris]);
  return (['source', 'destination'] as const).flatMap((end) =>
    ['owning_party', 'possessing_party', 'location'].flatMap((role) =>
      [...all].map((uri) => referenceFact(end, role, uri)),
    ),
  );
}

interface Location extends PlaceGln {
  readonly kind: 'factory' | 'dealer' | 'warehouse' | 'line' | 'ship_to' | 'missing';
  readonly ref: number;
}

/** Where goods are in the custody of a party. A `missing` place stands for what a warehouse has lost. */
async function locationsOf(sql: Connection, { kind, id }: Party) {
  const own =
    kind === 'factory'
      ? sql`
          select 'factory' as kind, id as ref, gln, gln_extension as extension from factory where id = ${id}
          union all select 'warehouse', id, gln, gln_extension from warehouse where factory_id = ${id}
          union all select 'line', l.id, l.gln, l.gln_extension
            from production_line l join workshop w on w.id = l.workshop_id where w.factory_id = ${id}`
      : sql`
          select 'dealer' as kind, id as ref, gln, null as extension from dealer where id = ${id}
          union all select 'warehouse', id, gln, gln_extension from warehouse where dealer_id = ${id}
          union all select 'ship_to', id, gln, gln_extension from ship_to where dealer_id = ${id}`;
  const rows = await sql<(Location & { gln: string | null })[]>`${own}`;
  const warehouses = rows.filter((one) => one.kind === 'warehouse').map(({ ref }) => ref);
  const missing = warehouses.map((ref) => ({ kind: 'missing' as const, ref }));
  const all = [...rows, ...missing];
  const known = await sql<{ id: number; kind: string; ref_id: number }[]>`
    select p.id, p.kind, p.ref_id from place p
    join unnest(${all.map((one) => one.kind)}::text[], ${all.map(({ ref }) => ref)}::bigint[]) as o (kind, ref)
      on p.kind = o.kind and p.ref_id = o.ref`;
  const ids = new Map(known.map((one) => [`${one.kind} ${one.ref_id}`, one.id]));
  return {
    glns: rows.filter((one) => one.gln !== null),
    places: all.map((one) => ({ kind: one.kind, ref: one.ref, id: ids.get(`${one.kind} ${one.ref}`) })),
    warehouses,
  };
}
