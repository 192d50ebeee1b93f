import { numbersIn } from '@suyuan/codes/sets/ranges.ts';
import { childIdsOf } from '@suyuan/codes/sets/sets.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { CodeRecord } from './code-record.ts';
import { Ledger } from './ledger.ts';
import { isInnermost, setCodeAmong, setsOfCodes } from './ordered-sets.ts';

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
  const ledger = new Ledger(sql);
  await ledger.read(ofSets);
  return ofSets.flatMap((id) => {
    const record = ledger.get(id);
    return record?.implied ? [record] : [];
  });
}
