import { holdLife } from '@suyuan/contract/inspect/hold.life.ts';
import { hold, holdAdd, holdRelease, holdUpdate } from '@suyuan/contract/inspect/hold.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { defineWalk, type Stage } from './walk.ts';

interface KeptBack {
  id: number;
  readonly lot: string;
  readonly code: string;
}

const due_at = '2030-01-01T00:00:00.000Z';
const holdingOf = (lot: string) => ({ scope: { lot }, reason: 'waits for the laboratory', owner_id: 1, due_at });

async function release({ server }: Stage, { id }: KeptBack): Promise<void> {
  const token = await server.as(['hold', 'hold:release']);
  await server.data(holdRelease, { id, reason: 'passed' }, { token });
}

/** A hold of a lot with one case. A new hold keeps the goods back under another number. */
export default defineWalk<typeof holdLife, KeptBack>({
  life: holdLife,
  begin: async (stage, status) => {
    const { server, goods, from } = stage;
    const { lot, ...made } = await goods.made(from);
    const [box] = await goods.cases({ lot, ...made }, 1);
    const { id } = await server.data(holdAdd, holdingOf(lot));
    const thing = { id, lot, code: box?.code as string };
    if (status === 'released') await release(stage, thing);
    return thing;
  },
  take: {
    update: async ({ server }, { id }) => {
      const { rows } = await server.data(hold.page, { size: 500 });
      const before = rows.find((row) => row.id === id)?.reason;
      const reason = before === 'the laboratory is late' ? 'waits for the laboratory' : 'the laboratory is late';
      await server.data(holdUpdate, { id, reason, owner_id: 1, due_at });
    },
    release,
  },
  undo: {
    release: async ({ server }, thing) => {
      thing.id = (await server.data(holdAdd, holdingOf(thing.lot))).id;
    },
  },
  see: async ({ server }, { code }) =>
    (await server.data(boxCodes, { codes: [code] })).map(({ hold: on, ...goods }) => ({
      ...goods,
      hold: on && { reason: on.reason, owner: on.owner },
    })),
});
