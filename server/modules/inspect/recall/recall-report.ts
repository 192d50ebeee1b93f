import { minute } from '@suyuan/contract/durations.ts';
import { Balance } from '@suyuan/contract/inspect/goods-there.ts';
import { type RecallDealer, recallReport } from '@suyuan/contract/inspect/recall/recall.ts';
import { drawnPaper, type Page } from '#identity/print/paper.ts';
import { tablePages } from '#identity/print/table-pages.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { sendTable } from '#platform/lists/export.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { amountsIn, productUnitsOf } from '#trace/goods.ts';
import { dealersOf, goodsThere } from '../goods/goods-in-words.ts';
import { effectOf, scoreOf } from './notice/effect.ts';
import { inWords as inWordsOfNotice, notices } from './notice/notice-rows.ts';
import { type RecallRow, recalls, targetsOf } from './recall-rows.ts';

/** Serves the report of a recall or a drill, as PDF or as a workbook. */
export function serveRecallReport(services: Services, shared: SharedServices): void {
  const { routes, answers, timeZone } = services;
  routes.serve(
    recallReport,
    async ({ id, format }, caller) => {
      const facts = await gathered(services, shared, caller, id);
      if (format === 'xlsx') {
        const columns = ['part', 'code', 'name', 'contact', 'phone', 'address', 'units', 'in_transit', 'returned'];
        const titles = columns.map((column) => columnIn(caller.language, column));
        const rows = lines(facts, caller.language);
        await sendTable(answers, caller, { list: 'recall', format, columns, titles, rows, timeZone: timeZone() });
        return null;
      }
      const title = facts.row.recall_no;
      const head = { type: 'application/pdf', disposition: `attachment; filename="${title}.pdf"` };
      const amount = await amountsOf(facts, services.system.enterprise.sql, caller.language);
      const pages = pagesOf(facts, amount, caller.language, timeZone());
      await answers.send(caller, head, () => drawnPaper({ title, pages }));
      return null;
    },
    { compress: false } as object,
  );
}

