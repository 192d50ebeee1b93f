import type { ArrivalDifferences } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import type { Connection } from '#platform/database/database.ts';
import type { OpenCount } from '../waybill/life/open-count.ts';

/** How a count differs from its waybill, as it stands. */
export async function differencesOf(sql: Connection, count: OpenCount): Promise<ArrivalDifferences> {
  const [row] = await sql<{ due: number; counted: number; unexpected: number; damaged: number; broken_seal: number }[]>`
    select
      (select safe_integer(coalesce(sum(greatest(units - received - returned, 0)), 0)) from waybill_goods
        where waybill_id = ${count.waybill_id}) as due,
      safe_integer(coalesce(sum(units) filter (where verdict = 'expected' and inside_of is null), 0)) as counted,
      safe_integer(count(*) filter (where verdict <> 'expected')) as unexpected,
      safe_integer(count(*) filter (where condition = 'damaged')) as damaged,
      safe_integer(count(*) filter (where condition = 'broken_seal')) as broken_seal
    from arrival_scan where count_id = ${count.id}`;
  const { due = 0, counted = 0, unexpected = 0, damaged = 0, broken_seal = 0 } = row ?? {};
  const isBroken = count.seal !== null && count.seal.state !== 'intact';
  return {
    counted,
    missing: Math.max(0, due - counted),
    unexpected,
    damaged,
    broken_seal: broken_seal + (isBroken ? 1 : 0),
  };
}
