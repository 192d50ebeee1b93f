import type { Kysely } from 'kysely';
import type { Balance, RecallDealer } from '../../../../contract/inspect/recall.ts';
import { mostPackages } from '../../../../contract/inspect/recall.ts';
import type { PlaceKind } from '../../../../contract/trace/acts.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { namedPlaces } from '../../../trace/asked/named-places.ts';
import { impliedAmong } from '../../../trace/state/contents/set-contents.ts';
import { Ledger } from '../../../trace/state/ledger.ts';

/** Whole lots, or codes with all of their contents. */
export interface Targets {
  readonly lots: readonly number[];
  readonly codes: readonly number[];
}

interface AtPlace {
  readonly place_id: number;
  readonly kind: PlaceKind;
  readonly units: number;
}

interface Gone {
  readonly made: number;
  readonly destroyed: number;
  readonly sampled: number;
}

/** Where the recalled goods are, and how many no longer exist. */
export async function whereTheyAre(sql: Connection, targets: Targets): Promise<{ at: AtPlace[]; gone: Gone }> {
  return targets.lots.length > 0 ? lotsAre(sql, targets.lots) : codesAre(sql, targets.codes);
}

export function balanceOf({ at, gone }: { at: readonly AtPlace[]; gone: Gone }): Balance {
  const at_ = (...kinds: PlaceKind[]) =>
    at.reduce((sum, { kind, units }) => sum + (kinds.includes(kind) ? units : 0), 0);
  const found = {
    in_stock: at_('warehouse', 'factory', 'line'),
    in_transit: at_('waybill'),
    with_dealers: at_('dealer', 'ship_to'),
    outside: at_('outside'),
    returned: at_('refund'),
    destroyed: gone.destroyed,
    sampled: gone.sampled,
  };
  const told = Object.values(found).reduce((sum, units) => sum + units, 0);
  return { made: gone.made, ...found, unaccounted: gone.made - told };
}

/** Counts lots: the sums, plus the deltas of acts that are not summed up yet. */
async function lotsAre(sql: Connection, lots: readonly number[]): Promise<{ at: AtPlace[]; gone: Gone }> {
  const ids = lots as number[];
  const [at, figures] = await Promise.all([
    sql<AtPlace[]>`
      with moved as (
        select place_id, units from stock where lot_id = any(${ids}::bigint[])
        union all select place_id, units from stock_delta where lot_id = any(${ids}::bigint[])
      )
      select m.place_id, p.kind, sum(m.units)::bigint as units
      from moved m join place p on p.id = m.place_id
      group by 1, 2 having sum(m.units) <> 0`,
    sql<{ measure: string; quantity: number }[]>`
      select measure, sum(quantity)::bigint as quantity from (
        select measure, quantity from figure where lot_id = any(${ids}::bigint[])
        union all select measure, quantity from figure_delta where lot_id = any(${ids}::bigint[])
      ) f where measure in ('bound', 'destroyed', 'sampled', 'discarded') group by 1`,
  ]);
  const sumOf = (measure: string) => figures.find((one) => one.measure === measure)?.quantity ?? 0;
  return {
    at,
    gone: {
      made: sumOf('bound'),
      destroyed: sumOf('destroyed'),
      sampled: sumOf('sampled'),
    },
  };
}

/** Counts codes: each unit by itself, whatever package it is in now. */
async function codesAre(sql: Connection, codes: readonly number[]): Promise<{ at: AtPlace[]; gone: Gone }> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  await ledger.readPlaces();
  const units = codes.flatMap((id) => ledger.get(id) ?? []).filter(({ level, onProduct }) => level === 1 && onProduct);
  const lives = units.map((record) => ledger.lifeOf(record));
  const places = new Map<number, number>();
  for (const [index, record] of units.entries()) {
    const place = lives[index] === 'active' ? ledger.placeOf(record) : null;
    if (place !== null) places.set(place, (places.get(place) ?? 0) + 1);
  }
  const ids = [...places.keys()];
  const kinds = await sql<{ id: number; kind: PlaceKind }[]>`
    select id, kind from place where id = any(${ids}::bigint[])`;
  const count = (life: string) => lives.filter((one) => one === life).length;
  return {
    at: kinds.map(({ id, kind }) => ({ place_id: id, kind, units: places.get(id) ?? 0 })),
    gone: { made: units.length, destroyed: count('destroyed'), sampled: count('sampled') },
  };
}

