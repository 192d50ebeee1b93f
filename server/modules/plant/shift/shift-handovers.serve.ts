import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type ShiftFigures,
  shiftDetail,
  shiftHandover,
  shiftPrint,
} from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { shiftFiguresOf } from './shift-figures.ts';
import { shiftHandovers, visibleShift } from './shift-rows.ts';

/** 交接班: serves the list of hand-overs, their figures, and the paper. */
export default function serveShiftHandovers(services: Services): void {
  const { routes } = services;

  serveDeclaredList(services, shiftHandover, {
    rows: shiftHandovers,
    narrow: { keyword: heldIn('shift_handover.shift_no', 't.team_name', 'l.line_name') },
    defaultSort: '-created_at',
    present: ({ created_name, handed_name, received_name, ...row }) =>
      declaredRow(shiftHandover, {
        ...row,
        created_by: created_name,
        created_by_id: row.created_by,
        handed_by: handed_name,
        handed_by_id: row.handed_by,
        received_by: received_name,
        received_by_id: row.received_by,
      }),
  });

  routes.serve(shiftDetail, ({ id }, caller) => detailOf(services, caller, id));

  routes.serve(shiftPrint, async ({ id }, caller) => {
    const [row, detail] = [await visibleShift(caller.db, id), await detailOf(services, caller, id)];
    const { sendShiftPaper } = await import('./shift-print.ts');
    await sendShiftPaper(services, caller, row, detail);
    return null;
  });
}

async function detailOf(
  { system }: Services,
  { db }: Pick<Caller<Account>, 'db'>,
  id: number,
): Promise<OutputOf<typeof shiftDetail>> {
  const row = await visibleShift(db, id);
  const takenBack = await db
    .selectFrom('shift_signature_taken_back')
    .select(['signature', 'signed_by', 'taken_back_by', 'taken_back_at', 'reason'])
    .where('shift_handover_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  const people = await visibleNames(
    db,
    'account',
    takenBack.flatMap(({ signed_by, taken_back_by }) => [signed_by, taken_back_by]),
  );
  const figures: ShiftFigures = row.figures ?? (await shiftFiguresOf(system.codes.sql, row));
  return {
    id,
    shift_start: row.shift_start,
    shift_end: row.shift_end,
    figures,
    taken_back: takenBack.map(({ signature, signed_by, taken_back_by, taken_back_at, reason }) => ({
      signature,
      signed_by: people.get(signed_by) ?? null,
      by: people.get(taken_back_by) ?? null,
      at: taken_back_at.toISOString(),
      reason,
    })),
  };
}
