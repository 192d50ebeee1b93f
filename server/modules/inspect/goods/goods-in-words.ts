import { type GoodsThere, maxPackages } from '@suyuan/contract/inspect/goods-there.ts';
import type { RecallDealer } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { impliedAmong } from '#trace/state/package-contents.ts';
import { namedPlaces } from '#trace/visible-names.ts';
import { type AtPlace, balanceOf, type Targets, whereTheyAre } from './where-goods-are.ts';

async function placesInWords(sql: Connection, db: Kysely<Schema>, at: readonly AtPlace[]) {
  const namesById = await namedPlaces(
    sql,
    db,
    at.map(({ place_id }) => place_id),
  );
  return at
    .map(({ place_id, kind, units }) => {
      const { code = null, name = null } = namesById.get(place_id) ?? {};
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
      safe_integer(coalesce(h.units, 0)) as units, safe_integer(coalesce(h.in_transit, 0)) as in_transit,
      safe_integer(coalesce(h.returned, 0)) as returned
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
  const otherCodes = codes.filter((id) => !inSets.has(id));
  const [packages, contents] = await Promise.all([
    sql<{ code: number }[]>`
      select k.code from package k
      where k.lot_id = any(${lots as number[]}::bigint[]) and not exists (select 1 from packing p where p.child = k.code)
      order by k.code limit ${maxPackages + 1}`,
    sql<{ code: number }[]>`select child as code from packing where child = any(${otherCodes}::bigint[])`,
  ]);
  const inside = new Set(contents.map(({ code }) => code));
  const outermost = new Set([...packages.map(({ code }) => code), ...otherCodes.filter((id) => !inside.has(id))]);
  const ids = [...outermost].toSorted((a, b) => a - b).slice(0, maxPackages);
  const codeRecords = await readCodes(sql, ids);
  const records = codeRecords.among(ids);
  const places = records.map((record) => codeRecords.placeOf(record));
  const [texts, namesById] = await Promise.all([
    rules.texts(sql, ids),
    namedPlaces(sql, db, [...new Set(places.flatMap((place) => place ?? []))]),
  ]);
  const rows = records.map((record, index) => {
    const place = namesById.get(places[index] ?? 0);
    return {
      code: texts.get(record.id) ?? '',
      level: record.level,
      units: record.contents?.units ?? 1,
      place: place?.name ?? place?.code ?? null,
    };
  });
  return { packages: rows, more_packages: outermost.size > maxPackages };
}

/** What recalled or held goods are, where they are, and what was released of them. Of a closed recall, `balance` was kept. */
export async function goodsThere(
  on: Parameters<typeof outermostOf>[0],
  targets: Targets,
): Promise<{ readonly there: Omit<GoodsThere, 'released'>; readonly at: readonly AtPlace[] }> {
  const { sql, db, rules } = on;
  const where = await whereTheyAre(sql, targets);
  const [lots, texts, places, outermost] = await Promise.all([
    lotsOf(db, targets.lots),
    rules.texts(sql, targets.codes.slice(0, maxNamed)),
    placesInWords(sql, db, where.at),
    outermostOf(on, targets),
  ]);
  const there = {
    lots,
    codes: [...texts.values()],
    total_codes: targets.codes.length,
    balance: balanceOf(where),
    places,
    ...outermost,
  };
  return { there, at: where.at };
}

/** The most codes in an answer. */
const maxNamed = 200;

const lotsOf = async (db: Kysely<Schema>, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('lot as l')
        .innerJoin('product as p', 'p.id', 'l.product_id')
        .select(['p.id as product_id', 'p.product_code', 'p.product_name', 'l.lot_no as lot'])
        .where('l.id', 'in', ids)
        .orderBy('l.id')
        .execute();
