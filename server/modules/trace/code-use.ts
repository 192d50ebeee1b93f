import type { Range } from '../../../codes/ranges.ts';
import type { Connection } from '../../platform/database.ts';

/** How many codes of some ranges something has happened to: a consumer asked for them. */
export async function usedIn(sql: Connection, ranges: readonly Range[]): Promise<number> {
  const [row] = await sql<{ used: number }[]>`
    select count(*) as used
    from unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as r (first, last)
    join scan_stat s on s.code_id between r.first and r.last`;
  return row?.used ?? 0;
}
