import type { Sql } from '#platform/database/driver/sql.ts';
import type { WaitingWork } from '#platform/notices/waiting.ts';

/**
 * Dates notices to what they tell of: those of past days were read. Nobody reads those of the accounts that only fill the sample; they are
 * deleted.
 */
export async function datePastNotices(sql: Sql, fillers: readonly number[]): Promise<void> {
  await sql`delete from notice where account_id = any(${fillers as number[]}::bigint[])`;
  await sql`
    update notice n set created_at = told.at,
      read_at = case when told.at < now() - interval '1 day' then told.at + interval '3 hours' else n.read_at end
    from (
      select lead.id, coalesce(o.finished_at, e.created_at, f.created_at, h.created_at, c.begun_at, m.answered_at, m.created_at,
        k.created_at, t.created_at) as at
      from (
        select id, about, leads->0->>'screen' as screen, substring(leads->0->>'query' from '^(?:detail|task)=([0-9]+)$')::bigint as row
        from notice
      ) lead
      left join work_order o on lead.about = 'work_order:' || o.id
      left join exception e on lead.screen in ('deliveryorder', 'repeatedquery', 'loglist') and e.id = lead.row
      left join refund f on lead.screen = 'refund' and f.id = lead.row
      left join quality_hold h on lead.screen = 'hold' and h.id = lead.row
      left join recall c on lead.screen = 'recall' and c.id = lead.row
      left join recall_notice m on lead.screen = 'recallnotice' and m.id = lead.row
      left join inspect_case k on lead.screen = 'case' and k.id = lead.row
      left join inspect_task t on lead.screen = 'inspectrecord' and t.id = lead.row
    ) told
    where told.id = n.id and told.at < n.created_at`;
}

/** What waits is noted anew: the server has seen some of it before it was dated back. */
export async function beginWorkAnew(sql: Sql, kinds: readonly WaitingWork[]): Promise<void> {
  await sql.begin(async (change) => {
    const items = await change<
      { waiting: string; subject_id: number }[]
    >`delete from work_item returning waiting, subject_id`;
    for (const { name, items: waiting } of kinds) {
      const ids = items.flatMap((item) => (item.waiting === name ? item.subject_id : []));
      if (waiting && ids.length > 0)
        await change`
          insert into work_touched (subject, subject_id)
          select ${waiting.table}::text, id from unnest(${ids}::bigint[]) as id`;
    }
  });
}
