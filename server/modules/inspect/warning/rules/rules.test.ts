import { day, hour, minute } from '@suyuan/contract/durations.ts';
import { defaultLimits, type LimitsOf, type ScanRule } from '@suyuan/contract/inspect/warning-rule.ts';
import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import { describe, expect, test } from 'vitest';
import { noDealer } from '#trace/state/genuine-step.ts';
import { networkKept } from '../watch/seen-scans.ts';
import type { CodeFacts } from './rule.ts';
import { ruleOf } from './rules.ts';
import { type SeenScan, visitsOf } from './visit.ts';

const start = Date.parse('2026-03-01T08:00:00Z');

let devices = 0;
let recorded = 0;
const scan = (after: number, province: string, more: Partial<SeenScan> = {}): SeenScan => ({
  codeId: 1,
  code: 'A1',
  at: start + after,
  nth: ++recorded,
  verdict: 'repeated',
  network: `192.0.${++devices % 250}.0/24`,
  device: 'phone',
  province,
  city: '',
  givenPlace: null,
  ...more,
});
const facts = (more: Partial<CodeFacts> = {}): CodeFacts => ({
  life: 'active',
  closed: false,
  lastEventAt: start - day,
  expiryDate: null,
  lotId: null,
  at: null,
  sold: null,
  waybillId: null,
  held: { recall: null, quality_hold: null },
  ...more,
});
const fires = <R extends ScanRule>(
  rule: R,
  scans: readonly SeenScan[],
  known?: CodeFacts,
  limits: Partial<LimitsOf<R>> = {},
) => ruleOf(rule).evaluate(visitsOf(scans), known, { ...defaultLimits(rule), ...limits });

const beijing = { latitude: 39.9, longitude: 116.4 };
const tianjin = { latitude: 39.1, longitude: 117.2 };

describe('visits', () => {
  test('group scans of one device within half an hour', () => {
    const one = { network: '192.0.2.0/24' };
    const scans = [0, 5, 29, 31].map((after) => scan(after * minute, '北京', one));
    expect(visitsOf(scans).map(({ scans: many }) => many)).toEqual([3, 1]);
    expect(visitsOf([scan(0, '北京', one), scan(1, '北京', { ...one, device: 'other' })])).toHaveLength(2);
  });

  test('group addresses by the network that is stored', () => {
    expect([networkKept('203.0.113.7'), networkKept('203.0.113.0/24'), networkKept('2001:db8:1:2::5')]).toEqual([
      '203.0.113.0/24',
      '203.0.113.0/24',
      '2001:db8:1::/48',
    ]);
  });
});

describe('visits of one code', () => {
  const eight = (apart: number) => Array.from({ length: 8 }, (_, n) => scan(n * apart, '北京'));
  test('raise a warning from the limit on, within the configured days', () => {
    expect(fires('visits', eight(day).slice(1))).toBeNull();
    expect(fires('visits', eight(day))?.figures).toMatchObject({ visits: 8 });
    expect(fires('visits', eight(5 * day))).toBeNull();
  });
  test('raise none if one person looks repeatedly', () => {
    const one = { network: '192.0.2.0/24' };
    expect(
      fires(
        'visits',
        Array.from({ length: 50 }, (_, n) => scan(n * 1000, '北京', one)),
      ),
    ).toBeNull();
  });
});

describe('impossible travel', () => {
  test('needs two places too far apart for the time between', () => {
    expect(fires('travel', [scan(0, '广东省'), scan(hour, '北京')])?.figures).toMatchObject({
      from: '广东省',
      to: '北京',
      minutes: 60,
    });
    expect(fires('travel', [scan(0, '广东省'), scan(day, '北京')])).toBeNull();
  });
  test('ignores neighbouring provinces and unknown places', () => {
    expect(fires('travel', [scan(0, '河北省'), scan(minute, '北京')])).toBeNull();
    expect(fires('travel', [scan(0, '广东省'), scan(minute, '')])).toBeNull();
  });
  test('prefers reported places to addresses', () => {
    const givenPlace = [scan(0, '广东省', { givenPlace: beijing }), scan(hour, '云南省', { givenPlace: tianjin })];
    expect(fires('travel', givenPlace)).toBeNull();
  });
});

test('counts each province once, under any name', () => {
  const some = [scan(0, '广西'), scan(day, '广西壮族自治区'), scan(2 * day, '四川省')];
  expect(fires('provinces', some)).toBeNull();
  expect(fires('provinces', [...some, scan(3 * day, '湖北省')])?.figures).toMatchObject({ provinces: 3 });
});

