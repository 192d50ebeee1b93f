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
  notices: Pick<Notices, 'tell'>,
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
  for (const receiver of receivers) {
    const { id } = await change.db
      .insertInto('recall_notice')
      .values({
        recall_id,
        recall_no,
        drill,
        scope,
        reason,
        instructions,
        dealer_id: null,
        factory_id: null,
        warehouse_id: null,
        [`${receiver.kind}_id`]: receiver.id,
        receiver: receiver.name,
        units: receiver.goods.reduce((sum, { units }) => sum + units, 0),
        acknowledge_by: new Date(from + recall.acknowledge_hours * hour),
        answer_by: new Date(from + recall.answer_hours * hour),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await change.db
      .insertInto('recall_notice_line')
      .values(
        receiver.goods.map(({ product_id, lot_id, units, waybills }) => ({
          notice_id: id,
          product_id,
          lot_id: lot_id || null,
          lot: lots.get(lot_id ?? 0) ?? null,
          units,
          waybills: [...waybills],
        })),
      )
      .execute();
    change.made('recall_notice', id);
    await tellReceiver(notices, change.system, { id, recall_no, ...holderOf(receiver) }, 'recall_notice');
  }
}

const holderOf = ({ kind, id }: Pick<Receiver, 'kind' | 'id'>) => ({
  dealer_id: kind === 'dealer' ? id : null,
  factory_id: kind === 'factory' ? id : null,
  warehouse_id: kind === 'warehouse' ? id : null,
});

export interface ToldNotice {
  readonly id: number;
  readonly recall_no: string;
  readonly dealer_id: number | null;
  readonly factory_id: number | null;
  readonly warehouse_id: number | null;
}

/** Tells the people of a party who may answer, or those of the enterprise for its own warehouse. */
export async function tellReceiver(
  notices: Pick<Notices, 'tell'>,
  writer: Writer,
  { id, recall_no, dealer_id, factory_id }: ToldNotice,
  kind: 'recall_notice' | 'recall_reminder' | 'recall_lifted',
): Promise<void> {
  const of = dealer_id
    ? ({ kind: 'dealer', id: dealer_id } as const)
    : factory_id
      ? ({ kind: 'factory', id: factory_id } as const)
      : undefined;
  await notices.tell(
    writer,
    { holding: 'recallnotice:answer', of },
    {
      kind,
      params: { what: recall_no },
      leads: [{ screen: 'recallnotice', query: `${new URLSearchParams({ detail: `${id}` })}` }],
      about: `recall_notice:${id}`,
      ...(kind === 'recall_reminder' ? {} : { cause: `${kind}:${id}` }),
    },
  );
}
