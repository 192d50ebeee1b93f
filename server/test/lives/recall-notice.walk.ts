import { recallAdd, recallBegin, recallClose } from '@suyuan/contract/inspect/recall/recall.ts';
import { recallNoticeLife } from '@suyuan/contract/inspect/recall/recall-notice.life.ts';
import {
  recallAcknowledge,
  recallAnswer,
  recallNotice,
  recallNoticeDetail,
  recallPass,
  recallUnacknowledge,
  recallUnpass,
} from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Told {
  readonly id: number;
  readonly line: number;
  readonly below: number;
}

/** The notice of a dealer that got one case, and has a dealer below it. */
export default defineWalk<typeof recallNoticeLife, Told>({
  life: recallNoticeLife,
  begin: async (stage, status) => {
    const { server, goods, from } = stage;
    const made = await goods.made(from);
    const [box] = await goods.cases(made, 1);
    const dealer = await goods.dealer();
    const below = await goods.dealer();
    await server.sql`update dealer set parent_id = ${dealer}, dealer_level = 2 where id = ${below}`;
    const waybill = await goods.sale(from, dealer, [{ product_id: made.productId, quantity: 3 }]);
    await server.data(load, { id: waybill, codes: [box?.code as string] });
    await server.data(ship, { id: waybill });
    const recall = await server.data(recallAdd, { scope: { lot: made.lot }, drill: true, reason: 'practice' });
    await server.data(recallBegin, { id: recall.id });
    const { rows } = await server.data(recallNotice.page, { recall_id: recall.id });
    const id = rows.find(({ receiver_kind }) => receiver_kind === 'dealer')?.id as number;
    const line = (await server.data(recallNoticeDetail, { id })).lines[0]?.line_id as number;
    if (status !== 'sent') await server.data(recallAcknowledge, { id });
    if (status === 'answered')
      await server.data(recallAnswer, { id, lines: [{ line_id: line, ...nothing, on_hand: 1 }] });
    if (status === 'closed') await server.data(recallClose, { id: recall.id, note: 'found' });
    return { id, line, below };
  },
  take: {
    acknowledge: ({ server }, { id }) => server.data(recallAcknowledge, { id }),
    unacknowledge: ({ server }, { id }) => server.data(recallUnacknowledge, { id, reason: 'too early' }),
    pass: ({ server }, { id, line, below }) =>
      server.data(recallPass, { id, dealer_id: below, lines: [{ line_id: line, units: 1 }] }),
  },
  undo: {
    pass: async ({ server }, { id }) => {
      const [passed] = (await server.data(recallNoticeDetail, { id })).passed;
      await server.data(recallUnpass, { id: passed?.id as number });
    },
  },
  see,
});

const nothing = { on_hand: 0, quarantined: 0, returned: 0, destroyed: 0 };

async function see({ server }: Stage, { id }: Told) {
  const { rows } = await server.data(recallNotice.page, { id });
  return { rows, detail: await server.data(recallNoticeDetail, { id }) };
}
