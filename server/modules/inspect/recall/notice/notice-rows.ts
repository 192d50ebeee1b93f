import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** The query for the list of notices. */
export const notices = (db: Kysely<Schema>) =>
  db
    .selectFrom('recall_notice')
    .leftJoin('account as a', 'a.id', 'recall_notice.acknowledged_by')
    .selectAll('recall_notice')
    .select(['a.name as acknowledger', kindOfReceiver.as('receiver_kind'), isOverdue.as('overdue')]);

export const kindOfReceiver = sql<'dealer' | 'factory' | 'warehouse'>`case
  when recall_notice.dealer_id is not null then 'dealer' when recall_notice.factory_id is not null then 'factory'
  else 'warehouse' end`;

/** It should have been acknowledged or answered by now. */
export const isOverdue = sql<boolean>`(recall_notice.status = 'sent' and recall_notice.acknowledge_by < now()
  or recall_notice.status in ('sent', 'acknowledged') and recall_notice.answer_by < now())`;

export type NoticeRow = Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number];

export const inWords = ({ acknowledger, ...row }: NoticeRow) => ({
  ...row,
  acknowledged_by: acknowledger,
  acknowledged_by_id: row.acknowledged_by,
});

/** What a receiver got by product and lot, with its latest answer. */
export const noticeLines = (db: Kysely<Schema>, notice: number) =>
  db
    .selectFrom('recall_notice_line as l')
    .innerJoin('product as r', 'r.id', 'l.product_id')
    .select(['l.id as line_id', 'l.product_id', 'l.lot_id', 'r.product_code', 'r.product_name', 'l.lot'])
    .select(['l.units', 'l.waybills', 'l.on_hand', 'l.quarantined', 'l.returned', 'l.destroyed', 'l.passed'])
    .where('l.notice_id', '=', notice)
    .orderBy('l.id')
    .execute();

export type LineRow = Awaited<ReturnType<typeof noticeLines>>[number];

/** Units that a receiver said are there, came back or are gone. */
export const toldOf = ({
  on_hand,
  quarantined,
  returned,
  destroyed,
}: Pick<LineRow, 'on_hand' | 'quarantined' | 'returned' | 'destroyed'>) =>
  Number(on_hand) + Number(quarantined) + Number(returned) + Number(destroyed);
