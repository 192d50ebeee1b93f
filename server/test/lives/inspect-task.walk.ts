import { taskLife } from '@suyuan/contract/inspect/task/inspect-task.life.ts';
import {
  stopMark,
  taskAdd,
  taskDetail,
  taskFinish,
  taskReopen,
  taskUpdate,
  taskWithdraw,
} from '@suyuan/contract/inspect/task/inspect-task.ts';
import { suspected } from '../goods/suspected.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Sent {
  readonly id: number;
}

let begun = 0;
const due_at = '2030-01-01T00:00:00.000Z';
const finish = ({ server }: Stage, { id }: Sent) => server.data(taskFinish, { id, result: 'nobody sells it' });
const withdraw = ({ server }: Stage, { id }: Sent) => server.data(taskWithdraw, { id, reason: 'not worth it' });

/** A task with one stop, which is marked as closed at first so that the task may be finished. */
export default defineWalk<typeof taskLife, Sent>({
  life: taskLife,
  begin: async (stage, status) => {
    const { server } = stage;
    begun += 1;
    const warning_id = await suspected(server.sql, { subject: `walk-task-${begun}` });
    const { id } = await server.data(taskAdd, { warning_id, assignee_id: 1, due_at, stops: [{ name: 'a shop' }] });
    const [stop] = (await server.data(taskDetail, { id })).route;
    await server.data(stopMark, { id: stop?.id as number, status: 'closed', reason: 'moved away' });
    if (status === 'finished') await finish(stage, { id });
    if (status === 'withdrawn') await withdraw(stage, { id });
    return { id };
  },
  take: {
    update: async ({ server }, { id }) => {
      const { note } = await server.data(taskDetail, { id });
      await server.data(taskUpdate, { id, assignee_id: 1, due_at, ...(note ? {} : { note: 'look at the labels' }) });
    },
    mark: async ({ server }, { id }) => {
      const [stop] = (await server.data(taskDetail, { id })).route;
      const marked = { id: stop?.id as number, status: stop?.status === 'open' ? 'closed' : 'open' } as const;
      await server.data(stopMark, marked.status === 'open' ? marked : { ...marked, reason: 'moved away' });
    },
    finish,
    withdraw,
    reopen: ({ server }, { id }) => server.data(taskReopen, { id }),
  },
  see: ({ server }, { id }) => server.data(taskDetail, { id }),
});
