import { sizeOf } from '@suyuan/codes/sets/ranges.ts';
import { depthOf, type IssuedSets, idsInside, inside, outermostIdOf, perParentOf } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';

/** Sets of one order: which code lies in which follows from their numbers. */
export interface OrderedSets extends IssuedSets {
  readonly id: number;
  /** The packaging level of each depth. */
  readonly levels: readonly number[];
}

/** The position of a code in its set. */
export interface SetCode {
  readonly id: number;
  readonly sets: OrderedSets;
  readonly depth: number;
  /** The outermost code of its set. */
  readonly outermost: number;
}

interface DepthRow {
  readonly id: number;
  readonly ratio: string;
  readonly sets: number;
  readonly first_id: number;
  readonly level: number;
}

/** Reads ordered sets by their ids. */
export async function orderedSets(sql: Connection, ids: readonly number[]): Promise<OrderedSets[]> {
  if (ids.length === 0) return [];
  const rows = await sql<DepthRow[]>`
    select s.id, s.ratio, s.sets, o.first_id, r.level
    from code_set s join code_order o on o.set_id = s.id join code_rule r on r.id = o.rule_id
    where s.id ${among(sql, ids)}
    order by s.id, o.set_depth`;
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, depths]) => {
    const [{ ratio, sets }] = depths as [DepthRow];
    const perParent = perParentOf(ratio);
    if (!perParent) throw new Error(`set ${id} has an invalid ratio`);
    return {
      id,
      sets,
      perParent,
      firsts: depths.map(({ first_id }) => first_id),
      levels: depths.map(({ level }) => level),
    };
  });
}

/** The ordered sets that some codes belong to; one query if they belong to none. */
export async function setsOfCodes(sql: Connection, codes: readonly number[]): Promise<OrderedSets[]> {
  if (codes.length === 0) return [];
  const rows = await sql<{ set_id: number }[]>`
    select distinct o.set_id
    from unnest(${codes as number[]}::bigint[]) as c (code)
    cross join lateral (select * from code_order where first_id <= c.code order by first_id desc limit 1) o
    where o.last_id >= c.code and o.set_id is not null`;
  return orderedSets(
    sql,
    rows.map(({ set_id }) => set_id),
  );
}

/** The position of a code in one of these sets. */
export function setCodeAmong(all: readonly OrderedSets[], id: number): SetCode | undefined {
  for (const sets of all) {
    const depth = depthOf(sets, id);
    const outermost = depth === undefined ? undefined : outermostIdOf(sets, id);
    if (depth !== undefined && outermost !== undefined) return { id, sets, depth, outermost };
  }
  return undefined;
}

/** Whether a code is at the innermost depth of its set, with nothing in it. */
export const isInnermost = ({ sets, depth }: Pick<SetCode, 'sets' | 'depth'>): boolean =>
  depth === sets.perParent.length;

/** How many innermost codes are in a code of a set, which counts as one if it is innermost itself. */
export const innermostIn = ({ sets, depth }: Pick<SetCode, 'sets' | 'depth'>): number =>
  sizeOf(inside(sets, depth, 0, sets.perParent.length));

/** Whether its innermost codes are units, and each package is of a higher level than what lies in it. */
export const isOfUnits = ({ levels }: OrderedSets): boolean =>
  levels.at(-1) === 1 && levels.every((level, depth) => depth === 0 || level < (levels[depth - 1] as number));

/** All codes within a code of a set, as one range for each depth. */
export const allInside = ({ sets, id }: SetCode) => idsInside(sets, id) ?? [];
