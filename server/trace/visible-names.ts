import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';

/** The column that names the rows of a table to people. */
const nameOf = {
  waybill: 'waybill_no',
  refund: 'refund_no',
  work_order: 'order_no',
  account: 'name',
  dealer: 'dealer_name',
  device_key: 'name',
} as const satisfies Partial<Record<keyof Schema, string>>;

/**
 * Names of rows by id, read through the database of the caller: row security narrows it for people of a party, so rows of
 * others have no name. Answers about codes gather ids without regard to the caller; the words in them come from here.
 */
export async function visibleNames(
  db: Kysely<Schema>,
  table: keyof typeof nameOf,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const unique = [...new Set(ids)].filter((id) => id !== null);
  if (unique.length === 0) return new Map();
  const rows = await db
    .selectFrom(table as 'account')
    .select(['id', db.dynamic.ref<'name'>(nameOf[table])])
    .where('id', 'in', unique)
    .execute();
  return new Map(rows.map((row) => [row.id, Object.values(row).find((value) => typeof value === 'string') as string]));
}

/** Which of these numbers are those of waybills or returns that the database shows. */
export async function visibleDocuments(db: Kysely<Schema>, numbers: Iterable<string>): Promise<ReadonlySet<string>> {
  const candidates = [...new Set(numbers)];
  if (candidates.length === 0) return new Set();
  const [waybills, refunds] = await Promise.all([
    db.selectFrom('waybill').select('waybill_no as no').where('waybill_no', 'in', candidates).execute(),
    db.selectFrom('refund').select('refund_no as no').where('refund_no', 'in', candidates).execute(),
  ]);
  return new Set([...waybills, ...refunds].map(({ no }) => no));
}

interface NamedPlace {
  readonly id: number;
  readonly kind: PlaceKind;
  readonly code: string | null;
  readonly name: string | null;
}

/** The columns that hold the code and the name of a place, by the table that it stands for; documents have a number only. */
const namesOf = {
  warehouse: ['warehouse', 'warehouse_code', 'warehouse_name'],
  factory: ['factory', 'factory_code', 'factory_name'],
  line: ['production_line', 'line_code', 'line_name'],
  dealer: ['dealer', 'dealer_code', 'dealer_name'],
  waybill: ['waybill', 'waybill_no', undefined],
  refund: ['refund', 'refund_no', undefined],
  outside: ['waybill', 'waybill_no', 'receiver'],
  lost: ['waybill', 'waybill_no', undefined],
  missing: ['warehouse', 'warehouse_code', 'warehouse_name'],
} as const satisfies Record<Exclude<PlaceKind, 'ship_to'>, readonly [keyof Schema, string, string | undefined]>;

/**
 * Places with the code and name of the warehouse, factory, line, party or document that they stand for, read through `db`, which
 * is the database of the reader: of a place of others it shows only the kind.
 */
export async function namedPlaces(
  sql: Connection,
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<Map<number, NamedPlace>> {
  if (ids.length === 0) return new Map();
  const places = await sql<{ id: number; kind: PlaceKind; ref_id: number }[]>`
    select id, kind, ref_id from place where id = any(${ids as number[]}::bigint[])`;
  const groups = await Promise.all(
    [...Map.groupBy(places, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const names = await seenOf(
        db,
        kind,
        ofKind.map(({ ref_id }) => ref_id),
      );
      return ofKind.map(
        ({ id, ref_id }): NamedPlace => ({ id, kind, ...(names.get(ref_id) ?? { code: null, name: null }) }),
      );
    }),
  );
  return new Map(groups.flat().map((place) => [place.id, place]));
}

type Names = Pick<NamedPlace, 'code' | 'name'>;

async function seenOf(db: Kysely<Schema>, kind: PlaceKind, refs: readonly number[]): Promise<Map<number, Names>> {
  if (kind === 'ship_to') return shipTosOf(db, refs);
  const [table, code, name] = namesOf[kind];
  // The columns of a table that is known when this runs.
  const rows = (await db
    .selectFrom(table as 'warehouse')
    .select([
      'id',
      `${code} as code` as 'warehouse_code as code',
      ...(name ? [`${name} as name` as 'warehouse_name as name'] : []),
    ])
    .where('id', 'in', refs)
    .execute()) as (Names & { id: number })[];
  return new Map(rows.map(({ id, code, name = null }) => [id, { code, name }]));
}

/** Ship-to parties with the dealer that they belong to: many dealers call theirs alike. */
async function shipTosOf(db: Kysely<Schema>, refs: readonly number[]): Promise<Map<number, Names>> {
  const rows = await db
    .selectFrom('ship_to as s')
    .innerJoin('dealer as d', 'd.id', 's.dealer_id')
    .select(['s.id', 's.ship_to_code as code', 's.ship_to_name', 'd.dealer_name'])
    .where('s.id', 'in', refs)
    .execute();
  return new Map(
    rows.map(({ id, code, ship_to_name, dealer_name }) => [id, { code, name: `${dealer_name} · ${ship_to_name}` }]),
  );
}
