import type { Account, Caller } from '#platform/caller.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { type Sheet, sendSheet } from '#platform/print/sheet.ts';
import type { Services } from '#platform/services.ts';
import { type Paper, sumOf } from './handover-paper.ts';

/** Sends the paper as PDF, in the caller's language and the enterprise's time zone. */
export const sendPaper = (services: Services, caller: Caller<Account>, paper: Paper): Promise<void> =>
  sendSheet(services, caller, paper.handover_no, (sheet) =>
    draw(sheet, paper, { language: caller.language, timeZone: services.timeZone() }),
  );

interface Locale {
  readonly language: Language;
  readonly timeZone: string;
}

const label = ({ language }: Locale, name: string): string => listText(language, 'connect', name) ?? name;

function draw(sheet: Sheet, paper: Paper, locale: Locale): void {
  const { language, timeZone } = locale;
  sheet.title(text(language, 'menu.connect'), paper.handover_no);
  drawWithdrawal(sheet, paper, locale);
  sheet.facts([
    [label(locale, 'order_no'), paper.order_no],
    [
      label(locale, 'product_name'),
      `${paper.product_name} (${paper.product_code})${paper.spec ? ` ${paper.spec}` : ''}`,
    ],
    [label(locale, 'lot'), paper.lot],
    [label(locale, 'production_date'), paper.production_date],
    [label(locale, 'line_name'), paper.line_name],
    [label(locale, 'warehouse_name'), paper.warehouse_name],
    [label(locale, 'created_at'), printedMoment(paper.created_at, timeZone)],
    [label(locale, 'remark'), paper.remark],
  ]);
  drawGoods(sheet, paper, locale);
  const counted = paper.counted === null ? null : `${label(locale, 'counted')}: ${paper.counted}`;
  sheet.signatures(
    [
      { title: label(locale, 'handed_by'), name: paper.handed_name, at: paper.handed_at },
      { title: label(locale, 'received_by'), name: paper.received_name, at: paper.received_at, note: counted },
    ],
    text(language, 'connect.signature'),
    timeZone,
  );
  if (paper.difference_reason) sheet.text(`${label(locale, 'difference_reason')}: ${paper.difference_reason}`);
}

/** Prints the withdrawal prominently, so that the paper cannot be mistaken for a valid one. */
function drawWithdrawal(sheet: Sheet, paper: Paper, locale: Locale): void {
  if (paper.status !== 'withdrawn') return;
  sheet.heading(text(locale.language, 'connect.status.withdrawn'), 16);
  sheet.facts([
    [label(locale, 'withdrawn_by'), paper.withdrawn_name],
    [label(locale, 'withdrawn_at'), printedMoment(paper.withdrawn_at, locale.timeZone)],
    [label(locale, 'withdrawal_reason'), paper.withdrawal_reason],
  ]);
  sheet.rule(1);
}

function drawGoods(sheet: Sheet, { levels, off }: Paper, locale: Locale): void {
  const columns = ['packages', 'remainders', 'units'] as const;
  sheet.table(
    ['level', ...columns].map((name) => label(locale, name)),
    levels.map((level) => [label(locale, `level.${level.level}`), ...columns.map((column) => `${level[column]}`)]),
    [
      [text(locale.language, 'report.total'), ...columns.map((column) => `${sumOf(levels, column)}`)],
      ...(off > 0 ? [[text(locale.language, 'connect.off'), `${off}`, '', '']] : []),
    ],
  );
}
