import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import {
  type CountStatus,
  countApprove,
  countCancel,
  countDetail,
  countFinish,
  countResume,
  countScan,
  countStart,
  countUnscan,
  stockCount,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import { stockMove } from '@suyuan/contract/physical/stock/stock-move.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Counted {
  readonly id: number;
  readonly warehouse: number;
  /** Two cases that are there; the first is scanned, the other one is not found. */
  readonly codes: readonly string[];
}

const start = ({ server }: Stage, { id }: Counted) => server.data(countStart, { id });
const scan = ({ server }: Stage, { id, codes }: Counted) => server.data(countScan, { id, codes: codes.slice(0, 1) });
const finish = ({ server }: Stage, { id }: Counted) => server.data(countFinish, { id });
async function approve({ server }: Stage, { id }: Counted): Promise<void> {
  const token = await server.as(['stock', 'stock:adjust']);
  await server.data(countApprove, { id, reason: 'looked for it twice' }, { token });
}
const cancel = ({ server }: Stage, { id }: Counted) => server.data(countCancel, { id, reason: 'wrong place' });

const begun: Readonly<Record<CountStatus, readonly ((stage: Stage, thing: Counted) => Promise<unknown>)[]>> = {
  draft: [],
  counting: [start, scan],
  to_approve: [start, scan, finish],
  done: [start, scan, finish, approve],
  cancelled: [start, cancel],
};

/** A count of a warehouse in which one of two cases is missing. */
export default defineWalk<typeof countLife, Counted>({
  life: countLife,
  begin: async (stage, status) => {
    const { server, goods } = stage;
    const warehouse = await goods.warehouse();
    const made = await goods.made(warehouse);
    const codes = (await goods.cases(made, 2)).map(({ code }) => code);
    const { id } = await server.data(stockCount.add, { warehouse_id: warehouse });
    const thing = { id, warehouse, codes };
    for (const step of begun[status]) await step(stage, thing);
    return thing;
  },
  take: {
    update: async ({ server }, { id, warehouse }) => {
      const { remark } = await server.data(countDetail, { id });
      await server.data(stockCount.update, { id, warehouse_id: warehouse, remark: remark ? null : 'top shelf' });
    },
    delete: ({ server }, { id }) => server.data(stockCount.remove, { id }),
    start,
    scan: async ({ server }, { id, codes }) => {
      const { scans } = await server.data(countDetail, { id });
      await server.data(countScan, { id, codes: scans > 0 ? codes.slice(1) : codes.slice(0, 1) });
    },
    unscan: async ({ server }, { id, codes }) => {
      const { scans } = await server.data(countDetail, { id });
      // Back to one scan, or to none.
      await server.data(countUnscan, { id, codes: scans > 1 ? codes.slice(1) : codes.slice(0, 1) });
    },
    finish,
    resume: ({ server }, { id }) => server.data(countResume, { id }),
    approve,
    cancel,
  },
  undo: {
    // What was missing turns up.
    approve: ({ server }, { codes, warehouse }) =>
      server.data(stockMove, { warehouse_id: warehouse, codes: codes.slice(1) }),
  },
  see: async ({ server }, { id, codes }) => {
    const { rows } = await server.data(stockCount.page, { id });
    const [count] = rows;
    const boxes = await server.data(boxCodes, { codes: [...codes] });
    const detail = count ? await server.data(countDetail, { id }) : undefined;
    return {
      status: count?.status === 'done' ? 'to_approve' : count?.status,
      remark: count?.remark,
      scans: detail?.scans,
      boxes,
    };
  },
});
