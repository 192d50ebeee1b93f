import type { dealer } from '@suyuan/contract/base/dealer.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Warning } from '@suyuan/contract/call/warnings.ts';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { areaCodeFrom, areaName, areaOf, areaSpan, withoutNested } from '#platform/areas/areas.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { warning } from '#platform/http/envelope.ts';
import type { Saved } from '#platform/records/record-rules.ts';
import type { Problem } from '#platform/refusal.ts';

/** The condition for dealers that may sell in an area, or in a part of it. */
export function inArea(dealers: ExpressionBuilder<Schema, 'dealer'>, code: string): Expression<SqlBool> {
  const { within, first, last } = areaSpan(code);
  return dealers.exists(
    dealers
      .selectFrom('dealer_area as sold')
      .select('sold.dealer_id')
      .whereRef('sold.dealer_id', '=', 'dealer.id')
      .where((eb) => eb.or([eb('sold.area_code', 'in', within), eb.between('sold.area_code', first, last)])),
  );
}

/** Parses areas of sale, separated by a mark; undefined if one does not exist. */
export function areasFrom(words: string): string[] | undefined {
  const parts = words.split(/[、;；|\n]/).filter((part) => part.trim() !== '');
  const codes = parts.map(areaCodeFrom);
  return codes.every((code) => code !== undefined) ? withoutNested(codes) : undefined;
}

export const unknownAreas = (codes: readonly string[]): Problem[] =>
  codes.flatMap((code, index) => (areaOf(code) ? [] : [{ path: `areas.${index}`, reason: 'no_such_area' }]));

/** Whether the input changes the areas of sale of a dealer. */
export async function changesAreas(
  db: Kysely<Schema>,
  id: number,
  areas: readonly string[] | null | undefined,
): Promise<boolean> {
  if (!areas) return false;
  const rows = await db.selectFrom('dealer_area').select('area_code').where('dealer_id', '=', id).execute();
  const now = new Set(rows.map(({ area_code }) => area_code));
  return new Set(areas).symmetricDifference(now).size > 0;
}

type DealerSaved = Saved<InputOf<typeof dealer.add>>;

/** The current areas of sale of dealers. */
export async function areasOf(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await db.selectFrom('dealer_area').selectAll().where('dealer_id', 'in', ids).execute();
  const byDealer = Map.groupBy(rows, ({ dealer_id }) => dealer_id);
  return new Map(ids.map((id) => [id, { areas: (byDealer.get(id) ?? []).map(({ area_code }) => area_code).sort() }]));
}

/** Replaces areas of sale by those of the input. */
export async function keepAreas(dealers: readonly DealerSaved[]): Promise<void> {
  const changes = dealers.flatMap(({ id, before, input: { areas }, caller }) =>
    areas && isOfEnterprise(caller.account) ? [{ id, isNew: !before, codes: withoutNested(areas) }] : [],
  );
  const [first] = dealers;
  if (!first || changes.length === 0) return;
  const { db } = first.change;
  const ids = changes.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('dealer_area').where('dealer_id', 'in', ids).execute();
  const rows = changes.flatMap(({ id, codes }) => codes.map((area_code) => ({ dealer_id: id, area_code })));
  for (let from = 0; from < rows.length; from += maxRows) {
    await db
      .insertInto('dealer_area')
      .values(rows.slice(from, from + maxRows))
      .execute();
  }
}

/** Rows per statement; the protocol limits parameters to 65 535. */
const maxRows = 10_000;

/** Warnings about other dealers of the same level with overlapping areas of sale. */
export async function overlaps({ id, input, change, caller }: DealerSaved): Promise<Warning[]> {
  if (!input.areas?.length || !isOfEnterprise(caller.account)) return [];
  const rivals = await rivalsOf(change.db, id, input.dealer_level, withoutNested(input.areas));
  if (rivals.length === 0) return [];
  const names = rivals
    .slice(0, maxNamed)
    .map(({ dealer_name, area_code }) => `${dealer_name} (${areaName(area_code)})`);
  const dealers = [...names, ...(rivals.length > maxNamed ? ['…'] : [])];
  return [warning(caller.language, 'area_overlap', { dealers })];
}

const maxNamed = 3;

/** Other dealers of a level with overlapping areas of sale, each with one common area. */
async function rivalsOf(db: Kysely<Schema>, id: number, level: number, codes: readonly string[]) {
  const spans = codes.map(areaSpan);
  const { rows } = await sql<{ dealer_name: string; area_code: string }>`
    select dealer_name, min(area_code) as area_code from (
      select d.id, d.dealer_name, a.area_code
      from unnest(${spans.map(({ first }) => first)}::text[], ${spans.map(({ last }) => last)}::text[]) as span (first, last)
      join dealer_area a on a.area_code between span.first and span.last
      join dealer d on d.id = a.dealer_id
      where d.dealer_level = ${level} and d.id <> ${id} and d.status = 'enabled'
      union all
      select d.id, d.dealer_name, a.area_code
      from dealer_area a join dealer d on d.id = a.dealer_id
      where a.area_code = any(${spans.flatMap(({ within }) => within)}::text[])
        and d.dealer_level = ${level} and d.id <> ${id} and d.status = 'enabled'
    ) as shared
    group by id, dealer_name order by id limit ${maxNamed + 1}`.execute(db);
  return rows;
}
