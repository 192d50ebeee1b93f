import { lookAtInspections } from '#modules/inspect/warning/watch/inspection-watch.ts';
import { WarningWatch } from '#modules/inspect/warning/watch/warning-watch.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { LateBound } from '#platform/late-bound.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';

interface Parts {
  readonly sql: Sql;
  readonly rules: { levelOf(code: number): number };
  readonly waybillDealers: LateBound<WaybillDealers>;
  readonly timeZone: () => string;
}

/**
 * Judges all scans and inspections by the rules of warnings. The server has judged some of them while they were being made, in
 * another order than that of their days, so its counts of what was seen begin again. It may be at it at the same time, and is
 * waited for.
 */
export async function judgeWhatWasSeen({ sql, rules, waybillDealers, timeZone }: Parts): Promise<void> {
  const dealers: WaybillDealers = (on, waybills) => waybillDealers.get()(on, waybills);
  const watch = new WarningWatch({ sql, waybillDealers: dealers, levelOf: (code) => rules.levelOf(code), timeZone });
  await sql.begin(async (change) => {
    await change`update warning_cursor set read_until = (select coalesce(min(scanned_at), now()) from consumer_scan)`;
    await change`delete from market_sighting`;
  });
  for (;;) {
    await watch.look();
    const behind = await sql`
      select 1 from warning_cursor
      where read_until < (select date_trunc('milliseconds', max(scanned_at)) from consumer_scan)`;
    if (behind.length === 0) break;
    await sql`select 1 from warning_cursor for update`;
  }
  while ((await lookAtInspections(sql, dealers)) > 0);
}
