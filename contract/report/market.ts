import { count, defineReport, shareOf } from '../thing/report.ts';

/** 市场监察: results of inspections and warnings from scans, by region and dealer. */
export const market = defineReport({
  key: 'supervise',
  figures: {
    inspected: count(),
    found_normal: count(),
    found_diverted: count(),
    found_false: count(),
    diverted_share: shareOf('found_diverted', 'inspected'),
    warned_diverted: count(),
    warned_false: count(),
    confirmed: count(),
    cases: count(),
    cases_right: count(),
    cases_false: count(),
    case_days: count(),
    settled_amount: count(),
  },
  groups: ['day', 'week', 'month', 'region', 'dealer', 'product', 'outcome'],
  narrowings: ['dealer', 'product'],
  summary:
    'Inspections by result, warnings of diversion and counterfeits, and cases with their results, by day, week, month, province, dealer, product or result of the case.',
});
