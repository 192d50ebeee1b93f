import type { Source } from '../frame/source.ts';
import { counts, grouped, type MarketParts } from './market-rows.ts';

/** Cases on the day when they were opened, by their dealer and result, with the days that they took and what was agreed. */
export const caseSource = (parts: MarketParts): Source => ({
  figures: ['cases', 'cases_right', 'cases_false', 'case_days', 'settled_amount'],
  counts: (query) =>
    grouped(parts, query, {
      table: 'inspect_case',
      at: 'created_at',
      dealer: 'dealer_id',
      outcome: parts.sql`coalesce(r.outcome, 'open')`,
      figures: {
        cases: parts.sql`1`,
        cases_right: counts(parts.sql, parts.sql`r.outcome = 'right'`),
        cases_false: counts(parts.sql, parts.sql`r.outcome = 'false_alarm'`),
        case_days: parts.sql`case when r.closed_at is null then 0
          else ceil(extract(epoch from r.closed_at - r.created_at) / 86400)::bigint end`,
        settled_amount: parts.sql`(
          select round(coalesce(sum(s.amount), 0))::bigint from dealer_settlement s
          where s.case_id = r.id and s.status in ('agreed', 'paid', 'closed'))`,
      },
    }),
});
