import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { handheldUpload } from '@suyuan/contract/physical/goods-file.ts';
import { closeReturn, inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { pack, packSet } from '@suyuan/contract/plant/packing/packing.ts';
import { packingUpload, taskDetail } from '@suyuan/contract/plant/task.ts';
import { expect } from 'vitest';
import { atDesk, type Walk, type World } from './walk.ts';

const reason = 'checked in the file';

/** Refusals of lines of files, and of sets. */
export const fileWalks = (world: World) => {
  const { steps, goods, from, dealerId, server } = world;

  /** Sends a file; resolves to the reasons of its refused lines. */
  async function sent(path: string, lines: readonly string[]): Promise<string[]> {
    const body = new FormData();
    body.append('file', new Blob([lines.join('\n')]), 'lines.csv');
    const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body });
    const { data } = (await response.json()) as { data: { job: string } };
    const state = async () => (await server.data(taskDetail, data)).state;
    await expect.poll(state, { timeout: 30_000 }).toBe('done');
    const kept = await server.sql<{ bytes: Buffer }[]>`
      select bytes from job_file_piece where job_id = ${data.job} and file = 'refusals'`;
    const refused = Buffer.concat(kept.map(({ bytes }) => bytes))
      .toString()
      .trimEnd()
      .split('\n')
      .filter(Boolean);
    return refused.map((line) => (JSON.parse(line) as { reason: string }).reason);
  }
  const takenFile = async (path: string, lines: readonly string[]) => {
    const reasons = await sent(path, lines);
    if (reasons.length > 0) throw new Error(`${path}: ${reasons.join()}`);
  };

  /** A packing file with a wrong line, and the same with the line corrected. */
  const line = (wrong: (box: string) => string) => async (): Promise<Walk> => {
    const { work_order_id, units, boxes } = await atDesk(world);
    const path = `${packingUpload.path}?work_order_id=${work_order_id}`;
    const lines = units.slice(0, 3).map((unit) => `${boxes[0]},${unit}`);
    return {
      refused: () => sent(path, [...lines.slice(0, 2), wrong(boxes[0])]),
      out: () => takenFile(path, lines),
    };
  };

  const handheld = (eventType: string) => `${handheldUpload.path}?act=${eventType}`;

  /** A case on a waybill. */
  async function loaded() {
    const made = await goods.made(from);
    const [box] = await goods.cases(made, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    const { waybill_no } = await server.data(waybillDetail, { id });
    return { id, waybill_no, code: box?.code as string };
  }

  return {
    formula_in_cell: line((box) => `${box},=B2&B3`),
    shortened_number: line((box) => `${box},1.69009E+17`),
    malformed_line: line((box) => `${box},`),
    spoilt_package: line((box) => `${box},nonsense`),
    unknown_document: async (): Promise<Walk> => {
      const { waybill_no, code } = await loaded();
      return {
        refused: () => sent(handheld('load'), [`WB-NONE,${code}`]),
        out: () => takenFile(handheld('load'), [`${waybill_no},${code}`]),
      };
    },
    not_under_way: async (): Promise<Walk> => {
      const { id, waybill_no, code } = await loaded();
      await steps.done(load, { id, codes: [code] });
      return {
        refused: () => sent(handheld('sign'), [`${waybill_no},${code}`]),
        out: () => steps.done(ship, { id }),
      };
    },
    not_put_back: async (): Promise<Walk> => {
      const made = await goods.made(from);
      const pallet = await goods.pallet(made);
      const first = pallet.cases[0] as { code: string };
      const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 6 }]);
      const { waybill_no } = await server.data(waybillDetail, { id });
      await steps.done(load, { id, codes: [first.code] });
      await steps.done(load, { id, codes: [pallet.code], override_reason: reason });
      const [parent] = (await goods.codes(4, 1)) as [string];
      return {
        refused: () => sent(handheld('unload'), [`${waybill_no},${first.code}`]),
        out: () =>
          steps.done(pack, { work_order_id: made.workOrderId, parent, children: [first.code], remainder: true }),
      };
    },
    return_closed: async (): Promise<Walk> => {
      const [first, second] = [await loaded(), await loaded()];
      for (const { id, code } of [first, second]) {
        await steps.done(load, { id, codes: [code] });
        await steps.done(ship, { id });
      }
      const request = { dealer_id: dealerId, warehouse_id: from, reason };
      const { id } = await steps.done(refund.add, request);
      await steps.done(receiveReturn, { id, codes: [first.code] });
      await steps.done(inspectReturn, { id, codes: [first.code], result: 'restock', reason });
      await steps.done(closeReturn, { id });
      const { rows } = await server.data(refund.page, { id });
      return {
        refused: () => sent(handheld('return'), [`${rows[0]?.refund_no},${second.code}`]),
        out: async () =>
          steps.done(receiveReturn, { id: (await steps.done(refund.add, request)).id, codes: [second.code] }),
      };
    },
    set_differs: async (): Promise<Walk> => {
      const { rows } = await server.data(packagingUnit.page, { size: 100 });
      const unitOf = (level: number) => rows.find((row) => row.level === level)?.id as number;
      const levels = [1, 3, 4].map((level, at) => ({ unit_id: unitOf(level), quantity: [1, 2, 2][at] as number }));
      const relation = await server.data(hierarchy.add, { hierarchy_code: 'H-other', hierarchy_name: '1=2=4', levels });
      const { work_order_id, units, boxes } = await atDesk(world, { order: { hierarchy_id: relation.id } });
      const { pallets } = await goods.sets(1);
      return {
        refused: () => steps.refused(packSet, { work_order_id, code: pallets[0] as string }),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 2) }),
      };
    },
  };
};
