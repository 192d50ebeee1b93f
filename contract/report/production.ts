import { count, defineReport, minutesOf, restOf, shareOf, units } from '../thing/report.ts';

/** Reports on production. */

/** 汇总报表: what became of codes, by product and period. */
export const collect = defineReport({
  key: 'collect',
  figures: {
    issued: count(),
    bound: units(),
    packed: units(),
    packages: count(),
    left: restOf('shipped', ['shipped_void']),
    taken_back: units(),
    scanned: count(),
    /** Quality holds that began in the period, those of them that last, and for how many days in all. */
    holds: count(),
    holds_open: count(),
    hold_days: count(),
  },
  groups: ['day', 'week', 'month', 'product', 'reason'],
  narrowings: ['product'],
  summary:
    'Codes issued, put on products, packed, shipped, returned and queried, and holds of goods with their duration, by ' +
    'day, week, month or product; holds by reason, too.',
});

/** Figures of good and bad output of work orders. */
const outputFigures = {
  bound: units(),
  packed: units(),
  packed_share: shareOf('packed', 'bound'),
  packages: count(),
  remainders: count(),
  rejected: units(),
  sampled: units(),
  destroyed: units(),
  label_scrapped: count(),
};

/** 日生产报表: output by day, team and place. A day is the one on which the shift began. */
export const dateYield = defineReport({
  key: 'dateyield',
  figures: {
    day_plan: units(),
    ...outputFigures,
    packed_of_day_plan: shareOf('packed', 'day_plan'),
    packed_by_people: units(),
    put_aside: count(),
    scrapped: count(),
    reads: count(),
    read_share: shareOf('good_reads', 'reads'),
    running: minutesOf('running_seconds'),
    standing: minutesOf('standing_seconds'),
  },
  groups: ['day', 'week', 'month', 'shift', 'team', 'line', 'product', 'order', 'cause', 'factory'],
  narrowings: ['line', 'team', 'product', 'order', 'factory'],
  summary: 'Production by day, shift, team, line, product, work order or factory. A shift counts on the day it began.',
});

/** 生产订单统计: progress of the work orders with activity in the period; the figures are of the whole order. */
export const productionOrder = defineReport({
  key: 'productionorder',
  figures: {
    planned: units(),
    handed_out: count(),
    printed: count(),
    ...outputFigures,
    packed_of_plan: shareOf('packed', 'planned'),
    replaced: count(),
    unaccounted: restOf('bound', ['packed', 'loose', 'rejected', 'sampled', 'destroyed']),
    loose: units(),
  },
  groups: ['order', 'product', 'lot', 'line', 'team', 'factory'],
  narrowings: ['product', 'line', 'team', 'order', 'factory'],
  summary: 'Progress of the work orders with activity in the period: all of their figures, of any date.',
});
