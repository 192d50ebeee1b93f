import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import { scans, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { newDevice, scannedBy } from '#test/goods/handheld-scans.ts';

const { server, goods, from, dealerId } = await goodsServer();

const made = await goods.made(from);
const cases = (await goods.cases(made, 4)).map(({ code }) => code);

/** What the network does to a batch: it arrives, its answer is lost, it arrives twice at once, or only its beginning is sent. */
const fates = ['arrives', 'answer lost', 'twice', 'in part'] as const;
const scanned = fc.tuple(fc.constantFrom('load', 'unload'), fc.nat({ max: cases.length - 1 }));
const shift = fc.record({
  scans: fc.array(scanned, { minLength: 1, maxLength: 12 }),
  fates: fc.infiniteStream(fc.constantFrom(...fates)),
});

type Sent = ReturnType<typeof scannedBy>['scans'];

/** A handheld whose queue is sent in its order until all of it is answered, whatever the network does; each scan with its answer. */
async function sentThrough(queue: Sent, how: Iterator<(typeof fates)[number]>) {
  const device = newDevice();
  const answers = new Map<string, string>();
  const send = async (some: Sent) => {
    const { results } = await server.data(scans, { device, sent_at: new Date().toISOString(), scans: some });
    return results;
  };
  const keep = (results: Awaited<ReturnType<typeof send>>) => {
    for (const { id, result } of results) {
      // An answer that comes again is the first one.
      expect(answers.get(id) ?? result).toBe(result);
      answers.set(id, result);
    }
  };
  for (let lost = 0; answers.size < queue.length; ) {
    const waiting = queue.filter(({ id }) => !answers.has(id));
    const fate = lost > 3 ? 'arrives' : how.next().value;
    if (fate === 'twice') for (const results of await Promise.all([send(waiting), send(waiting)])) keep(results);
    else if (fate === 'in part') keep(await send(waiting.slice(0, 1)));
    else if (fate === 'arrives') keep(await send(waiting));
    else {
      await send(waiting);
      lost++;
    }
  }
  return answers;
}

test('whatever the network does, each scan is answered once, and the waybill is as if all had been sent at once', async () => {
  await fc.assert(
    fc.asyncProperty(shift, async ({ scans: some, fates: how }) => {
      const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
      const queue = scannedBy(
        newDevice(),
        some.map(([act, at]) => ({ act: act as Scan['act'], document_id: id, code: cases[at] as string })),
      ).scans;
      const answers = await sentThrough(queue, how[Symbol.iterator]());
      const loaded = new Set<string>();
      for (const { act, code, id: scan } of queue) {
        // There is room for two cases.
        const expected =
          act === 'load'
            ? loaded.has(code)
              ? 'known'
              : loaded.size === 2
                ? 'refused'
                : 'taken'
            : loaded.has(code)
              ? 'taken'
              : undefined;
        if (expected) expect(answers.get(scan)).toBe(expected);
        if (act === 'load' && answers.get(scan) === 'taken') loaded.add(code);
        if (act === 'unload' && answers.get(scan) === 'taken') loaded.delete(code);
      }
      const { loaded: units } = await server.data(waybillDetail, { id });
      const { rows } = await server.data(waybillCodes, { id });
      expect({ units, codes: rows.map(({ code }) => code).sort() }).toEqual({
        units: 3 * loaded.size,
        codes: [...loaded].sort(),
      });
      // What was refused is settled once, also if the answer to that is lost.
      for (const { id: scan } of queue) {
        const settled = { id: scan, how: 'dropped', reason: 'x' } as const;
        if (answers.get(scan) !== 'refused') continue;
        for (const _ of [1, 2]) expect(await server.data(settleScan, settled)).toEqual({ id: scan, how: 'dropped' });
      }
      if (loaded.size > 0) {
        const free = [...loaded].map((code) => ({ act: 'unload' as const, document_id: id, code }));
        await server.data(scans, scannedBy(newDevice(), free));
      }
    }),
    { numRuns: 15 },
  );
});
