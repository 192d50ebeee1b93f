import type { RestorationCause, SystemStatus } from '@suyuan/contract/organ/system-status.ts';
import type { Sql } from '#platform/database/driver/sql.ts';

type Shown = SystemStatus['restorations'][number];

interface Stored {
  readonly id: number;
  readonly noticed_at: Date;
  readonly cause: RestorationCause;
  readonly is_certain: boolean;
  readonly known_until: Date | null;
  /** Empty where somebody said that nothing was lost. */
  readonly report: Partial<{
    readonly backup: Shown['backup'];
    readonly rules: Shown['rules'];
    readonly recreated: Pick<Shown, 'orders' | 'lost'>;
    readonly doubted: number;
  }>;
  readonly doubted_orders: string[];
}

/** How many orders are named of those that are in doubt. */
const maxDoubted = 20;

/** When the database was put back to an earlier time, and what was done about it, the latest first. */
export async function lastRestorations(sql: Sql, limit: number): Promise<SystemStatus['restorations']> {
  const rows = await sql<Stored[]>`
    select r.id, r.noticed_at, r.cause, r.is_certain, r.known_until, r.report,
      array(
        select distinct o.order_no from unaccounted_codes u join code_order o on o.id = u.order_id
        where u.restoration_id = r.id order by o.order_no limit ${maxDoubted}
      ) as doubted_orders
    from restoration r order by r.id desc limit ${limit}`;
  return rows.map(({ noticed_at, known_until, report, ...restoration }) => ({
    ...restoration,
    noticed_at: noticed_at.toISOString(),
    known_until: known_until?.toISOString() ?? null,
    backup: report.backup ?? null,
    rules: report.rules ?? [],
    orders: report.recreated?.orders ?? [],
    lost: report.recreated?.lost ?? [],
    doubted: report.doubted ?? 0,
  }));
}
