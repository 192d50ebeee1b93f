import { isGenuineFrom } from '@suyuan/contract/trace/genuine.ts';
import { lives } from '@suyuan/contract/trace/states.ts';
import { expect } from 'vitest';
import type { Sql } from '#platform/database/driver/sql.ts';
import { differences } from '#trace/figures/verify.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { isBeforeShipping, noDealer, stepReached } from '#trace/state/genuine-step.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { packedIn } from '#trace/state/package-contents.ts';

/**
 * What holds after any history: no code is in a state outside the table, in two packages or in itself, no stock is below zero, and every
 * count is what follows from the events.
 */
export async function expectConsistent(sql: Sql, ids: readonly number[]): Promise<void> {
  const ledger = new Ledger(sql);
  await ledger.read(ids);
  for (const id of ids) {
    const record = ledger.of(id);
    expect(lives).toContain(record.life);
    expect(ledger.above(record)).not.toContain(record);
    if (record.parent !== null) expect(record.life).toBe('active');
    if (record.contents) expect(['active', 'destroyed']).toContain(record.life);
  }
  const lying = ids.map((id) => ledger.of(id)).filter(({ parent }) => parent !== null);
  const within = lying.map(({ id, parent, packedBy }) => ({ child: id, parent, packed_by: packedBy?.id }));
  expect(await packedIn(sql, ids)).toEqual(within.toSorted((a, b) => a.child - b.child));
  const codes = await readCodes(sql, ids);
  expect(ids.map((id) => codes.get(id)?.parent)).toEqual(ids.map((id) => ledger.of(id).parent));
  for (const record of codes.among(ids)) {
    if (codes.lifeOf(record) !== 'active') continue;
    const reached = stepReached(codes, record, noDealer);
    // What lies in a package is as far on its way to the consumer as the package.
    if (record.parent !== null) {
      expect(reached).toBe(stepReached(codes, codes.outermostOf(record), noDealer));
      expect(isGenuineFrom('packed', reached)).toBe(true);
    }
    const kind = codes.placeKindOf(record);
    if (kind && isBeforeShipping(kind, noDealer)) expect(isGenuineFrom('shipped', reached)).toBe(false);
  }
  expect(await differences(sql)).toEqual([]);
  expect(await stockBelowZero(sql)).toEqual([]);
}

export const stockBelowZero = (sql: Sql) => sql`
  select place_id, product_id, lot_id, sum(units)
  from (
    select place_id, product_id, lot_id, units from stock
    union all select place_id, product_id, lot_id, units from stock_delta
  ) s
  group by 1, 2, 3 having sum(units) < 0`;
