import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { dealerAdd } from '../../../contract/base-dealers.ts';
import type { InputOf } from '../../../contract/call.ts';
import { areaCodeFrom, areaName, areaOf, areaSpan, withoutNested } from '../../platform/areas.ts';
import type { Saving } from '../../platform/records.ts';
import type { Problem } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import { warning } from '../../platform/warning.ts';

/** Dealers who may sell in an area, in the whole of it or in a part. */
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

/** An area of sale in words: areas with a mark between. Undefined when one of them is none. */
export function areasFrom(words: string): string[] | undefined {
  const parts = words.split(/[、;；|\n]/).filter((part) => part.trim() !== '');
  const codes = parts.map(areaCodeFrom);
  return codes.every((code) => code !== undefined) ? codes : undefined;
}

export const unknownAreas = (codes: readonly string[]): Problem[] =>
  codes.flatMap((code, index) => (areaOf(code) ? [] : [{ path: `areas.${index}`, reason: 'no_such_area' }]));

/** Whether an area of sale is asked for that is another one than there is. */
export async function changesAreas(
  db: Kysely<Schema>,
  id: number,
  wished: readonly string[] | null | undefined,
): Promise<boolean> {
  if (!wished) return false;
  const rows = await db.selectFrom('dealer_area').select('area_code').where('dealer_id', '=', id).execute();
  const now = new Set(rows.map(({ area_code }) => area_code));
  return new Set(wished).symmetricDifference(now).size > 0;
}

/** Makes the area of sale what was asked for; warns of other dealers of the same level who sell there, too. */
export async function keepAreas(id: number, { input, change, caller }: Saving<InputOf<typeof dealerAdd>>) {
  if (!input.areas || caller.account.account_type !== 1) return { warnings: [] };
  const codes = withoutNested(input.areas);
  const { db } = change;
  const others = db.deleteFrom('dealer_area').where('dealer_id', '=', id);
  await (codes.length > 0 ? others.where('area_code', 'not in', codes) : others).execute();
  if (codes.length === 0) return { warnings: [] };
  await db
    .insertInto('dealer_area')
    .values(codes.map((area_code) => ({ dealer_id: id, area_code })))
    .onConflict((kept) => kept.doNothing())
    .execute();
  const rivals = await rivalsOf(db, id, input.dealer_level, codes);
  if (rivals.length === 0) return { warnings: [] };
  const told = rivals.slice(0, mostTold).map(({ dealer_name, area_code }) => `${dealer_name} (${areaName(area_code)})`);
  const dealers = [...told, ...(rivals.length > mostTold ? ['…'] : [])].join('、');
  return { warnings: [warning(caller.language, 'area_overlap', { dealers })] };
}

const mostTold = 3;

/** Other dealers of a level whose area of sale shares ground with these areas, each with one area they have in common. */
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
    group by id, dealer_name order by id limit ${mostTold + 1}`.execute(db);
  return rows;
}
