import { describe, expect, test } from 'vitest';
import { type FoundThere, judgementOf, type KnownCode } from './inspect-verdict.ts';

const known = (more: Partial<KnownCode> = {}, sold: KnownCode['sold'] = null): KnownCode => ({
  status: 'bound',
  life: 'active',
  expiryDate: null,
  kind: undefined,
  sold,
  ...more,
});
const found = (more: Partial<FoundThere> = {}): FoundThere => ({
  areaCode: undefined,
  position: undefined,
  dealerId: undefined,
  inOneLine: (a, b) => a === b,
  day: '2026-03-01',
  ...more,
});
const inJiangsu = { dealerId: 7, areas: ['320000'] };
const chengdu = { latitude: 30.66, longitude: 104.07, radius: 1 };

describe('the verdict of an inspection', () => {
  test('is unknown for codes never issued, and void for codes out of use', () => {
    expect(judgementOf(undefined, found()).verdict).toBe('unknown');
    expect(judgementOf(known({ status: 'void' }), found())).toEqual({ verdict: 'void', observations: ['closed'] });
    expect(judgementOf(known({ status: 'void', life: 'destroyed' }), found()).observations).toEqual(['destroyed']);
  });
  test("suspects diversion by area, by the phone's position, or by dealer", () => {
    expect(judgementOf(known({}, inJiangsu), found({ areaCode: '510100' }))).toMatchObject({
      verdict: 'suspected_diversion',
      observations: ['outside_area'],
    });
    expect(judgementOf(known({}, inJiangsu), found({ position: chengdu })).verdict).toBe('suspected_diversion');
    expect(judgementOf(known({}, inJiangsu), found({ dealerId: 8 })).observations).toEqual(['other_dealer']);
  });
  test('does not suspect goods in their territory, at a dealer of the same line, or without a place', () => {
    expect(judgementOf(known({}, inJiangsu), found({ areaCode: '320102' })).verdict).toBe('normal');
    expect(judgementOf(known({}, { dealerId: 7, areas: ['510100'] }), found({ areaCode: '510000' })).verdict).toBe(
      'normal',
    );
    expect(judgementOf(known({}, inJiangsu), found({ dealerId: 8, inOneLine: () => true })).verdict).toBe('normal');
    expect(judgementOf(known({}, inJiangsu), found())).toEqual({ verdict: 'normal', observations: ['place_unknown'] });
  });
  test('reports other observations', () => {
    expect(judgementOf(known({ expiryDate: '2026-02-28' }), found()).observations).toEqual(['expired', 'not_sold']);
    expect(judgementOf(known({ status: 'issued', life: 'issued' }), found()).observations).toEqual([
      'never_bound',
      'not_sold',
    ]);
  });
});
