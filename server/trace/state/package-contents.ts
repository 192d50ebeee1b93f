import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { childIdsOf } from '@suyuan/codes/sets/sets.ts';
import type { PackageNode } from '@suyuan/contract/plant/packing/packing.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { CodeRecord } from './code-record.ts';
import { maxDepth, readCodes } from './code-records.ts';
import { innermostIn, isInnermost, setCodeAmong, setsOfCodes } from './ordered-sets.ts';

/** A child, its parent, and the event that packed it. */
export interface PackedCode {
  readonly child: number;
  readonly parent: number;
  readonly packed_by: number;
}

/** The direct children of packages, written and implied by sets, sorted; `most` at most. */
export async function packedIn(
  sql: Connection,
  parents: readonly number[],
  most = Number.POSITIVE_INFINITY,
): Promise<PackedCode[]> {
  if (parents.length === 0) return [];
  const [rows, implied] = await Promise.all([
    sql<PackedCode[]>`
      select child, parent, packed_by from packing where parent ${among(sql, parents)}
      ${Number.isFinite(most) ? sql`order by child limit ${most}` : sql``}`,
    impliedIn(sql, parents, { most }),
  ]);
  const all = [...rows, ...implied.map(packedCode)];
  return all.toSorted((a, b) => a.child - b.child).slice(0, most);
}

const packedCode = ({ id, parent, packedBy }: CodeRecord): PackedCode => ({
  child: id,
  parent: parent as number,
  packed_by: packedBy?.id as number,
});

interface Wanted {
  readonly most?: number;
  /** Only packages within packages, no units. */
  readonly packages?: boolean;
}

/** The direct children of packages that are implied by sets. Costs one query if no parent belongs to a set. */
async function impliedIn(
  sql: Connection,
  parents: readonly number[],
  { most = Number.POSITIVE_INFINITY, packages = false }: Wanted = {},
): Promise<CodeRecord[]> {
  const sets = await setsOfCodes(sql, parents);
  if (sets.length === 0) return [];
  const children: number[] = [];
  for (const id of parents) {
    const code = setCodeAmong(sets, id);
    if (!code || (packages && isInnermost({ ...code, depth: code.depth + 1 }))) continue;
    const range = childIdsOf(code.sets, id);
    if (range && children.length < most) children.push(...numbersIn(range));
  }
  return impliedAmong(sql, children.slice(0, most));
}

/** All packages within packages that are implied by sets, at any depth. */
export async function impliedPackagesIn(sql: Connection, parents: readonly number[]): Promise<CodeRecord[]> {
  const all: CodeRecord[] = [];
  for (let level = parents; level.length > 0; ) {
    const packages = await impliedIn(sql, level, { packages: true });
    all.push(...packages);
    level = packages.map(({ id }) => id);
  }
  return all;
}

/** Those of `codes` whose packing is implied by their set. */
export async function impliedAmong(sql: Connection, codes: readonly number[]): Promise<CodeRecord[]> {
  if (codes.length === 0) return [];
  const sets = await setsOfCodes(sql, codes);
  const ofSets = codes.filter((id) => setCodeAmong(sets, id));
  if (ofSets.length === 0) return [];
  return (await readCodes(sql, ofSets)).among(ofSets).filter(({ implied }) => implied);
}

/** A code in a package, with everything in it. */
export interface Packed {
  readonly id: number;
  readonly level: number;
  readonly units: number;
  readonly remainder: boolean;
  readonly children: Packed[];
}

/** The largest number of codes in one answer. */
const maxCodes = 20_000;

/** The contents of a code as a tree: at most 20 000 codes of each level, and no deeper level once there are as many in all. */
export async function contentsOf(sql: Connection, rules: Pick<RuleBook, 'levelOf'>, code: number): Promise<Packed[]> {
  // Units have no contents; asking anyway would query every shard of a cluster.
  const packagesAmong = (ids: readonly number[]) => ids.filter((id) => rules.levelOf(id) > 1);
  const children = new Map<number, number[]>();
  const all: number[] = [];
  let parents = packagesAmong([code]);
  for (let depth = 0; depth < maxDepth && parents.length > 0 && all.length < maxCodes; depth++) {
    const rows = await packedIn(sql, parents, maxCodes);
    for (const { child, parent } of rows) children.getOrInsert(parent, []).push(child);
    const within = rows.map(({ child }) => child);
    all.push(...within);
    parents = packagesAmong(within);
  }
  if (all.length === 0) return [];
  const [packages, sets] = await Promise.all([
    sql<{ code: number; level: number; units: number; complete: boolean }[]>`
      select code, level, units, complete from package where code = any(${packagesAmong(all)}::bigint[])`,
    setsOfCodes(sql, all),
  ]);
  const facts = new Map(packages.map((row) => [row.code, row]));
  for (const id of sets.length === 0 ? [] : all) {
    // An implied package has no row; it holds the contents of its set.
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
export const idsIn = (contents: readonly Packed[]): number[] =>
  contents.flatMap(({ id, children }) => [id, ...idsIn(children)]);

/** A tree of contents with the printed codes in place of ids. */
export const nodeOf = (
  { id, level, units, remainder, children }: Packed,
  texts: ReadonlyMap<number, string>,
  /** Those that are on hold. */
  held: ReadonlySet<number> = new Set(),
): PackageNode => ({
  code: texts.get(id) ?? '',
  level,
  units,
  remainder,
  ...(held.has(id) ? { held: true as const } : {}),
  ...(children.length > 0 ? { children: children.map((child) => nodeOf(child, texts, held)) } : {}),
});
