import { type Observation, observations } from '@suyuan/contract/inspect/task/inspection.ts';
import { defaultLimits, type ScanRule } from '@suyuan/contract/inspect/warning-rule.ts';
import { describe, expect, test } from 'vitest';
import { type FoundThere, judgementOf, type KnownCode } from '#modules/inspect/record/inspect-verdict.ts';
import type { CodeFacts } from '#modules/inspect/warning/rules/rule.ts';
import { ruleOf } from '#modules/inspect/warning/rules/rules.ts';
import { type SeenScan, visitsOf } from '#modules/inspect/warning/rules/visit.ts';

// Nobody is suspected because something is unknown; an inspector learns what is.

const start = Date.parse('2026-03-01T08:00:00Z');
const facts: CodeFacts = {
  ...{ life: 'active', closed: false, lastEventAt: start, expiryDate: null, lotId: null, at: null, sold: null },
  ...{ waybillId: null, held: { recall: null, quality_hold: null } },
};
const sold = { dealerId: 7, shippedAt: new Date(start - 86_400_000), areas: [] };

/** Three looks from far apart, where nothing is known of where. */
const visits = visitsOf(
  [1, 2, 3].map(
    (nth): SeenScan => ({
      ...{
        codeId: 1,
        code: 'A',
        nth,
        at: start + nth * 3_600_000,
        verdict: 'genuine',
        device: `${nth}`,
        givenPlace: null,
      },
      ...{ network: `192.0.${nth}.0/24`, province: '', city: '' },
    }),
  ),
);

/** What each rule goes by besides visits, missing: it does not fire. Those that count visits alone always have these. */
const without: Readonly<Record<ScanRule, readonly (CodeFacts | undefined)[] | 'visits'>> = {
  visits: 'visits',
  burst: 'visits',
  travel: [undefined],
  provinces: [undefined],
  outside_area: [undefined, facts, { ...facts, sold }],
  before_shipping: [undefined, facts],
  after_return: [undefined, facts],
  after_expiry: [undefined, facts],
  destroyed_seen: [undefined],
  recalled_seen: [undefined, facts],
  held_seen: [undefined, facts],
};

describe('a warning rule without its basis', () => {
  const rows = Object.entries(without).flatMap(([rule, known]) => (known === 'visits' ? [] : [{ rule, known }]));
  test.each(rows)('$rule raises no warning', ({ rule, known }) => {
    for (const one of known)
      expect(ruleOf(rule as ScanRule).evaluate(visits, one, defaultLimits(rule as ScanRule) as never)).toBeNull();
  });
});

const known = (one: KnownCode['sold'], expiryDate: string | null = null): KnownCode => ({
  ...{ status: 'bound', life: 'active', expiryDate },
  kind: undefined,
  sold: one,
});
const found = (more: Partial<FoundThere> = {}): FoundThere => ({
  ...{ areaCode: undefined, position: undefined, dealerId: undefined, day: '2026-03-01', inOneLine: () => false },
  ...more,
});
const jiangsu = { dealerId: 7, areas: ['320000'] };

/** What an inspection reports where an observation has nothing to go by. */
const missing: Readonly<
  Record<Observation, 'code' | { readonly expected: readonly Observation[]; readonly judged: object }>
> = {
  outside_area: {
    expected: ['areas_unknown'],
    judged: judgementOf(known({ dealerId: 7, areas: [] }), found({ areaCode: '510100' })),
  },
  other_dealer: { expected: ['place_unknown'], judged: judgementOf(known(jiangsu), found()) },
  place_unknown: { expected: ['place_unknown'], judged: judgementOf(known(jiangsu), found()) },
  areas_unknown: { expected: ['place_unknown'], judged: judgementOf(known({ dealerId: 7, areas: [] }), found()) },
  not_sold: { expected: ['not_sold'], judged: judgementOf(known(null), found({ areaCode: '510100', dealerId: 8 })) },
  expired: { expected: [], judged: judgementOf(known(jiangsu), found({ areaCode: '320100' })) },
  returned: 'code',
  closed: 'code',
  sampled: 'code',
  destroyed: 'code',
  inactive: 'code',
  never_bound: 'code',
  wrong_gtin: 'code',
  contradictory_code: 'code',
  malformed_code: 'code',
};

test.each(observations.filter((one) => missing[one] !== 'code'))(
  'an inspection reports what is missing for %s',
  (one) => {
    const row = missing[one];
    if (row !== 'code') expect(row.judged).toEqual({ verdict: 'normal', observations: row.expected });
  },
);
