import { movingGoods } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';

/** A code, or a package that it is or was in, with the events between which it was. */
interface Stay {
  /** The requested code. */
  readonly of: number;
  readonly code: number;
  readonly from: number;
  /** Null while it is still in there. */
  readonly until: number | null;
}

/** Packages are nested at most so deep. */
const deepest = 4;

/** A code, with the packages around it. */
export interface Packed {
  readonly code: number;
  readonly above: readonly number[];
}

/**
 * Those of some codes that have left production: they were moved, or handed over to the warehouse by a signed paper, by themselves
 * or in a package. Four queries for each level of packing, whatever the number of codes.
 */
export async function outOfProduction(sql: Connection, codes: readonly Packed[]): Promise<ReadonlySet<number>> {
  const out = new Set<number>();
  // The packages around a code in a set have no rows of `packing`.
  let stays = codes.flatMap(({ code: of, above }) =>
    [of, ...above].map((code): Stay => ({ of, code, from: 0, until: null })),
  );
  for (let level = 0; stays.length > 0 && level <= deepest; level++) {
    const [outside, around] = await Promise.all([leftIn(sql, stays), packagesAround(sql, stays)]);
    for (const of of outside) out.add(of);
    stays = around.filter(({ of }) => !out.has(of));
  }
  return out;
}

const columnsOf = (sql: Connection, stays: readonly Stay[]) => sql`
  unnest(
    ${stays.map(({ of }) => of)}::bigint[], ${stays.map(({ code }) => code)}::bigint[],
    ${stays.map(({ from }) => from)}::bigint[], ${stays.map(({ until }) => until)}::bigint[]) as s (of, code, since, until)`;

/** The codes of some stays. A cluster queries their shards only if a query names them, not if it only joins them. */
const codesOf = (stays: readonly Stay[]): number[] => [...new Set(stays.map(({ code }) => code))];

/** The requested codes that were moved, or handed over, during one of these stays. */
async function leftIn(sql: Connection, stays: readonly Stay[]): Promise<number[]> {
  const [moves, handedOver] = await Promise.all([
    sql<{ of: number }[]>`
      select distinct s.of from ${columnsOf(sql, stays)}
      join event_code c on c.code = s.code and c.act = any(${movingGoods as number[]}::smallint[])
      where c.code = any(${codesOf(stays)}) and c.event_id > s.since and (s.until is null or c.event_id < s.until)`,
    sql<{ of: number }[]>`
      select distinct s.of from ${columnsOf(sql, stays)}
      join handover_package g on g.code = s.code and not g.off
      join handover h on h.id = g.handover_id and h.status = 'received'
      left join trace_event e on e.id = s.until
      where s.until is null or h.received_at <= e.recorded_at`,
  ]);
  return [...moves, ...handedOver].map(({ of }) => of);
}

/** The packages that the codes of these stays were in meanwhile. */
async function packagesAround(sql: Connection, stays: readonly Stay[]): Promise<Stay[]> {
  const [now, past] = await Promise.all([
    sql<Stay[]>`
      select s.of, p.parent as code, greatest(s.since, p.packed_by) as from, s.until
      from ${columnsOf(sql, stays)} join packing p on p.child = s.code
      where p.child = any(${codesOf(stays)}) and (s.until is null or p.packed_by < s.until)`,
    sql<Stay[]>`
      select s.of, p.parent as code, greatest(s.since, p.packed_by) as from, least(s.until, p.undone_by) as until
      from ${columnsOf(sql, stays)} join packing_past p on p.child = s.code
      where p.child = any(${codesOf(stays)}) and (s.until is null or p.packed_by < s.until) and p.undone_by > s.since`,
  ]);
  return [...now, ...past];
}
