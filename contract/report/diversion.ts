import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, Input, Nullable } from '../thing/fields.ts';
import { boundOf, count, defineReport, periodFilter, shareOf } from '../thing/report.ts';

/**
 * 窜货分析: of the codes sold to a dealer and seen since, the share found outside its territory. Consumers' scans and inspections
 * are separate samples, each with a confidence interval of its share. Ranking is by the lower bound, because a share of only a
 * few codes is unreliable.
 */
export const diversion = defineReport({
  key: 'diversion',
  figures: {
    warned_diverted: count(),
    seen: count(),
    warned_share: shareOf('warned_diverted', 'seen'),
    warned_share_least: boundOf('warned_share', 'least'),
    warned_share_most: boundOf('warned_share', 'most'),
    confirmed_diverted: count(),
    judged_diverted: count(),
    judged: count(),
    judged_share: shareOf('judged_diverted', 'judged'),
    judged_share_least: boundOf('judged_share', 'least'),
    judged_share_most: boundOf('judged_share', 'most'),
    sold: count(),
  },
  groups: ['dealer', 'route', 'lot', 'product', 'region', 'day', 'week', 'month'],
  narrowings: ['dealer', 'product', 'lot', 'region'],
  ranked: 'warned_share_least',
  summary:
    'Suspected diversion as a share of the sold codes that consumers queried and of inspections, each with its 95 % ' +
    'interval, beside units sold; by dealer, route (sold to, found in), lot, product, province, day, week or month. ' +
    'False alarms do not count.',
});

const Province = Type.Object({
  /** Six digits of GB/T 2260. */
  code: Type.String(),
  name: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
});

/** The maximum number of flows in an answer; the largest ones are chosen. */
export const maxFlows = 200;

export const diversionFlows = defineCall({
  method: 'GET',
  path: '/api/report/diversion/flows',
  access: ['diversion'],
  parties: 'enterprise',
  summary:
    'Get routes from where goods were sold to where they were found, for a map: suspected diversions, by warnings and ' +
    'inspections, of each dealer to each province, most first. False alarms do not count.',
  input: Input({
    ...periodFilter,
    dealer_id: Type.Optional(Id()),
    product_id: Type.Optional(Id()),
    lot_id: Type.Optional(Id()),
    region_id: Type.Optional(Id()),
  }),
  output: Type.Object({
    from: Day(),
    to: Day(),
    flows: Type.Array(
      Type.Object({
        dealer_id: Id(),
        dealer_name: Type.String(),
        /** The first province of the dealer's territory; null if it has none. */
        sold_in: Nullable(Province),
        found_in: Province,
        suspected: Type.Integer(),
        /** The suspected ones that a person has confirmed. */
        confirmed: Type.Integer(),
      }),
    ),
    /** Suspected ones without a known province. */
    unplaced: Type.Integer(),
  }),
});
