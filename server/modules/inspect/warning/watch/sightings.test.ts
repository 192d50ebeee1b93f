import { defaultLimits } from '@suyuan/contract/inspect/warning-rule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodeFacts } from '../rules/rule.ts';
import { outsideAreaRule } from '../rules/rules-of-goods.ts';
import { type SeenScan, visitsOf } from '../rules/visit.ts';
import { placeOfSighting, seenOn, sightingsOf } from './sightings.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const shippedAt = new Date(start + 3_600_000);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const facts: CodeFacts = {
  ...{ life: 'active', closed: false, lastEventAt: start, expiryDate: null, lotId: 5, at: null },
  ...{ waybillId: null, held: { recall: null, quality_hold: null } },
  sold: { dealerId: 7, shippedAt, areas: ['320000'] } as unknown as CodeFacts['sold'],
};

/** Places that a consumer gives: in Nanjing, Shanghai, Guangzhou, near a border, and on the sea. */
const places = [
  { latitude: 32.06, longitude: 118.78 },
  { latitude: 31.23, longitude: 121.47 },
  { latitude: 23.13, longitude: 113.26 },
  { latitude: 31.3, longitude: 120.9 },
  { latitude: 27, longitude: 127 },
];

const scan = fc
  .record({
    // At any time, and often around midnight.
    after: fc
      .tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: -45, max: 45 })),
      )
      .map(([day, minute]) => Math.max(0, day * 24 * 60 + minute)),
    province: fc.constantFrom('江苏省', '上海市', '广东省', '北京市', ''),
    network: fc.constantFrom('192.0.2.0/24', '198.51.100.0/24', ''),
    device: fc.constantFrom('phone', 'tablet'),
    givenPlace: fc.option(fc.constantFrom(...places), { freq: 3 }),
    /** At which look the scan came in, and at which later one its place was given. */
    look: fc.integer({ min: 0, max: 3 }),
    placeDelay: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ after, ...rest }) => ({ ...rest, at: start + after * 60_000 }));

type Looked = Pick<SeenScan, 'at' | 'nth' | 'network' | 'device' | 'province' | 'givenPlace'> &
  Readonly<Record<'look' | 'placeDelay', number>>;

/** Scans in the order in which they come in. */
const scansOf = (one: fc.Arbitrary<Omit<Looked, 'nth'>>, most: number) =>
  fc
    .array(one, { minLength: 1, maxLength: most })
    .map((scans) => scans.toSorted((a, b) => a.look - b.look).map((each, at): Looked => ({ ...each, nth: at + 1 })));

/** What is known at a look: the scans that came in by then, with the places that were given by then. */
const knownAt = (scans: readonly Looked[], look: number): SeenScan[] =>
  scans.flatMap(({ look: came, placeDelay, givenPlace, ...one }) =>
    came > look
      ? []
      : [
          {
            ...one,
            codeId: 1,
            code: 'A1',
            verdict: 'genuine',
            city: '',
            givenPlace: came + placeDelay <= look ? givenPlace : null,
          },
        ],
  );

test('every visit behind a diversion warning is part of its share, in any order of arrival', () => {
  fc.assert(
    fc.property(scansOf(scan, 12), (scans) => {
      const counted = new Set<string>();
      for (let look = 0; look <= 5; look++) {
        const [before, now] = [knownAt(scans, look - 1), knownAt(scans, look)];
        for (const { day, first, province, dealer_id, lot_id } of sightingsOf(
          [{ facts, productId: 3, scans: now, before: look === 0 ? [] : before }],
          dayOf,
        )) {
          expect([dealer_id, lot_id, counted.has(`${day} ${province}`)]).toEqual([7, 5, false]);
          // In all, a code counts once a day.
          expect(first).toBe(![...counted].some((one) => one.startsWith(day)));
          counted.add(`${day} ${province}`);
        }
        const cause = outsideAreaRule.evaluate(visitsOf(now), facts, {
          visits: 2,
          days: 30,
          ...defaultLimits('outside_area'),
        });
        const fired = cause?.visits.at(-1);
        if (fired) expect(counted).toContain(placeOfSighting(fired, dayOf));
      }
    }),
  );
});

/** Scans of one phone within half an hour around midnight, in any order. */
const overMidnight = scan.map((one) => ({
  ...one,
  at: start + 86_400_000 + Math.round(((one.at - start) % 1_700_000) - 850_000),
  ...{ network: '192.0.2.0/24', device: 'phone', province: '江苏省', givenPlace: null },
}));

test('a visit over midnight is counted on one day, in any order of arrival', () => {
  fc.assert(
    fc.property(scansOf(overMidnight, 6), (scans) => {
      const counted = [0, 1, 2, 3].flatMap((look) =>
        sightingsOf(
          [{ facts, productId: 3, scans: knownAt(scans, look), before: look === 0 ? [] : knownAt(scans, look - 1) }],
          dayOf,
        ),
      );
      expect(counted).toHaveLength(1);
      const [fired] = visitsOf(knownAt(scans, 3));
      expect(dayOf(fired?.countedAt ?? 0)).toBe(counted[0]?.day);
    }),
  );
});

test('a code is seen once a day in each province, by address and by reported place', () => {
  const at = start + 5 * 3_600_000;
  const one = { codeId: 1, code: 'A1', verdict: 'genuine', network: '192.0.2.0/24', city: '', givenPlace: null };
  const scans: SeenScan[] = [
    { ...one, at, nth: 1, device: 'phone', province: '江苏省' },
    { ...one, at: at + 60_000, nth: 2, device: 'tablet', province: '江苏省' },
    {
      ...one,
      at: at + 120_000,
      nth: 3,
      device: 'desk',
      province: '',
      givenPlace: { latitude: 23.13, longitude: 113.26 },
    },
    { ...one, at: start, nth: 4, device: 'phone', province: '北京市' },
  ];
  expect([...seenOn(scans, shippedAt, dayOf)]).toEqual(['2026-03-01 320000', '2026-03-01 440000']);
});