export async function placesInWords(sql: Connection, db: Kysely<Schema>, at: readonly AtPlace[]) {
  const named = await namedPlaces(
    sql,
    db,
    at.map(({ place_id }) => place_id),
  );
  return at
    .map(({ place_id, kind, units }) => {
      const { code = null, name = null } = named.get(place_id) ?? {};
      return { kind, code, name, units };
    })
    .toSorted((a, b) => b.units - a.units);
}

/** The dealers of places and waybills with their contacts, those with the most goods first. */
export async function dealersOf(sql: Connection, at: readonly AtPlace[]): Promise<RecallDealer[]> {
  const ids = at.map(({ place_id }) => place_id);
  const units = at.map((one) => one.units);
  return sql<RecallDealer[]>`
    with held as (
      select coalesce(s.dealer_id, b.to_dealer_id, r.dealer_id, case p.kind when 'dealer' then p.ref_id end) as dealer_id,
        sum(t.units) filter (where p.kind in ('dealer', 'ship_to')) as units,
        sum(t.units) filter (where p.kind = 'waybill') as in_transit,
        sum(t.units) filter (where p.kind = 'refund') as returned
      from unnest(${ids}::bigint[], ${units}::bigint[]) as t (place_id, units)
      join place p on p.id = t.place_id
      left join ship_to s on p.kind = 'ship_to' and s.id = p.ref_id
      left join waybill b on p.kind = 'waybill' and b.id = p.ref_id
      left join refund r on p.kind = 'refund' and r.id = p.ref_id
      group by 1
    )
    select d.id as dealer_id, d.dealer_code, d.dealer_name, d.contact, d.phone, d.address,
      coalesce(h.units, 0)::bigint as units, coalesce(h.in_transit, 0)::bigint as in_transit,
      coalesce(h.returned, 0)::bigint as returned
    from held h join dealer d on d.id = h.dealer_id
    order by coalesce(h.units, 0) desc, d.dealer_code`;
}

/** The first outermost packages, and their places. */
export async function outermostOf(
  {
    sql,
    db,
    rules,
  }: { readonly sql: Connection; readonly db: Kysely<Schema>; readonly rules: Pick<RuleBook, 'texts'> },
  { lots, codes }: Targets,
) {
  const inSets = new Set((await impliedAmong(sql, codes)).map(({ id }) => id));
  const chosen = codes.filter((id) => !inSets.has(id));
  const [packages, packed] = await Promise.all([
    sql<{ code: number }[]>`
      select k.code from package k
      where k.lot_id = any(${lots as number[]}::bigint[]) and not exists (select 1 from packing p where p.child = k.code)
      order by k.code limit ${mostPackages + 1}`,
    sql<{ code: number }[]>`select child as code from packing where child = any(${chosen}::bigint[])`,
  ]);
  const inside = new Set(packed.map(({ code }) => code));
  const outermost = new Set([...packages.map(({ code }) => code), ...chosen.filter((id) => !inside.has(id))]);
  const ids = [...outermost].toSorted((a, b) => a - b).slice(0, mostPackages);
  const ledger = new Ledger(sql);
  await ledger.read(ids);
  const records = ids.flatMap((id) => ledger.get(id) ?? []);
  const places = records.map((record) => ledger.placeOf(record));
  const [texts, named] = await Promise.all([
    rules.texts(sql, ids),
    namedPlaces(sql, db, [...new Set(places.flatMap((place) => place ?? []))]),
  ]);
  const told = records.map((record, index) => {
    const place = named.get(places[index] ?? 0);
    return {
      code: texts.get(record.id) ?? '',
      level: record.level,
      units: record.contents?.units ?? 1,
      place: place?.name ?? place?.code ?? null,
    };
  });
  return { packages: told, more_packages: outermost.size > mostPackages };
}
