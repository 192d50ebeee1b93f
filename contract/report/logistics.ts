import { count, defineReport, restOf, shareOf, units } from '../thing/report.ts';

/** Reports on goods shipped, received and returned. */

/** 仓库发货端: goods that left a warehouse, by warehouse and customer, and whether they arrived. */
export const shipments = defineReport({
  key: 'reportshipments',
  figures: {
    shipped: units(),
    shipped_void: units(),
    left: restOf('shipped', ['shipped_void']),
    received: units(),
    /** Of what left in the period, on whatever day it arrived. */
    received_share: shareOf('arrived', 'departed'),
    /** After the planned day. */
    received_late: units(),
    /** What differed as goods were signed for; missing is as of the last signature. */
    missing: units(),
    damaged: units(),
    unexpected: units(),
    broken_seals: count(),
  },
  groups: ['day', 'week', 'month', 'warehouse', 'dealer', 'product', 'carrier'],
  narrowings: ['warehouse', 'dealer', 'product'],
  summary:
    'Units shipped by waybills, taken off them afterwards, and received, and what differed at arrival, by day, week, month, ' +
    'warehouse, dealer, product or carrier.',
});

/** 退货报表: returned goods, why they were returned, and what was done with them. */
export const returns = defineReport({
  key: 'phoenix',
  figures: {
    taken_back: units(),
    restocked: units(),
    reworked: units(),
    discarded: units(),
    waiting: restOf('taken_back', ['restocked', 'reworked', 'discarded']),
    sold: units(),
    returned_share: shareOf('taken_back', 'sold'),
    /** What dealers were told of by recalls, and what they have accounted for. */
    recalled: units(),
    recall_accounted: units(),
    recall_share: shareOf('recall_accounted', 'recalled'),
  },
  groups: ['day', 'week', 'month', 'dealer', 'product', 'reason', 'warehouse'],
  narrowings: ['dealer', 'product', 'warehouse'],
  summary:
    'Units returned and what became of them, beside units sold to dealers and those that recalls accounted for, by day, week, month, dealer, product, ' +
    'reason or warehouse.',
});
