import { recallNotice, recallNoticeDetail } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveAnswers } from './answers.ts';
import { serveLetter } from './letter.ts';
import { inWords, isOverdue, kindOfReceiver, type LineRow, noticeLines, notices, toldOf } from './notice-rows.ts';

/** 召回通知: the notices of recalls, for the enterprise that sends them and for the parties that answer. */
export default function serveRecallNotices(services: Services): void {
  const { routes, system } = services;

  serveDeclaredList(services, recallNotice, {
    rows: notices,
    narrow: {
      recall_id: (rows, recall) => rows.where('recall_notice.recall_id', '=', recall),
      recall_no: (rows, recall_no) => rows.where('recall_notice.recall_no', 'ilike', containing(recall_no)),
      receiver_kind: (rows, kind) => rows.where(kindOfReceiver, '=', kind),
      overdue: (rows, overdue) => rows.where(isOverdue, '=', overdue),
    },
    defaultSort: '-created_at',
    present: (row) => declaredRow(recallNotice, inWords(row)),
  });

  routes.serve(recallNoticeDetail, async ({ id }, { db, account }) => {
    const row = await notices(db).where('recall_notice.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('recall_notice');
    const [lines, answers, passed] = await Promise.all([noticeLines(db, id), answersOf(db, id), passedOn(db, id)]);
    const isOwn = row.dealer_id !== null && (account.party === undefined || account.party.id === row.dealer_id);
    const below = isOwn
      ? await system.partners.db
          .selectFrom('dealer')
          .select(['id', 'dealer_name as name'])
          .where('parent_id', '=', row.dealer_id)
          .where('status', '=', 'enabled')
          .orderBy('dealer_code')
          .execute()
      : [];
    return {
      scope: row.scope,
      reason: [row.reason, row.instructions].filter(Boolean).join('\n'),
      lines: lines.map(presented),
      answers,
      passed,
      below,
    };
  });

  serveAnswers(services);
  serveLetter(services);
}

const presented = ({ lot_id: _, ...line }: LineRow) => ({
  ...line,
  missing: Number(line.units) - toldOf(line) - Number(line.passed),
});

async function answersOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('recall_answer as s')
    .innerJoin('recall_notice_line as l', 'l.id', 's.line_id')
    .innerJoin('product as r', 'r.id', 'l.product_id')
    .leftJoin('account as a', 'a.id', 's.by_id')
    .select(['s.at', 'a.name as by', 'r.product_name', 'l.lot', 's.note'])
    .select(['s.on_hand', 's.quarantined', 's.returned', 's.destroyed'])
    .where('s.notice_id', '=', id)
    .orderBy('s.id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ at, by, ...row }) => ({ at: at.toISOString(), by: by ?? '', ...row }));
}

async function passedOn(db: Kysely<Schema>, id: number) {
  const rows = await notices(db).where('recall_notice.parent_id', '=', id).orderBy('recall_notice.id').execute();
  return rows.map(({ id, receiver, status, units, accounted }) => ({
    id,
    receiver,
    status,
    units,
    accounted,
  }));
}
