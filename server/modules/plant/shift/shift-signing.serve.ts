import { shiftHandoverLife } from '@suyuan/contract/plant/shift/shift-handover.life.ts';
import {
  shiftAdd,
  shiftDelete,
  shiftHand,
  shiftReceive,
  shiftTakeBack,
  shiftUpdate,
} from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import { lifeSteps } from '#platform/records/life-steps.ts';
import { defineNumberSeries, withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { clockIn } from '#trace/figures/shift.ts';
import { day } from '../order/work-order-life.ts';
import { shiftFiguresOf } from './shift-figures.ts';

const { steps } = shiftHandoverLife;

const { take, toChange, set } = lifeSteps({
  table: 'shift_handover',
  life: shiftHandoverLife,
  read: (db, id) =>
    db
      .selectFrom('shift_handover')
      .select(['status', 'team_id', 'line_id', 'handed_by', 'handed_at', 'received_by', 'received_at'])
      .select(day('shift_handover.day').as('day'))
      .where('id', '=', id)
      .executeTakeFirst(),
  refused: (_, status) => conflict(status === 'draft' ? 'shift_unsigned' : 'shift_signed'),
});

/** Serves preparing the hand-over of a shift, signing it by both sides, and taking signatures back. */
export default function serveShiftSigning({ routes, system, timeZone }: Services): void {
  routes.change(shiftAdd, async ({ team_id, line_id = null, notes, ...input }, { account }, change) => {
    const hours = await hoursOf(change, team_id, line_id);
    const row = {
      ...{ team_id, line_id, ...hours, notes: notes?.trim() || null },
      day: input.day ?? clockIn(timeZone())(Date.now()).day,
      ...{ created_by: account.id, created_name: account.name },
    };
    const { id, shift_no } = await withNextNumber(change, shiftNumbers, (number) =>
      change.db
        .insertInto('shift_handover')
        .values({ ...row, shift_no: number })
        .returning(['id', 'shift_no'])
        .executeTakeFirstOrThrow(),
    ).catch((error: unknown) => {
      if (isViolationOf('shift_handover_of_shift', error)) throw conflict('shift_prepared', { day: row.day });
      throw error;
    });
    change.made('shift_handover', id);
    return { id, shift_no };
  });

  routes.change(shiftUpdate, async ({ id, notes }, _, change) => {
    await take(change, id, 'update');
    if (notes !== undefined) await set(change, id, { notes: notes?.trim() || null });
    return { id };
  });

  routes.change(shiftDelete, async ({ id }, _, change) => {
    await take(change, id, 'delete');
    await change.db.deleteFrom('shift_handover').where('id', '=', id).execute();
    return null;
  });

  routes.change(shiftHand, async ({ id }, { account }, change) => {
    const shift = await take(change, id, 'hand');
    const figures = await shiftFiguresOf(system.codes.sql, { ...shift, day: shift.day as string });
    const sumOf = (key: 'quantity' | 'made' | 'rejected') => figures.orders.reduce((sum, order) => sum + order[key], 0);
    await set(change, id, {
      status: steps.hand.to,
      figures,
      planned: sumOf('quantity'),
      made: sumOf('made'),
      rejected: sumOf('rejected'),
      exceptions: figures.exceptions.reduce((sum, { count }) => sum + count, 0),
      ...{ handed_by: account.id, handed_name: account.name, handed_at: new Date() },
    });
    return { id };
  });

  routes.change(shiftReceive, async ({ id, reply }, { account, secondPerson }, change) => {
    const { handed_by, handed_at } = await take(change, id, 'receive');
    await secondPerson.require({ account: handed_by as number, at: handed_at as Date });
    await set(change, id, {
      status: steps.receive.to,
      reply: reply?.trim() || null,
      ...{ received_by: account.id, received_name: account.name, received_at: new Date() },
    });
    return { id };
  });

  routes.change(shiftTakeBack, async ({ id, reason }, { account }, change) => {
    const shift = await toChange(change, id);
    if (shift.status === 'draft') throw conflict('shift_unsigned');
    const signature = shift.status;
    const signed = { signed_by: shift[`${signature}_by`] as number, signed_at: shift[`${signature}_at`] as Date };
    await change.db
      .insertInto('shift_signature_taken_back')
      .values({ shift_handover_id: id, signature, ...signed, taken_back_by: account.id, reason: reason.trim() })
      .execute();
    await set(change, id, {
      status: steps[`take_back_${signature}`].to,
      ...{ [`${signature}_by`]: null, [`${signature}_name`]: null, [`${signature}_at`]: null },
      ...(signature === 'received'
        ? { reply: null }
        : { figures: null, planned: null, made: null, rejected: null, exceptions: null }),
    });
    return { id };
  });
}

const shiftNumbers = defineNumberSeries({
  prefix: 'JB',
  sequence: 'shift_no',
  table: 'shift_handover',
  column: 'shift_no',
  unique: 'shift_handover_code_key',
});

/** The hours of a team that the caller may see, on a line of its factory. Throws 400. */
async function hoursOf({ db }: Change, team: number, line: number | null) {
  const hours = await db
    .selectFrom('team')
    .select(['shift_start', 'shift_end', 'factory_id'])
    .where('id', '=', team)
    .executeTakeFirst();
  if (!hours) throw badInput({ path: 'team_id', reason: 'no_such', params: { value: team } });
  const { factory_id, ...shift } = hours;
  if (line === null) return shift;
  const place = await db
    .selectFrom('production_line as l')
    .innerJoin('workshop as w', 'w.id', 'l.workshop_id')
    .select('w.factory_id')
    .where('l.id', '=', line)
    .executeTakeFirst();
  if (place?.factory_id !== factory_id) throw badInput({ path: 'line_id', reason: 'no_such', params: { value: line } });
  return shift;
}
