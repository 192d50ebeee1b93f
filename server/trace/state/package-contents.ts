import type { PackageNode } from '@suyuan/contract/plant/packing.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { innermostIn, isInnermost, setCodeAmong, setsOfCodes } from './ordered-sets.ts';
import { packedIn } from './set-contents.ts';

/** A code in a package, with everything in it. */
export interface Packed {
  readonly id: number;
  readonly level: number;
  readonly units: number;
  readonly remainder: boolean;
  readonly children: Packed[];
}

/** The deepest nesting and the largest number of codes in one answer. */
const deepest = 5;
const maxCodes = 20_000;

/** The contents of a code as a tree: at most 20 000 codes of each level, and no deeper level once there are as many in all. */
export async function contentsOf(sql: Connection, rules: Pick<RuleBook, 'levelOf'>, code: number): Promise<Packed[]> {
  // Units have no contents; asking anyway would query every shard of a cluster.
  const packagesAmong = (ids: readonly number[]) => ids.filter((id) => rules.levelOf(id) > 1);
  const children = new Map<number, number[]>();
  const all: number[] = [];
  let parents = packagesAmong([code]);
  for (let depth = 0; depth < deepest && parents.length > 0 && all.length < maxCodes; depth++) {
    const rows = await packedIn(sql, parents, maxCodes);
    for (const { child, parent } of rows) children.getOrInsert(parent, []).push(child);
    const within = rows.map(({ child }) => child);
    all.push(...within);
    parents = packagesAmong(within);
  }
  if (all.length === 0) return [];
  const [packages, sets] = await Promise.all([
    sql<{ code: number; level: number; units: number; complete: boolean }[]>`
      select code, level, units, complete from package where code = any(${all}::bigint[])`,
    setsOfCodes(sql, all),
  ]);
  const facts = new Map(packages.map((row) => [row.code, row]));
  for (const id of sets.length === 0 ? [] : all) {
    // An implied package has no row; it holds what its set says.
    const code = facts.has(id) ? undefined : setCodeAmong(sets, id);
    if (!code || isInnermost(code)) continue;
    facts.set(id, { code: id, level: code.sets.levels[code.depth] ?? 1, units: innermostIn(code), complete: true });
  }
  const nodeOf = (id: number): Packed => ({
    id,
    // A code without contents is a unit.
    level: facts.get(id)?.level ?? 1,
    units: facts.get(id)?.units ?? 1,
    remainder: facts.get(id)?.complete === false,
    children: (children.get(id) ?? []).map(nodeOf),
  });
  return (children.get(code) ?? []).map(nodeOf);
}

/** The ids in a tree of contents. */
export const idsIn = (packed: readonly Packed[]): number[] =>
  packed.flatMap(({ id, children }) => [id, ...idsIn(children)]);

/** A tree of contents with the printed codes in place of ids. */
export const nodeOf = (
  { id, level, units, remainder, children }: Packed,
  texts: ReadonlyMap<number, string>,
): PackageNode => ({
  code: texts.get(id) ?? '',
  level,
  units,
  remainder,
  ...(children.length > 0 ? { children: children.map((child) => nodeOf(child, texts)) } : {}),
});
