import type { HierarchyLevel } from '@suyuan/contract/base/product/hierarchy.ts';
import { type MainText, textIn } from '@suyuan/contract/languages.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Language } from '#platform/language.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

/** A level of the input: how many of the previous unit it holds, from the innermost outwards. */
export interface Level {
  readonly unit_id: number;
  readonly quantity: number;
}

export interface LevelRow extends Level {
  readonly unit_code: string;
  readonly symbol: MainText;
}

const columns = ['l.unit_id', 'l.quantity', 'u.unit_code', 'u.symbol'] as const;

/** The levels of the current version of a packaging relation, as the column `level_rows`. */
export function levelsInForce(eb: ExpressionBuilder<Schema, 'hierarchy'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('hierarchy_level as l')
      .innerJoin('packaging_unit as u', 'u.id', 'l.unit_id')
      .whereRef('l.hierarchy_id', '=', 'hierarchy.id')
      .whereRef('l.version', '=', 'hierarchy.version')
      .orderBy('l.position')
      .select(columns),
  ).as('level_rows');
}

/** The levels of all versions of a packaging relation, by version. */
export async function levelsOf(db: Kysely<Schema>, hierarchy: number): Promise<Map<number, LevelRow[]>> {
  const rows = await db
    .selectFrom('hierarchy_level as l')
    .innerJoin('packaging_unit as u', 'u.id', 'l.unit_id')
    .where('l.hierarchy_id', '=', hierarchy)
    .orderBy('l.version')
    .orderBy('l.position')
    .select(['l.version', ...columns])
    .execute();
  return Map.groupBy(rows, ({ version }) => version);
}

/** The levels with the number of previous and of innermost units that each holds, with symbols in a language. */
export function countedLevels(rows: readonly LevelRow[], language: Language): HierarchyLevel[] {
  let total = 1;
  return rows.map(({ unit_id, quantity, unit_code, symbol }) => {
    total *= quantity;
    return { unit_id, unit_code, symbol: textIn(symbol, language), quantity, total };
  });
}

/** The relation as text, outermost unit first: `1 pallet = 40 case = 240 bottle`. */
export function ratioOf(levels: readonly HierarchyLevel[], unit: 'symbol' | 'unit_code'): string {
  const whole = levels.at(-1)?.total ?? 1;
  return levels
    .map((level) => `${whole / level.total} ${level[unit]}`)
    .toReversed()
    .join(' = ');
}

/** The limit on innermost units, more than anybody packs and far below the precision of a number. */
const maxInAll = 1_000_000_000;

/** Throws 400 unless the units exist and their levels increase, so that no unit occurs twice or contains itself. */
export async function requireLevels({ db }: Change, levels: readonly Level[]): Promise<void> {
  const ids = levels.map(({ unit_id }) => unit_id);
  const units = await db.selectFrom('packaging_unit').where('id', 'in', ids).select(['id', 'level']).execute();
  const rank = new Map(units.map(({ id, level }) => [id, level]));
  const problems = levels.flatMap(({ unit_id, quantity }, index): Problem[] => {
    const path = (key: string) => `levels.${index}.${key}`;
    const own = rank.get(unit_id);
    if (own === undefined) return [{ path: path('unit_id'), reason: 'no_such', params: { value: unit_id } }];
    const before = rank.get(levels[index - 1]?.unit_id ?? 0) ?? 0;
    if (own <= before) return [{ path: path('unit_id'), reason: 'unit_not_larger' }];
    return index === 0 && quantity !== 1 ? [{ path: path('quantity'), reason: 'smallest_unit_is_one' }] : [];
  });
  const whole = levels.reduce((total, { quantity }) => total * quantity, 1);
  if (whole > maxInAll) problems.push({ path: 'levels', reason: 'too_large', params: { limit: maxInAll } });
  if (problems.length > 0) throw badInput(...problems);
}
