import { barter } from '@suyuan/contract/physical/amendment.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { shipments } from '@suyuan/contract/report/logistics.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from, dealerId } = await goodsServer();
const month = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`);
const aDay = fc.nat({ max: month.length - 1 });

/** Two cases of three that left, of which some arrived; one that arrived may have been exchanged. */
async function waybillOf(arrives: number, isExchanged: boolean): Promise<number> {
  const made = await goods.made(from);
  const [one, two, spare] = (await goods.cases(made, 3)).map(({ code }) => code) as [string, string, string];
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
  await server.data(load, { id, codes: [one, two] });
  await server.data(ship, { id });
  if (arrives > 0) await server.data(sign, { id, received: [one, two].slice(0, arrives) });
  if (isExchanged) await server.data(barter, { waybill_id: id, pairs: [{ old: one, new: spare }], reason: 'wet' });
  return id;
}

test('of what left on some days, no more than all arrives, whenever it does', async () => {
  const waybills: number[] = [];
  for (const [arrives, isExchanged] of [
    [0, false],
    [1, false],
    [2, false],
    [2, true],
    [0, true],
  ] as const)
    waybills.push(await waybillOf(arrives, isExchanged));
  const journeys = fc.tuple(
    ...waybills.map(() => fc.record({ left: aDay, took: fc.nat({ max: 9 }), later: fc.nat({ max: 9 }) })),
  );
  await fc.assert(
    fc.asyncProperty(
      journeys,
      aDay,
      aDay,
      fc.constantFrom('day', 'week', 'product', 'dealer'),
      async (facts, a, b, group) => {
        for (const [at, { left, took, later }] of facts.entries())
          await moveTo(waybills[at] as number, left, took, later);
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const query = { from: month[first] as string, to: month[last] as string, group } as const;
        const { rows, total } = await server.data(shipments.figures, query);
        for (const { figures } of [...rows, { figures: total }]) {
          const share = figures.received_share;
          expect(share === null || (share >= 0 && share <= 1)).toBe(true);
        }
        const leaving = facts.filter(({ left }) => left >= first && left <= last).length;
        expect(total.received_share === null).toBe(leaving === 0);
      },
    ),
    { numRuns: 40 },
  );
});

/** Moves what was counted for a waybill: to the day it left, what arrived to a later one, and what was exchanged to one after that. */
async function moveTo(waybill: number, left: number, took: number, later: number): Promise<void> {
  const dayAt = (at: number) => month[Math.min(at, month.length - 1)] as string;
  await server.sql`
    with counted as (
      select f.id, f.measure, f.event_id = min(f.event_id) over (partition by f.measure) as is_first
      from figure_delta f join place p on p.id = f.place_id and p.kind = 'waybill' and p.ref_id = ${waybill}
    )
    update figure_delta f set day = (case when c.measure = 'shipped' and c.is_first then ${dayAt(left)}
      when c.is_first then ${dayAt(left + took)} else ${dayAt(left + took + later)} end)::date
    from counted c where f.id = c.id`;
}
