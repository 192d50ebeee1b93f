import { arrivalCountLife, type countStatuses } from '@suyuan/contract/physical/waybill/arrival.life.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import {
  arrivalComplete,
  arrivalFinish,
  arrivalMark,
  arrivalResume,
  arrivalScan,
  arrivalSeal,
  arrivalUndo,
} from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { load, ship, unsign, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { goodsOnScreens } from './goods-on-screens.ts';
import { defineWalk } from './walk.ts';

interface Counted {
  readonly id: number;
  readonly productId: number;
  readonly codes: readonly string[];
}

/** A sale of three cases of which one is counted, and perhaps signed for. */
export default defineWalk<typeof arrivalCountLife, Counted>({
  life: arrivalCountLife,
  begin: async ({ server, goods, from, dealerId }, status: (typeof countStatuses)[number]) => {
    const made = await goods.made(from);
    const codes = (await goods.cases(made, 3)).map(({ code }) => code);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 9 }]);
    await server.data(load, { id, codes });
    await server.data(ship, { id });
    await server.data(arrivalScan, { id, codes: codes.slice(0, 2) });
    if (status !== 'counting') await server.data(arrivalComplete, { id });
    const thing = { id, productId: made.productId, codes };
    if (status === 'signed') await finish(server, thing);
    return thing;
  },
  take: {
    scan: async ({ server }, { id, codes }) => {
      const { scans } = await server.data(arrivalDesk, { id });
      const next = codes.find((code) => scans.every((one) => one.code !== code));
      await server.data(arrivalScan, { id, codes: [next as string] });
    },
    undo: async ({ server }, { id, codes }) => {
      const { scans } = await server.data(arrivalDesk, { id });
      const code = scans.find((one) => one.code === codes[2])?.code ?? (codes[1] as string);
      await server.data(arrivalUndo, { id, counted: code });
    },
    mark: async ({ server }, { id, codes }) => {
      const code = codes[0] as string;
      const { scans } = await server.data(arrivalDesk, { id });
      const isGood = scans.find((one) => one.code === code)?.condition === 'good';
      await server.data(arrivalMark, { id, counted: code, condition: isGood ? 'damaged' : 'good' });
    },
    seal: async ({ server }, { id }) => {
      const { seal } = await server.data(arrivalDesk, { id });
      await server.data(arrivalSeal, { id, seal: seal ? null : { state: 'missing' } });
    },
    complete: ({ server }, { id }) => server.data(arrivalComplete, { id }),
    resume: ({ server }, { id }) => server.data(arrivalResume, { id }),
    finish: ({ server }, thing) => finish(server, thing),
    unsign: ({ server }, { id }) => server.data(unsign, { id, reason: 'of another truck' }),
  },
  see: async (stage, { id, productId, codes }: Counted) => {
    const { scans, ...desk } = await stage.server.data(arrivalDesk, { id });
    return {
      desk,
      scans: scans.map(({ code, condition }) => `${code} ${condition}`).toSorted(),
      waybill: await stage.server.data(waybillDetail, { id }),
      goods: await goodsOnScreens(stage, productId, [...codes]),
    };
  },
});

async function finish(server: Parameters<typeof goodsOnScreens>[0]['server'], { id }: Counted): Promise<void> {
  const { completed_at } = await server.data(arrivalDesk, { id });
  await server.data(arrivalFinish, { id, received: 'counted', completed_at: completed_at ?? '' });
}
