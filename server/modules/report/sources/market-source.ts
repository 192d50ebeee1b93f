import type { Source } from '../frame/source.ts';
import { grouped, type MarketParts } from './market-rows.ts';

/** What inspectors found, at the dealer that the goods were sold to. */
export const inspectionSource = (parts: MarketParts): Source => ({
  figures: ['inspected', 'found_normal', 'found_diverted', 'found_false'],
  counts: (asked) =>
    grouped(parts, asked, {
      table: 'inspect_record',
      at: 'inspected_at',
      dealer: 'expected_dealer_id',
      figures: parts.sql`(values ('inspected', 1), ('found_normal', (r.verdict = 'normal')::int),
        ('found_diverted', (r.verdict = 'suspected_diversion')::int),
        ('found_false', (r.verdict in ('unknown', 'void'))::int))`,
    }),
});

/** What scans made suspicious, on the day on which it was told; but what was found to be a false alarm. */
export const warningSource = (parts: MarketParts): Source => ({
  figures: ['warned_diverted', 'warned_false', 'confirmed'],
  counts: (asked) =>
    grouped(parts, asked, {
      table: 'consumer_warning',
      at: 'fired_at',
      dealer: 'dealer_id',
      figures: parts.sql`(values
        ('warned_diverted', (r.rule = 'outside_area' and r.outcome is distinct from 'false_alarm')::int),
        ('warned_false', (r.rule <> 'outside_area' and r.outcome is distinct from 'false_alarm')::int),
        ('confirmed', (r.outcome = 'right')::int))`,
    }),
});
