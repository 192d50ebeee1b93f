import { hour } from '@suyuan/contract/durations.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Writer } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import { lotNumbers } from '#trace/goods.ts';
import type { Targets } from '../../goods/where-goods-are.ts';
import { type Receiver, receiversOf } from './receivers.ts';

interface BegunRecall {
  readonly id: number;
  readonly recall_no: string;
  readonly drill: boolean;
  readonly scope: string;
  readonly reason: string;
  readonly instructions: string | null;
  readonly acknowledge_hours: number;
  readonly answer_hours: number;
}

/** Sends a notice of a recall that begins to each dealer, factory and warehouse concerned. */
export async function sendNotices(
  sql: Connection,
  notices: Pick<Notices, 'tellEach'>,
  change: Change,
  recall: BegunRecall,
  targets: Targets,
): Promise<void> {
  const receivers = await receiversOf(sql, targets);
  const lots = await lotNumbers(
    sql,
    receivers.flatMap(({ goods }) => goods.flatMap(({ lot_id }) => lot_id ?? [])),
  );
  const from = Date.now();
  const { id: recall_id, recall_no, drill, scope, reason, instructions } = recall;
  const about = { recall_id, recall_no, drill, scope, reason, instructions };
  const acknowledge_by = new Date(from + recall.acknowledge_hours * hour);
  const answer_by = new Date(from + recall.answer_hours * hour);
  for (let at = 0; at < receivers.length; at += receiversAtOnce) {
    const some = receivers.slice(at, at + receiversAtOnce);
    const sent = await change.db
      .insertInto('recall_notice')
      .values(
        some.map((receiver) => ({
          ...about,
          ...holderOf(receiver),
          receiver: receiver.name,
          units: receiver.goods.reduce((sum, { units }) => sum + units, 0),
          acknowledge_by,
          answer_by,
        })),
      )
      .returning(['id', 'recall_no', 'dealer_id', 'factory_id', 'warehouse_id'])
      .execute();
    for (const { id } of sent) change.made('recall_notice', id);
    const noticeOf = new Map(sent.map((notice) => [keyOf(notice), notice.id]));
    const lines = some.flatMap((receiver) =>
      receiver.goods.map(({ product_id, lot_id, units, waybills }) => ({
        notice_id: noticeOf.get(keyOf(holderOf(receiver))) as number,
        product_id,
        lot_id: lot_id || null,
        lot: lots.get(lot_id ?? 0) ?? null,
        units,
        waybills: [...waybills],
      })),
    );
    for (let line = 0; line < lines.length; line += linesAtOnce)
      await change.db
        .insertInto('recall_notice_line')
        .values(lines.slice(line, line + linesAtOnce))
        .execute();
    await tellReceivers(notices, change.system, sent, 'recall_notice');
  }
}

/** How many notices, and how many of their lines, a statement writes. */
const receiversAtOnce = 1000;
const linesAtOnce = 5000;

const holderOf = ({ kind, id }: Pick<Receiver, 'kind' | 'id'>) => ({
  dealer_id: kind === 'dealer' ? id : null,
  factory_id: kind === 'factory' ? id : null,
  warehouse_id: kind === 'warehouse' ? id : null,
});

const keyOf = ({ dealer_id, factory_id, warehouse_id }: ReturnType<typeof holderOf>): string =>
  [dealer_id, factory_id, warehouse_id].join(' ');

export interface ToldNotice {
  readonly id: number;
  readonly recall_no: string;
  readonly dealer_id: number | null;
  readonly factory_id: number | null;
  readonly warehouse_id: number | null;
}

/** Tells the people of parties who may answer, or those of the enterprise for its own warehouses. */
export async function tellReceivers(
  notices: Pick<Notices, 'tellEach'>,
  writer: Writer,
  told: readonly ToldNotice[],
  kind: 'recall_notice' | 'recall_reminder' | 'recall_lifted',
): Promise<void> {
  await notices.tellEach(
    writer,
    'recallnotice:answer',
    told.map(({ id, recall_no, dealer_id, factory_id }) => ({
      of: dealer_id
        ? { kind: 'dealer' as const, id: dealer_id }
        : factory_id
          ? { kind: 'factory' as const, id: factory_id }
          : undefined,
      kind,
      params: { what: recall_no },
      leads: [{ screen: 'recallnotice', query: `${new URLSearchParams({ detail: `${id}` })}` }],
      about: `recall_notice:${id}`,
      ...(kind === 'recall_reminder' ? {} : { cause: `${kind}:${id}` }),
    })),
  );
}