describe("outside the dealer's territory", () => {
  const sold = (...areas: string[]) =>
    facts({ sold: { dealerId: 7, shippedAt: new Date(start - day), areas }, at: null });
  test('needs several networks for places by address, but one person for a reported place', () => {
    expect(fires('outside_area', [scan(0, '四川省')], sold('320000'))).toBeNull();
    const same = { network: '192.0.2.0/24' };
    const twice = [scan(0, '四川省', same), scan(day, '四川省', same)];
    expect(fires('outside_area', twice, sold('320000'))).toBeNull();
    expect(fires('outside_area', [scan(0, '四川省'), scan(day, '四川省')], sold('320000'))?.figures).toMatchObject({
      outside: 2,
      told: 0,
      dealer_id: 7,
    });
    expect(
      fires('outside_area', [scan(0, '江苏省', { givenPlace: { latitude: 30.6, longitude: 104.1 } })], sold('320000'))
        ?.figures,
    ).toMatchObject({ told: 1 });
  });
  test("ignores the superior's territory, partly covered provinces and unknown places", () => {
    const seen = [scan(0, '四川省'), scan(day, '四川省')];
    expect(fires('outside_area', seen, sold('320000', '510000'))).toBeNull();
    expect(fires('outside_area', seen, sold('510100'))).toBeNull();
    expect(fires('outside_area', [scan(0, ''), scan(day, '')], sold('320000'))).toBeNull();
    expect(fires('outside_area', seen, sold())).toBeNull();
    expect(fires('outside_area', seen, facts())).toBeNull();
  });
  test('ignores what was seen before shipping', () => {
    const seen = [scan(-2 * day, '四川省'), scan(-3 * day, '四川省')];
    expect(fires('outside_area', seen, sold('320000'))).toBeNull();
  });
});

describe('goods seen against their events', () => {
  const at = (kind: PlaceKind, ago: number, fromDealer = false) =>
    facts({ at: { kind, since: new Date(start - ago), part: { ...noDealer, fromDealer } } });
  test('are reported while in a warehouse, except where reports may be late', () => {
    expect(fires('before_shipping', [scan(0, '')], at('warehouse', hour))).toBeNull();
    expect(fires('before_shipping', [scan(0, '')], at('warehouse', 2 * day))?.figures).toMatchObject({ visits: 1 });
    expect(fires('before_shipping', [scan(0, '')], at('warehouse', 2 * day, true))).toBeNull();
    expect(fires('before_shipping', [scan(0, '')], at('waybill', 2 * day))).toBeNull();
    expect(fires('before_shipping', [scan(0, '')], facts())).toBeNull();
  });
  test('are reported after their return', () => {
    expect(fires('after_return', [scan(0, '')], at('refund', 2 * day))).not.toBeNull();
    expect(fires('after_return', [scan(0, '')], at('warehouse', 2 * day))).toBeNull();
  });
  test('are reported after expiry, but not on the day itself', () => {
    expect(fires('after_expiry', [scan(0, '')], facts({ expiryDate: '2026-02-27' }))).not.toBeNull();
    expect(fires('after_expiry', [scan(0, '')], facts({ expiryDate: '2026-02-28' }))).toBeNull();
    expect(fires('after_expiry', [scan(0, '')], facts({ expiryDate: '2026-02-01' }), { days: 60 })).toBeNull();
  });
  test('are reported after destruction or sampling, and not before', () => {
    const gone = (lastEventAt: number) => facts({ life: 'destroyed', lastEventAt });
    expect(fires('destroyed_seen', [scan(0, '')], gone(start - 1))).not.toBeNull();
    expect(fires('destroyed_seen', [scan(0, '')], gone(start + 1))).toBeNull();
    expect(fires('destroyed_seen', [scan(0, '')], facts())).toBeNull();
  });
});

test('a burst is many different unknown codes, from one network within minutes', () => {
  const lookUps = (n: number, apart: number, codes = n) =>
    Array.from({ length: n }, (_, i) =>
      scan(i * apart, '', { codeId: -1 - (i % codes), verdict: i % 2 ? 'void' : 'unknown', network: '192.0.2.0/24' }),
    );
  expect(fires('burst', lookUps(14, 1000))).toBeNull();
  expect(fires('burst', lookUps(15, 1000))?.figures).toMatchObject({ codes: 15, unknown: 8, closed: 7 });
  expect(fires('burst', lookUps(40, 1000, 3))).toBeNull();
  expect(fires('burst', lookUps(15, 10 * minute))).toBeNull();
});
