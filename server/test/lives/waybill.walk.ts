import { barter } from '@suyuan/contract/physical/amendment.ts';
import { deliveryProofs, proofWithdraw, prove, stands } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import {
  close,
  load,
  reopen,
  ship,
  sign,
  unload,
  unsign,
  type WaybillStatus,
  waybill,
  waybillCodes,
  waybillDetail,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Made } from '../goods/goods.ts';
import { goodsOnScreens } from './goods-on-screens.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Loaded {
  readonly id: number;
  readonly made: Made;
  readonly pallets: readonly string[];
  readonly cases: readonly string[];
  /** What is on the waybill, what is loaded next, and what takes the place of a case in an exchange. */
  readonly on: string[];
  readonly next: string[];
  exchanged: { old: string; new: string };
}

/** A sale of which a pallet is loaded, and left, and arrived, and closed; another pallet stays in the warehouse. */
export default defineWalk<typeof waybillLife, Loaded>({
  life: waybillLife,
  begin: async (stage, status: WaybillStatus) => {
    const thing = await draft(stage);
    const { server } = stage;
    const { id } = thing;
    if (status === 'draft') return thing;
    await loadNext(stage, thing);
    if (status === 'loading') return thing;
    await server.data(ship, { id, short_reason: 'no more was made' });
    await server.data(prove, { id, proof: { receiver: 'Li Lei' } });
    if (status === 'shipped') return thing;
    await server.data(sign, { id, received: 'all' });
    if (status === 'closed') await server.data(close, { id });
    return thing;
  },
  take: {
    update: async ({ server, dealerId }, { id, made }) => {
      const { remark } = await server.data(waybillDetail, { id });
      await server.data(waybill.update, {
        id,
        kind: 'sale',
        to_dealer_id: dealerId,
        lines: [{ product_id: made.productId, quantity: 12 }],
        remark: remark === 'by rail' ? null : 'by rail',
      });
    },
    load: loadNext,
    unload: async ({ server }, { id, on, next }) => {
      const code = on.pop() as string;
      next.push(code);
      await server.data(unload, { id, codes: [code] });
    },
    sign: ({ server }, { id }) => server.data(sign, { id, received: 'all' }),
    prove: ({ server }, { id }) => server.data(prove, { id, proof: { receiver: 'Li Lei' } }),
    withdraw: async ({ server }, { id }) => {
      const proof = (await server.data(deliveryProofs, { id })).find(stands);
      await server.data(proofWithdraw, { id, proof_id: proof?.id ?? 0, reason: 'the wrong person' });
    },
    unsign: ({ server }, { id }) => server.data(unsign, { id, reason: 'of another truck' }),
    close: async ({ server }, { id }) => {
      const { loaded, received } = await server.data(waybillDetail, { id });
      await server.data(close, received < loaded ? { id, missing: 'lost', reason: 'no trace of it' } : { id });
    },
    reopen: ({ server }, { id }) => server.data(reopen, { id, reason: 'too early' }),
    exchange: async ({ server }, thing) => {
      const { old, new: successor } = thing.exchanged;
      await server.data(barter, { waybill_id: thing.id, pairs: [thing.exchanged], reason: 'it leaks' });
      thing.exchanged = { old: successor, new: old };
    },
  },
  see: async (stage, { id, made, pallets, cases }: Loaded) => {
    const { server } = stage;
    const { rows } = await server.data(waybillCodes, { id });
    return {
      waybill: await server.data(waybillDetail, { id }),
      codes: rows.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
      goods: await goodsOnScreens(stage, made.productId, [...pallets, ...cases]),
      proofs: (await server.data(deliveryProofs, { id })).filter(stands).map(({ receiver }) => receiver),
    };
  },
});

async function draft({ goods, from, dealerId }: Stage): Promise<Loaded> {
  const made = await goods.made(from);
  const packed = [await goods.pallet(made), await goods.pallet(made)] as const;
  const [first, second] = packed.map(({ code }) => code) as [string, string];
  const cases = packed.flatMap((pallet) => pallet.cases.map(({ code }) => code));
  return {
    id: await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 12 }]),
    made,
    pallets: [first, second],
    cases,
    on: [],
    // A case comes out of its pallet to be loaded.
    next: [cases[3] as string, first],
    exchanged: { old: first, new: second },
  };
}

async function loadNext({ server }: Stage, { id, on, next }: Loaded): Promise<void> {
  const code = next.pop() as string;
  on.push(code);
  await server.data(load, { id, codes: [code] });
}
