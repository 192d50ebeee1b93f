import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { shiftDetail } from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { type Sheet, sendSheet } from '#platform/print/sheet.ts';
import type { Services } from '#platform/services.ts';
import type { ShiftRow } from './shift-rows.ts';

type Detail = OutputOf<typeof shiftDetail>;

/** Sends the hand-over of a shift as PDF, in the caller's language and the enterprise's time zone. */
export const sendShiftPaper = (services: Services, caller: Caller<Account>, row: ShiftRow, detail: Detail) =>
  sendSheet(services, caller, row.shift_no, (sheet) =>
    draw(sheet, row, detail, { language: caller.language, timeZone: services.timeZone() }),
  );

interface Locale {
  readonly language: Language;
  readonly timeZone: string;
}

const columns = ['quantity', 'made_in_all', 'made', 'packed', 'rejected', 'remainders'] as const;

function draw(sheet: Sheet, row: ShiftRow, { figures, shift_start, shift_end }: Detail, locale: Locale): void {
  const { language, timeZone } = locale;
  const label = (name: string): string => listText(language, 'shift', name) ?? name;
  sheet.title(text(language, 'menu.shift'), row.shift_no);
  sheet.facts([
    [label('day'), `${row.day} ${shift_start}–${shift_end}`],
    [label('team_name'), row.team_name],
    [label('line_name'), row.line_name ?? text(language, 'shift.allLines')],
    [label('running_minutes'), `${figures.running_minutes}`],
    [label('standing_minutes'), `${figures.standing_minutes}`],
  ]);
  sheet.table(
    [label('order_no'), ...columns.map(label)],
    figures.orders.map((order) => [
      [order.order_no, order.product_name, order.lot].filter(Boolean).join(' · '),
      ...columns.map((column) => `${order[column]}`),
    ]),
  );
  sheet.facts([
    [label('causes'), figures.causes.map(({ cause, units }) => `${cause}: ${units}`).join('; ')],
    [
      label('stops'),
      figures.stops
        .map(
          ({ reason, times, minutes }) => `${reason || text(language, 'board.noReason')}: ${times} × / ${minutes} min`,
        )
        .join('; '),
    ],
    [
      label('exceptions'),
      figures.exceptions
        .map(({ kind, count }) => `${listText(language, 'repeatedquery', `kind.${kind}`) ?? kind}: ${count}`)
        .join('; '),
    ],
    [label('holds'), figures.holds.map((hold) => heldIn(language, hold)).join('; ')],
    [label('notes'), row.notes],
    [label('reply'), row.reply],
  ]);
  sheet.signatures(
    [
      { title: label('handed_by'), name: row.handed_name, at: row.handed_at },
      { title: label('received_by'), name: row.received_name, at: row.received_at },
    ],
    text(language, 'shift.signature'),
    timeZone,
  );
}

const heldIn = (language: Language, { hold_no, lot, codes }: Detail['figures']['holds'][number]): string =>
  codes === undefined
    ? `${hold_no} (${lot})`
    : text(language, 'shift.heldCodes', { hold: hold_no, lot, codes: `${codes}` });
