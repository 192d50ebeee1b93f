import { dueWithin } from '@suyuan/contract/trace/due.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Notices } from '#platform/notices/notices.ts';

/**
 * Gives new warnings the time until which they are to be looked into and, where they are about goods of a dealer, their owner: the
 * person who sees to the dealer. The owner is told.
 */
export async function giveWarningsOwners(sql: Sql, notices: Pick<Notices, 'tell'>): Promise<void> {
  const due = new Date(Date.now() + dueWithin.warning * 3_600_000).toISOString();
  await sql.begin(async (change) => {
    const fresh = await change<{ id: number; subject: string; dealer_id: number | null }[]>`
      select id, coalesce(code, subject) as subject, dealer_id from consumer_warning
      where status = 'new' and due_at is null order by id limit 1000 for update skip locked`;
    if (fresh.length === 0) return;
    const ids = fresh.map(({ id }) => id);
    await change`update consumer_warning set due_at = ${due}::timestamptz where id = any(${ids}::bigint[])`;
    const dealers = [...new Set(fresh.flatMap(({ dealer_id }) => dealer_id ?? []))];
    const managers = await change<{ dealer_id: number; manager_id: number }[]>`
      select d.id as dealer_id, a.id as manager_id from dealer d
      join account a on a.id = d.manager_id and a.status = 'enabled' and a.account_type = 1
      where d.id = any(${dealers}::bigint[])`;
    const managerOf = new Map(managers.map(({ dealer_id, manager_id }) => [dealer_id, manager_id]));
    for (const [owner, own] of Map.groupBy(fresh, ({ dealer_id }) => managerOf.get(dealer_id ?? 0))) {
      if (owner === undefined) continue;
      const given = own.map(({ id }) => id);
      await change`
        update consumer_warning set owner_id = ${owner}
        where id = any(${given}::bigint[]) and owner_id is null`;
      const query = given.length === 1 ? { detail: `${given[0]}` } : { owner_id: `${owner}`, open: 'yes' };
      await notices.tell(change, [owner], {
        kind: 'warning_fired',
        params: { what: own[0]?.subject ?? '', count: given.length },
        leads: [{ screen: 'queryconsumerwarning', query: `${new URLSearchParams(query)}` }],
      });
    }
  });
}
