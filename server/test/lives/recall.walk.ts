import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallLife } from '@suyuan/contract/inspect/recall/recall.life.ts';
import {
  recall,
  recallAdd,
  recallBegin,
  recallClose,
  recallRelease,
  recallUpdate,
} from '@suyuan/contract/inspect/recall/recall.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { defineWalk } from './walk.ts';

interface CalledBack {
  readonly id: number;
  readonly code: string;
}

/** A recall in earnest, of a lot with one case. What it leaves is that it has begun. */
export default defineWalk<typeof recallLife, CalledBack>({
  life: recallLife,
  begin: async ({ server, goods, from }, status) => {
    const made = await goods.made(from);
    const [box] = await goods.cases(made, 1);
    const { id } = await server.data(recallAdd, { scope: { lot: made.lot }, drill: false, reason: 'glass' });
    if (status !== 'planned') await server.data(recallBegin, { id });
    if (status === 'closed') await server.data(recallClose, { id, note: 'all found' });
    return { id, code: box?.code as string };
  },
  take: {
    update: async ({ server }, { id }) => {
      const { rows } = await server.data(recall.page, { size: 500 });
      const reason = rows.find((row) => row.id === id)?.reason === 'glass' ? 'a wrong label' : 'glass';
      await server.data(recallUpdate, { id, drill: false, reason });
    },
    begin: ({ server }, { id }) => server.data(recallBegin, { id }),
    release: async ({ server }, { id }) => {
      const token = await server.as(['recall', 'recall:release']);
      return server.data(recallRelease, { id, reason: 'no glass' }, { token });
    },
  },
  see: async ({ server }, { id, code }) => {
    const { rows } = await server.data(recall.page, { size: 500 });
    const { verdict } = await server.data(informationInquiry, { code });
    return {
      recall: rows.filter((row) => row.id === id).map(({ scope, reason, drill }) => ({ scope, reason, drill })),
      goods: await server.data(boxCodes, { codes: [code] }),
      verdict,
    };
  },
});
