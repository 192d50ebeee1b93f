import { hour } from '@suyuan/contract/durations.ts';
import { shiftAdd, shiftHand, shiftReceive } from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Connection } from '#platform/database/database.ts';
import { dayOf, midnight } from '../filling/days.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Connection;
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
}

/** A shift: how many days ago it began, at which hour, and what was noted. */
interface PastShift {
  readonly line: string;
  readonly ago: number;
  readonly begins: number;
  readonly notes: string;
  readonly reply?: string;
}

const shifts: readonly PastShift[] = [
  {
    ...{ line: 'CX-01', ago: 3, begins: 8.5, notes: '2 号封盖头偶有歪盖，已调整压力。' },
    reply: '已检查，首箱全检合格。',
  },
  { line: 'CX-02', ago: 2, begins: 20.25, notes: '标签卷余 3 卷，已领料。', reply: '收到。' },
  { line: 'CX-01', ago: 2, begins: 8.5, notes: '无异常，现场已清洁。', reply: '收到。' },
  { line: 'CX-01', ago: 1, begins: 8.5, notes: '贴标机感应器擦拭过一次，读码率恢复。' },
];
const hours = 10;

/** Hand-overs of some of the last shifts: signed by both, and the latest by those who left. */
export async function handOverShifts({ sql, call, callAsKeeper }: Parts): Promise<void> {
  for (const { line, ago, begins, notes, reply } of shifts) {
    const [made] = await sql<{ team_id: number; line_id: number }[]>`
      select o.team_id, o.line_id from work_order o join production_line l on l.id = o.line_id
      where l.line_code = ${line} and o.team_id is not null order by o.id limit 1`;
    if (!made) throw new Error(`the sample data have no work order on the line ${line}`);
    const { id } = await call(shiftAdd, { ...made, day: dayOf(ago), notes });
    await call(shiftHand, { id });
    if (reply) await callAsKeeper(shiftReceive, { id, reply });
    const left = new Date(Math.min(midnight(ago) + (begins + hours) * hour, Date.now()));
    await sql`
      update shift_handover set created_at = ${left}, handed_at = ${left},
        received_at = case when received_at is not null then ${left}::timestamptz + interval '12 minutes' end
      where id = ${id}`;
  }
}
