import { answerParts, recallLetter } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { drawnPaper, type Page } from '#identity/print/paper.ts';
import { tablePages } from '#identity/print/table-pages.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { amountsIn, productUnitsOf } from '#trace/goods.ts';
import { noticeLines, notices } from './notice-rows.ts';

/** Serves the letter to a receiver: to be sent, or printed and returned by one without an account. */
export function serveLetter({ routes, answers, system, timeZone }: Services): void {
  routes.serve(
    recallLetter,
    async ({ id, language: wanted }, caller) => {
      const letter = await letterOf(caller, id);
      const language = wanted ?? letter.dealer_language ?? letter.factory_language ?? caller.language;
      const { sql } = system.partners;
      const [sender] = await sql<{ enterprise_name: string; address: string | null; phone: string | null }[]>`
        select enterprise_name, address, phone from enterprise limit 1`;
      const products = letter.lines.map(({ product_id }) => product_id);
      const amount = amountsIn(language, await productUnitsOf(sql, products, language));
      const from = [sender?.enterprise_name, sender?.address, sender?.phone].flatMap((line) => line || []);
      const title = `${letter.recall_no} ${letter.receiver}`;
      const head = {
        type: 'application/pdf',
        disposition: `attachment; filename="${letter.recall_no}-${id}.pdf"`,
      };
      const pages = pagesOf(letter, from, amount, language, timeZone());
      await answers.send(caller, head, () => drawnPaper({ title, pages }));
      return null;
    },
    { compress: false } as object,
  );
}

/** A notice with how its receiver is reached. */
async function letterOf({ db }: Pick<Caller<Account>, 'db'>, id: number) {
  const row = await notices(db)
    .leftJoin('dealer as d', 'd.id', 'recall_notice.dealer_id')
    .leftJoin('factory as f', 'f.id', 'recall_notice.factory_id')
    .leftJoin('warehouse as w', 'w.id', 'recall_notice.warehouse_id')
    .select(['d.language as dealer_language', 'f.language as factory_language'])
    .select(['d.address as dealer_address', 'd.contact as dealer_contact', 'd.phone as dealer_phone'])
    .select(['f.address as factory_address', 'f.contact as factory_contact', 'f.phone as factory_phone'])
    .select(['w.address as warehouse_address'])
    .where('recall_notice.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('recall_notice');
  const to = [
    row.receiver,
    row.dealer_address ?? row.factory_address ?? row.warehouse_address,
    row.dealer_contact ?? row.factory_contact,
    row.dealer_phone ?? row.factory_phone,
  ].flatMap((line) => line || []);
  return { ...row, to, lines: await noticeLines(db, id) };
}

type Letter = Awaited<ReturnType<typeof letterOf>>;

function pagesOf(
  letter: Letter,
  from: readonly string[],
  amount: (units: number, product: number) => string,
  language: Language,
  timeZone: string,
): Page[] {
  const word = (key: string) => listText(language, 'recallnotice', key) ?? key;
  const moment = (at: Date) => printedMoment(at, timeZone);
  return tablePages({
    title: word(letter.drill ? 'letter.drillTitle' : 'letter.title'),
    number: letter.recall_no,
    parties: [from, letter.to],
    facts: [
      `${word('reason')}: ${letter.reason}`,
      letter.instructions ?? word('letter.instructions'),
      text(language, 'recallnotice.letter.until', {
        acknowledge: moment(letter.acknowledge_by),
        answer: moment(letter.answer_by),
      }),
    ],
    columns: [
      { title: word('letter.goods'), width: 56 },
      { title: word('units'), width: 28 },
      { title: word('waybills'), width: 28 },
      ...answerParts.map((part) => ({ title: word(part), width: 17 })),
    ],
    rows: letter.lines.map((line) => ({
      cells: [
        `${line.product_name} ${line.lot ?? ''}`,
        amount(Number(line.units), line.product_id),
        line.waybills.join(' '),
        // Empty to be filled in by hand, as long as nothing is answered.
        ...answerParts.map((part) => (letter.answered_at ? amount(Number(line[part]), line.product_id) : '')),
      ],
    })),
    rowHeight: 12,
    signatures: [word('letter.signature')],
    foot: word('letter.foot'),
  });
}
