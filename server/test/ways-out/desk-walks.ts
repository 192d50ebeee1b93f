import { product } from '@suyuan/contract/base/product/product.ts';
import { declareWrong } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallBegin, recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { load } from '@suyuan/contract/physical/waybill/waybill.ts';
import {
  workOrderAllow,
  workOrderFinish,
  workOrderHold,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { codesReject, codesScrap, codesUnmark } from '@suyuan/contract/plant/packing/marking.ts';
import { pack, packSet, packUndo, repack, replace, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { atDesk, type Walk, type World } from './walk.ts';

const reason = 'checked at the desk';
/** A GTIN that is on no label of these goods. */
const gtin = '06901234567892';

/** Refusals of packing, unpacking and replacing. */
export const deskWalks = (world: World) => {
  const { steps, goods, from, server } = world;

  /** A packing that is refused because of one child, and taken with another code in its place. */
  const badChild =
    (bad: (desk: Awaited<ReturnType<typeof atDesk>>) => Promise<string> | string) => async (): Promise<Walk> => {
      const desk = await atDesk(world);
      const { work_order_id, units, boxes } = desk;
      const wrong = await bad(desk);
      const children = [wrong, ...units.slice(1, 3)];
      return {
        refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children }),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
      };
    };

  /** A call that is refused, and taken in another way or after something else. */
  const way =
    (make: (desk: Awaited<ReturnType<typeof atDesk>>) => Promise<Walk> | Walk, order?: Parameters<typeof atDesk>[1]) =>
    async (): Promise<Walk> =>
      make(await atDesk(world, order));

  return {
    unknown_code: badChild(() => '1000000000000999'),
    bad_check_character: badChild(async () => {
      const given = { rule_name: 'checked', level: 1, prefix: '88', alphabet: 'digits', body_length: 12 } as const;
      const { id: rule_id } = await server.data(codeRule.add, { ...given, check: 'luhn', carrier: 'plain' });
      const { id } = await server.data(orderAdd, { rule_id, quantity: 1 });
      const [code] = (await codesOfOrder(server, id)) as [string];
      // Its check digit is another one.
      return `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
    }),
    wrong_gtin: badChild(async () => {
      const its = { product_code: 'LABELLED', product_name: 'With a GTIN', gtin: '06901234567885' };
      const { id: product_id } = await server.data(product.add, its);
      const given = { rule_name: 'labelled', level: 1, prefix: '86', alphabet: 'digits', body_length: 12 } as const;
      const { id: rule_id } = await server.data(codeRule.add, { ...given, check: 'none', carrier: 'plain' });
      const { id } = await server.data(orderAdd, { rule_id, product_id, quantity: 1 });
      return `(01)${gtin}(21)${(await codesOfOrder(server, id))[0]}`;
    }),
    contradictory_code: badChild(({ units }) => `]d201${gtin}21${units[4]}\u001d21${units[5]}`),
    malformed_code: badChild(({ units }) => `https://x.cn/01/${gtin}/21/${units[5]}/10/L1`),
    product_code_only: badChild(async () => {
      const { rows } = await server.data(product.page, { keyword: gtin });
      if (rows.length === 0) await server.data(product.add, { product_code: gtin, product_name: 'Bar', gtin });
      return gtin.slice(1);
    }),
    error_in_cell: badChild(() => '########'),
    time_too_early: way(({ work_order_id, units, boxes }) => {
      const packed = { work_order_id, parent: boxes[0], children: units.slice(0, 3) };
      return {
        refused: () => steps.refused(pack, { ...packed, event_time: '1999-12-31T00:00:00Z' }),
        out: () => steps.done(pack, packed),
      };
    }),
    several_codes: badChild(({ units }) => `${units[4]}${units[5]}`),
    wrong_level: badChild(({ boxes }) => boxes[1]),
    level_skipped: way(async ({ work_order_id, made, units, pallet }) => {
      const [box] = await goods.cases(made, 1);
      const packing = { work_order_id, parent: pallet, remainder: true };
      return {
        refused: () => steps.refused(pack, { ...packing, children: units.slice(0, 1) }),
        out: () => steps.done(pack, { ...packing, children: [box?.code as string] }),
      };
    }),
    contains_itself: badChild(({ boxes }) => boxes[0]),
    wrong_product: badChild(async () => {
      const other = await goods.cases(await goods.made(from), 1);
      await steps.done(unpack, { parent: other[0]?.code as string, reason });
      return other[0]?.bottles[0] as string;
    }),
    wrong_lot: badChild(async ({ made }) => {
      const [other] = await goods.cases(await goods.made(from, { productId: made.productId }), 1);
      await steps.done(unpack, { parent: other?.code as string, reason });
      return other?.bottles[0] as string;
    }),
    closed: badChild(async ({ units }) => {
      await steps.done(codesClose, { codes: [units[5] as string], reason });
      return units[5] as string;
    }),
    inactive: badChild(async ({ made, units }) => {
      const [box] = await goods.cases(made, 1);
      await steps.done(replace, { old: box?.bottles[0] as string, new: units[5] as string, reason });
      return box?.bottles[0] as string;
    }),
    repeated_line: badChild(({ units }) => units[1] as string),
    not_here: way(
      async ({ made, work_order_id, units, boxes }) => {
        const elsewhere = await goods.made(await goods.warehouse(), { productId: made.productId });
        const [box] = await goods.cases(elsewhere, 1);
        const [bottle] = (box as { bottles: string[] }).bottles as [string];
        await steps.done(unpack, { children: [bottle], reason });
        const packing = { work_order_id, parent: boxes[0] };
        await steps.done(pack, { ...packing, children: units.slice(0, 1), remainder: true });
        return {
          refused: () => steps.refused(pack, { ...packing, children: [bottle], remainder: true }),
          out: () => steps.done(pack, { ...packing, children: units.slice(1, 3) }),
        };
      },
      { order: { mix: 'one_product' } },
    ),
    other_level: way(async ({ made, boxes, units }) => {
      const [box] = await goods.cases(made, 1);
      const old = box?.bottles[0] as string;
      return {
        refused: () => steps.refused(replace, { old, new: boxes[0], reason }),
        out: () => steps.done(replace, { old, new: units[0] as string, reason }),
      };
    }),
    commissioned_already: way(async ({ made, units }) => {
      const [box] = await goods.cases(made, 1);
      const [old, used] = (box as { bottles: string[] }).bottles as [string, string];
      return {
        refused: () => steps.refused(replace, { old, new: used, reason }),
        out: () => steps.done(replace, { old, new: units[0] as string, reason }),
      };
    }),
    not_commissioned: way(({ work_order_id, units, boxes }) => {
      const replaced = { old: units[0] as string, new: units[5] as string, reason };
      return {
        refused: () => steps.refused(replace, replaced),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
      };
    }),
    not_a_package: way(({ work_order_id, units, boxes }) => ({
      refused: () => steps.refused(pack, { work_order_id, parent: units[5] as string, children: units.slice(0, 3) }),
      out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
    })),
    packed_elsewhere: way(async ({ made, work_order_id, units, boxes }) => {
      const [box] = await goods.cases(made, 1);
      const children = [box?.bottles[0] as string, ...units.slice(0, 2)];
      return {
        refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children }),
        out: () => steps.done(unpack, { children: children.slice(0, 1), reason }),
      };
    }),
    over_capacity: way(({ work_order_id, units, boxes }) => ({
      refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 4) }),
      out: async () => {
        await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
        await steps.done(pack, { work_order_id, parent: boxes[1], children: units.slice(3, 4), remainder: true });
      },
    })),
    incomplete: way(({ work_order_id, units, boxes }) => ({
      refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 2) }),
      out: async () => {
        await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
        await steps.done(pack, { work_order_id, parent: boxes[1], children: units.slice(3, 5), remainder: true });
      },
    })),
    remainder_refused: way(
      ({ work_order_id, units, boxes }) => ({
        refused: () =>
          steps.refused(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 2), remainder: true }),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
      }),
      { order: { remainder: 'refused' } },
    ),
    empty_package: way(({ work_order_id, units, boxes, pallet }) => ({
      refused: () => steps.refused(pack, { work_order_id, parent: pallet, children: [boxes[0]], remainder: true }),
      out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
    })),
    not_a_set: way(async ({ work_order_id, boxes }) => {
      const { pallets } = await goods.sets(1);
      return {
        refused: () => steps.refused(packSet, { work_order_id, code: boxes[0] }),
        out: () => steps.done(packSet, { work_order_id, code: pallets[0] as string }),
      };
    }),
    packed_already: way(async ({ work_order_id, units }) => {
      const { pallets, cases } = await goods.sets(1);
      const [pallet] = pallets as [string];
      await steps.done(packSet, { work_order_id, code: pallet });
      await steps.done(unpack, { children: [cases[0] as string], reason });
      const [box] = await goods.codes(3, 1);
      await steps.done(pack, { work_order_id, parent: box as string, children: units.slice(0, 3) });
      return {
        refused: () => steps.refused(packSet, { work_order_id, code: pallet }),
        out: () => steps.done(pack, { work_order_id, parent: pallet, children: [box as string] }),
      };
    }),
    not_packed: way(async ({ made, work_order_id }) => {
      const [box] = await goods.cases(made, 2);
      // What was taken out last is known to be out; this was put aside since.
      await steps.done(codesReject, { work_order_id, codes: [box?.bottles[0] as string], reason, moving: true });
      return {
        refused: () => steps.refused(unpack, { children: [box?.bottles[0] as string], reason }),
        out: () => steps.done(unpack, { children: [box?.bottles[1] as string], reason }),
      };
    }),
    not_marked: way(async ({ work_order_id, units }) => {
      const [torn, other] = units as [string, string];
      await steps.done(codesScrap, { work_order_id, codes: [torn], reason });
      return {
        refused: () => steps.refused(codesUnmark, { codes: [other], reason }),
        out: () => steps.done(codesUnmark, { codes: [torn], reason }),
      };
    }),
    order_not_running: way(
      async ({ work_order_id, units, boxes }) => {
        await steps.done(workOrderHold, { id: work_order_id });
        return {
          refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
          out: () => steps.done(workOrderStart, { id: work_order_id }),
        };
      },
      { released: false },
    ),
    beyond_plan: way(
      ({ work_order_id, units, boxes }) => ({
        refused: () => steps.refused(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) }),
        out: () => steps.done(workOrderAllow, { id: work_order_id, quantity: 3, reason }),
      }),
      { order: { quantity: 1 } },
    ),
    time_in_future: way(({ work_order_id, units, boxes }) => {
      const packing = { work_order_id, parent: boxes[0], children: units.slice(0, 3) };
      const event_time = new Date(Date.now() + 3_600_000).toISOString();
      return {
        refused: () => steps.refused(pack, { ...packing, event_time }),
        out: () => steps.done(pack, packing),
      };
    }),
    before_last_act: way(async ({ made }) => {
      const [box] = await goods.cases(made, 1);
      const taking = { children: [box?.bottles[0] as string], reason };
      const event_time = new Date(Date.now() - 3_600_000).toISOString();
      return {
        refused: () => steps.refused(unpack, { ...taking, event_time }),
        out: () => steps.done(unpack, taking),
      };
    }),
    packed_by_another: way(async ({ work_order_id, units, boxes }) => {
      const { event_id } = await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
      const colleague = await server.as(['relevance', 'relevance:pack']);
      return {
        refused: () => steps.refused(packUndo, { parent: boxes[0], event_id }, colleague),
        out: () =>
          steps.done(repack, { work_order_id, parent: boxes[0], contents: units.slice(0, 2), reason }, colleague),
      };
    }),
    later_acts: way(async ({ work_order_id, units, boxes }) => {
      const packing = { work_order_id, parent: boxes[0] };
      const packed = await steps.done(pack, { ...packing, children: units.slice(0, 2), remainder: true });
      const filled = await steps.done(pack, { ...packing, children: units.slice(2, 3) });
      const declaring = { code: boxes[0], error: 'did_not_occur', reason } as const;
      return {
        refused: () => steps.refused(declareWrong, { ...declaring, event_id: packed.event_id }),
        out: () => steps.done(declareWrong, { ...declaring, event_id: filled.event_id }),
      };
    }),
    not_declared: way(async ({ work_order_id, units, boxes }) => {
      await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
      const { event_id } = await steps.done(unpack, { children: units.slice(0, 1), reason });
      const declaring = { code: units[0] as string, event_id, error: 'did_not_occur', reason } as const;
      return {
        refused: () => steps.refused(declareWrong, declaring),
        out: () => steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 1) }),
      };
    }),
    order_closed: way(async ({ work_order_id, units, boxes }) => {
      const { event_id } = await steps.done(pack, { work_order_id, parent: boxes[0], children: units.slice(0, 3) });
      const finisher = await server.as(['orderlist', 'orderlist:finish']);
      await steps.done(workOrderFinish, { id: work_order_id }, finisher);
      await steps.done(workOrderClose, { id: work_order_id, reason });
      const declaring = { code: boxes[0], event_id, error: 'did_not_occur', reason } as const;
      return {
        refused: () => steps.refused(declareWrong, declaring),
        out: () => steps.done(unpack, { children: units.slice(0, 1), reason }),
      };
    }),
    on_hold: way(async ({ made }) => {
      const [box] = await goods.cases(made, 1);
      const id = await goods.sale(from, world.dealerId, [{ product_id: made.productId, quantity: 3 }]);
      const scope = { codes: [box?.code as string] };
      const recall = await steps.done(recallAdd, { scope, drill: false, reason });
      await steps.done(recallBegin, { id: recall.id });
      return {
        refused: () => steps.refused(load, { id, codes: [box?.code as string] }),
        out: async () => {
          const token = await server.as(['recall', 'recall:release']);
          await steps.done(recallRelease, { id: recall.id, reason }, token);
        },
      };
    }),
    not_on_hold: way(async ({ made }) => {
      const [box, other] = await goods.cases(made, 2);
      const recall = await steps.done(recallAdd, { scope: { codes: [box?.code as string] }, drill: false, reason });
      await steps.done(recallBegin, { id: recall.id });
      const token = await server.as(['recall', 'recall:release']);
      const release = (code: string | undefined) => ({ id: recall.id, reason, codes: [code as string] });
      return {
        refused: () => steps.refused(recallRelease, release(other?.code), token),
        out: () => steps.done(recallRelease, release(box?.code), token),
      };
    }),
  };
};
