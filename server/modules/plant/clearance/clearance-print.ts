import type { Account, Caller } from '#platform/caller.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { type Sheet, sendSheet } from '#platform/print/sheet.ts';
import type { Services } from '#platform/services.ts';
import type { ClearanceRow } from './clearance-rows.ts';

/** Sends a clearance as PDF, in the caller's language and the enterprise's time zone. */
export const sendClearancePaper = (services: Services, caller: Caller<Account>, row: ClearanceRow): Promise<void> =>
  sendSheet(services, caller, row.clearance_no, (sheet) => draw(sheet, row, caller.language, services.timeZone()));

const counts = [
  'labels_printed',
  'labels_used',
  'labels_scrapped',
  'labels_expected',
  'labels_left',
  'labels_destroyed',
  'codes_returned',
  'leased_left',
] as const;

function draw(sheet: Sheet, row: ClearanceRow, language: Language, timeZone: string): void {
  const label = (name: string): string => listText(language, 'clearance', name) ?? name;
  sheet.title(text(language, 'menu.clearance'), row.clearance_no);
  sheet.facts([
    [label('line_name'), row.line_name],
    [label('order_no'), row.order_no],
    [label('product_name'), row.product_name],
    [label('lot'), row.lot],
    ...counts.map((name) => [label(name), `${row[name]}`] as const),
    [label('difference_reason'), row.difference_reason],
  ]);
  sheet.heading(label('checks'));
  for (const { name, done, note } of row.checks)
    sheet.text(`[${done ? 'x' : '  '}]  ${name}${note ? ` (${note})` : ''}`);
  sheet.rule();
  sheet.signatures(
    [
      { title: label('prepared_by'), name: row.prepared_name, at: row.prepared_at },
      { title: label('signed_by'), name: row.signed_name, at: row.signed_at },
    ],
    text(language, 'clearance.signature'),
    timeZone,
  );
}
