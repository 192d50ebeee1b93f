import { exceptionLife } from '@suyuan/contract/inspect/exception.life.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { defineWalk, type Stage } from './walk.ts';

interface RaisedException {
  readonly id: number;
}

const take =
  (step: 'settle' | 'discard' | 'reopen') =>
  ({ server }: Stage, { id }: RaisedException) =>
    server.data(productionData[step], { ids: [id], reason: 'looked at' });

const rowOf = async ({ server }: Stage, id: number) =>
  (await server.data(productionData.page, { size: 500 })).rows.find((row) => row.id === id);

/** A case that arrived damaged, which somebody deals with. */
export default defineWalk<typeof exceptionLife, RaisedException>({
  life: exceptionLife,
  begin: async (stage, status) => {
    const { server, goods, from, dealerId } = stage;
    const made = await goods.made(from);
    const [box] = await goods.cases(made, 1);
    const code = box?.code as string;
    const waybill = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id: waybill, codes: [code] });
    await server.data(ship, { id: waybill });
    await server.data(sign, { id: waybill, received: 'all', differences: [{ code, kind: 'damaged' }] });
    const { rows } = await server.data(productionData.page, { keyword: code });
    const thing = { id: rows[0]?.id as number };
    await server.data(productionData.assign, { ids: [thing.id], owner_id: 1 });
    if (status === 'settled') await take('settle')(stage, thing);
    if (status === 'discarded') await take('discard')(stage, thing);
    return thing;
  },
  take: {
    assign: async (stage, { id }) => {
      const owner_id = (await rowOf(stage, id))?.owner_id === null ? 1 : null;
      await stage.server.data(productionData.assign, { ids: [id], owner_id });
    },
    settle: take('settle'),
    discard: take('discard'),
    reopen: take('reopen'),
  },
  see: (stage, { id }) => rowOf(stage, id),
});