async function gathered({ system }: Services, { rules }: SharedServices, { db }: Caller<Account>, id: number) {
  const { sql } = system.enterprise;
  const row = await recalls(db).where('recall.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('recall');
  const { there, at } = await goodsThere({ sql, db, rules }, await targetsOf(db, id));
  const balance: Balance = row.balance ?? there.balance;
  const { effect, lastAcknowledgedAt } = await effectOf(db, id);
  const score = scoreOf(row, balance, lastAcknowledgedAt);
  const receivers = (await notices(db).where('recall_id', '=', id).orderBy('recall_notice.id').execute()).map(
    inWordsOfNotice,
  );
  return { row, ...there, balance, dealers: await dealersOf(sql, at), effect, score, receivers };
}

/** Amounts in words: of goods of one product in its unit and in packages. */
async function amountsOf({ lots }: Pick<Found, 'lots'>, sql: Connection, language: Language) {
  const [product, ...others] = new Set(lots.map(({ product_id }) => product_id));
  const only = others.length === 0 ? (product ?? null) : null;
  const amount = amountsIn(language, await productUnitsOf(sql, only === null ? [] : [only], language));
  return (units: number) => amount(units, only);
}

type AmountsOf = Awaited<ReturnType<typeof amountsOf>>;

type Found = Awaited<ReturnType<typeof gathered>>;

const words = (language: Language, key: string): string => listText(language, 'recall', key) ?? key;

/** The title of a column, by default its text on the screen. */
const columnIn = (language: Language, column: string): string =>
  listText(language, 'recall', `report.${column}`) ?? words(language, column);

/** The parts of the balance, in their order. */
const parts = Object.keys(Balance.properties) as (keyof Balance)[];

/** Places that are not dealers'; goods with dealers are listed by dealer. */
const isOwn = ({ kind }: Found['places'][number]): boolean => kind !== 'ship_to' && kind !== 'dealer';

/** The pages: balance and places first, then the dealers. The foot has a line for a signature. */
function pagesOf(facts: Found, amount: AmountsOf, language: Language, timeZone: string): Page[] {
  const { row, lots, balance, places, dealers } = facts;
  const word = (key: string) => words(language, key);
  const common = {
    title: word(row.drill ? 'report.drillTitle' : 'report.title'),
    number: row.recall_no,
    foot: word('report.signature'),
    rowHeight: 8,
  };
  const moment = (at: Date | null) => printedMoment(at, timeZone);
  return [
    ...tablePages({
      ...common,
      facts: [...factsOf(row, lots, language, timeZone), ...resultsOf(facts, language)],
      columns: [
        { title: word('balance'), width: 40 },
        { title: word('report.units'), width: 40 },
        { title: '', width: 106 },
      ],
      rows: [
        ...parts.map((part) => ({
          cells: [word(`balance.${part}`), amount(balance[part]), word(`balance.about.${part}`)],
        })),
        { cells: ['', '', ''] },
        ...places.filter(isOwn).map(({ kind, code, name, units }) => ({
          cells: [kindIn(language, kind), amount(units), `${name ?? ''} ${code ?? ''}`],
        })),
      ],
    }),
    ...tablePages({
      ...common,
      facts: [word('dealers')],
      columns: [
        { title: word('dealer_name'), width: 45 },
        { title: word('reach'), width: 51 },
        { title: word('units'), width: 30 },
        { title: word('in_transit'), width: 30 },
        { title: word('returned'), width: 30 },
      ],
      rows: dealers.map((dealer) => ({
        cells: [
          `${dealer.dealer_name} (${dealer.dealer_code})`,
          reachOf(dealer),
          ...[dealer.units, dealer.in_transit, dealer.returned].map(amount),
        ],
      })),
    }),
    ...(facts.receivers.length === 0
      ? []
      : tablePages({
          ...common,
          facts: [word('receivers')],
          columns: [
            { title: word('receiver'), width: 60 },
            { title: word('report.units'), width: 30 },
            { title: word('accounted'), width: 30 },
            { title: word('acknowledged'), width: 33 },
            { title: word('answered'), width: 33 },
          ],
          rows: facts.receivers.map((one) => ({
            cells: [
              one.receiver,
              ...[Number(one.units), Number(one.accounted)].map(amount),
              moment(one.acknowledged_at),
              moment(one.answered_at),
            ],
          })),
        })),
  ];
}

const reachOf = ({ contact, phone, address }: RecallDealer): string =>
  [contact, phone, address].filter(Boolean).join('  ');

const kindIn = (language: Language, kind: string): string => listText(language, 'forensics', `link.${kind}`) ?? kind;

function factsOf(row: RecallRow, lots: Found['lots'], language: Language, timeZone: string): string[] {
  const word = (key: string, ...values: (string | null | undefined)[]) => {
    const text = values.filter(Boolean).join('  ');
    return text === '' ? [] : [`${words(language, key)}: ${text}`];
  };
  const moment = (at: Date | null) => printedMoment(at, timeZone);
  return [
    ...word('status', words(language, `status.${row.status}`)),
    ...word('scope', words(language, `scope_kind.${row.scope_kind}`), row.scope),
    ...word('report.lots', lots.map(({ lot, product_name }) => `${lot} ${product_name}`).join('、')),
    ...word('reason', row.reason),
    ...word('created_by', row.creator, moment(row.created_at)),
    ...word('begun_by', row.beginner, moment(row.begun_at)),
    ...word('closed_by', row.closer, moment(row.closed_at)),
    ...word('report.took', tookOf(row, language)),
    ...word('close_note', row.close_note),
  ];
}

/** What came of the notices, and the score of a drill. */
function resultsOf({ effect, score }: Found, language: Language): string[] {
  const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((100 * part) / of));
  return [
    ...(effect.notices === 0
      ? []
      : [
          text(language, 'recall.report.effect', {
            acknowledged: percent(effect.acknowledged, effect.notices),
            answered: percent(effect.answered, effect.notices),
            accounted: percent(effect.accounted, effect.units),
          }),
        ]),
    ...(score === null
      ? []
      : [
          text(language, 'recall.report.score', {
            score: score.score,
            traced: score.traced,
            list: score.list_minutes ?? '—',
            acknowledge: score.acknowledge_minutes ?? '—',
            target: score.target_minutes ?? '—',
          }),
        ]),
  ];
}

/** The duration in minutes, which is what a drill measures. */
function tookOf({ begun_at, closed_at }: RecallRow, language: Language): string {
  if (begun_at === null || closed_at === null) return '';
  const minutes = Math.max(1, Math.round((closed_at.getTime() - begun_at.getTime()) / minute));
  return text(language, 'recall.report.minutes', { minutes });
}

/** The rows of the workbook, each with its part of the report. */
async function* lines({ balance, places, dealers, packages }: Found, language: Language) {
  const part = (key: string) => words(language, key);
  for (const name of parts) yield { part: part('balance'), name: part(`balance.${name}`), units: balance[name] };
  for (const { kind, code, name, units } of places) {
    yield { part: `${part('places')}: ${kindIn(language, kind)}`, code, name, units };
  }
  for (const { dealer_code, dealer_name, dealer_id: _, ...dealer } of dealers) {
    yield { part: part('dealers'), code: dealer_code, name: dealer_name, ...dealer };
  }
  for (const { code, place, units } of packages) yield { part: part('packages'), code, name: place, units };
}
