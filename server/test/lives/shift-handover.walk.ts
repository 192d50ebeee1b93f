import { shiftHandoverLife } from '@suyuan/contract/plant/shift/shift-handover.life.ts';
import {
  shiftAdd,
  shiftDetail,
  shiftHand,
  shiftHandover,
  shiftReceive,
  shiftTakeBack,
  shiftUpdate,
} from '@suyuan/contract/plant/shift/shift-handover.ts';
import { newTeam } from '../goods/new-team.ts';
import { defineWalk, type Stage } from './walk.ts';

interface OfShift {
  readonly id: number;
}

const taken = async ({ server }: Stage, { id }: OfShift) => server.data(shiftTakeBack, { id, reason: 'too early' });
const received = async ({ server }: Stage, { id }: OfShift) =>
  server.data(
    shiftReceive,
    { id },
    { token: await server.as(['shift', 'shift:sign'], { name: `foreman ${++signed}` }) },
  );
let signed = 0;

/** The hand-over of a shift that made nothing. */
export default defineWalk<typeof shiftHandoverLife, OfShift>({
  life: shiftHandoverLife,
  begin: async (stage, status) => {
    const { server } = stage;
    const { id } = await server.data(shiftAdd, { team_id: await newTeam(server) });
    if (status !== 'draft') await server.data(shiftHand, { id });
    if (status === 'received') await received(stage, { id });
    return { id };
  },
  take: {
    update: async ({ server }, { id }) => {
      const { rows } = await server.data(shiftHandover.page, { id });
      await server.data(shiftUpdate, { id, notes: rows[0]?.notes === null ? 'the pump leaks' : null });
    },
    hand: ({ server }, { id }) => server.data(shiftHand, { id }),
    receive: received,
    take_back_handed: taken,
    take_back_received: taken,
  },
  see: async ({ server }, { id }: OfShift) => {
    const { rows } = await server.data(shiftHandover.page, { id });
    const { status, notes, made } = rows[0] ?? {};
    // That signatures were taken back is what is left of it.
    const { taken_back: _, ...detail } = await server.data(shiftDetail, { id });
    return { status, notes, made, detail };
  },
});
