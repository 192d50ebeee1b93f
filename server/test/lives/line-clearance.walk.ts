import { lineClearanceLife } from '@suyuan/contract/plant/line/line-clearance.life.ts';
import { clearanceSign, clearanceTakeBack, lineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { newClearance } from '../goods/clearance.ts';
import { defineWalk, type Stage } from './walk.ts';

interface OfLine {
  readonly id: number;
}

const signed = async ({ server }: Stage, { id }: OfLine) =>
  server.data(clearanceSign, { id }, { token: await server.as(['clearance', 'clearance:sign']) });

/** The clearance of a line that was left empty. */
export default defineWalk<typeof lineClearanceLife, OfLine>({
  life: lineClearanceLife,
  begin: async (stage, status) => {
    await stage.goods.product();
    const id = await newClearance(stage.server);
    if (status === 'signed') await signed(stage, { id });
    return { id };
  },
  take: {
    sign: signed,
    take_back: ({ server }, { id }) => server.data(clearanceTakeBack, { id, reason: 'a roll was found' }),
  },
  see: async ({ server }, { id }: OfLine) => {
    const { rows } = await server.data(lineClearance.page, { id });
    // Why the signature was taken back, and who signed anew, is what is left of it.
    const { taken_back_reason: _, signed_by: __, signed_by_id: ___, ...row } = rows[0] ?? {};
    return row;
  },
});
