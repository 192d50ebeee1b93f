import type { Source } from '../frame/source.ts';
import { counts, grouped, type MarketParts } from './market-rows.ts';

/** Findings of inspectors, by the dealer that the goods were sold to. */
export const inspectionSource = (parts: MarketParts): Source => ({
  figures: ['inspected', 'found_normal', 'found_diverted', 'found_false'],
  counts: (query) =>
    grouped(parts, query, {
      table: 'inspect_record',
      at: 'inspected_at',
      dealer: 'expected_dealer_id',
      figures: {
        inspected: parts.sql`1`,
        found_normal: counts(parts.sql, parts.sql`r.verdict = 'normal'`),
        found_diverted: counts(parts.sql, parts.sql`r.verdict = 'suspected_diversion'`),
        found_false: counts(parts.sql, parts.sql`r.verdict in ('false_label', 'unknown', 'void')`),
      },
    }),
});

/** Warnings from scans (those about work orders tell nothing of the market), on the day of the warning, except for false alarms. */
export const warningSource = (parts: MarketParts): Source => ({
  figures: ['warned_diverted', 'warned_false', 'confirmed'],
  counts: (query) =>
    grouped(parts, query, {
      table: 'consumer_warning',
      at: 'fired_at',
      dealer: 'dealer_id',
      figures: {
        warned_diverted: counts(
          parts.sql,
          parts.sql`r.rule = 'outside_area' and r.outcome is distinct from 'false_alarm'`,
        ),
        warned_false: counts(
          parts.sql,
          parts.sql`r.rule not in ('outside_area', 'overproduction') and r.outcome is distinct from 'false_alarm'`,
        ),
        confirmed: counts(parts.sql, parts.sql`r.rule <> 'overproduction' and r.outcome = 'right'`),
      },
    }),
});
