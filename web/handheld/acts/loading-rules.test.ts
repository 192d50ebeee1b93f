import { XorMapBuilder } from '@suyuan/codes/sets/xor-map.ts';
import { type CodeClass, signatureBytes } from '@suyuan/contract/handheld/task.ts';
import { defaultPolicies } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedScan } from '../sending/logged-scan.ts';
import { Progress } from '../snapshot/progress.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import type { Verdict } from './act.ts';
import { judgeLoading } from './loading-rules.ts';

const bottle: CodeClass = { product_id: 1, lot: 'L1', level: 1, units: 1, whole: true, held: false };
const full: CodeClass = { ...bottle, level: 3, units: 6 };

/** A snapshot of a waybill for twelve units of product 1, with goods by code. */
function snapshotOf(goods: Readonly<Record<string, CodeClass>>, lot: string | null = null): Snapshot {
  const map = new XorMapBuilder();
  for (const [n, code] of Object.keys(goods).entries()) map.add(code, n);
  const line = { line_id: 1, product_id: 1, product_code: 'P', product_name: '酒', lot, quantity: 12, done: 0 };
  const head = Buffer.from(
    JSON.stringify({
      kind: 'load',
      id: 7,
      no: 'WB7',
      lines: [line],
      policies: defaultPolicies,
      classes: Object.values(goods),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return new Snapshot(Buffer.concat([length, head, map.build(), Buffer.alloc(signatureBytes)]));
}

let number = 0;
const scanOf = (act: 'load' | 'unload', code: string, more: Partial<LoggedScan> = {}): LoggedScan => ({
  ...{ no: number++, id: `${number}`, task: 'load/7', at: 0, state: 'waiting' },
  content: { act, document_id: 7, code },
  ...more,
});

const verdictOf = (snapshot: Snapshot, code: string, scans: readonly LoggedScan[] = []): Verdict =>
  judgeLoading(snapshot.find(code), new Progress(snapshot, scans), snapshot.head, '2026-06-01');

test('takes what is ordered, once', () => {
  const snapshot = snapshotOf({ CASE1: full });
  expect(verdictOf(snapshot, 'CASE1')).toEqual({ verdict: 'good', goods: full });
  expect(verdictOf(snapshot, 'CASE1', [scanOf('load', 'CASE1')])).toEqual({ verdict: 'repeated' });
  expect(verdictOf(snapshot, 'CASE1', [scanOf('load', 'CASE1'), scanOf('unload', 'CASE1')]).verdict).toBe('good');
  expect(verdictOf(snapshot, 'CASE1', [scanOf('load', 'CASE1', { state: 'refused' })]).verdict).toBe('good');
  expect(verdictOf(snapshot, 'CASE2')).toEqual({ verdict: 'unknown' });
});

test.each([
  ['another product', { ...full, product_id: 2 }, 'not_ordered', false],
  ['another lot', { ...full, lot: 'L2' }, 'not_ordered', false],
  ['held goods', { ...full, held: true }, 'on_hold', false],
  ['a rejected product', { ...bottle, rejected: true }, 'rejected', false],
  ['more than planned', { ...full, units: 13 }, 'over_quantity', false],
  ['a package that is not whole', { ...full, whole: false }, 'incomplete', true],
  ['what is on another waybill', { ...full, on: 'other' }, 'loaded_already', false],
] as const)('says no to %s', (_, goods, reason, overridable) => {
  const verdict = verdictOf(snapshotOf({ CASE1: goods }, 'L1'), 'CASE1');
  expect(verdict).toEqual({ verdict: 'wrong', reason, goods, overridable });
});

const lotOf = (lot: string, more = {}) => ({
  ...{ product_id: 1, lot, expiry: null, production: null, released: true, free: 6, min_days: 0, ...more },
});
const withLots = (snapshot: Snapshot, ...lots: ReturnType<typeof lotOf>[]): Snapshot => {
  Object.assign(snapshot.head, { lots });
  return snapshot;
};

test.each([
  ['a lot that nobody has released', [lotOf('L1', { released: false })], 'not_released', false],
  ['a lot whose last day is over', [lotOf('L1', { expiry: '2026-05-31' })], 'expired', false],
  ['a lot that does not last long enough', [lotOf('L1', { expiry: '2026-06-30', min_days: 30 })], 'short_life', false],
  [
    'a younger lot',
    [lotOf('L0', { expiry: '2026-12-01' }), lotOf('L1', { expiry: '2027-12-01' })],
    'older_first',
    true,
  ],
] as const)('says no to %s', (_, lots, reason, overridable) => {
  const snapshot = withLots(snapshotOf({ CASE1: full }), ...lots);
  expect(verdictOf(snapshot, 'CASE1')).toEqual({ verdict: 'wrong', reason, goods: full, overridable });
});

test('a younger lot may leave once the older one is loaded', () => {
  const older = { ...full, lot: 'L0' };
  const lots = [lotOf('L0', { expiry: '2026-12-01' }), lotOf('L1', { expiry: '2027-12-01' })];
  const snapshot = withLots(snapshotOf({ CASE0: older, CASE1: full }), ...lots);
  expect(verdictOf(snapshot, 'CASE0').verdict).toBe('good');
  expect(verdictOf(snapshot, 'CASE1', [scanOf('load', 'CASE0')]).verdict).toBe('good');
});

test('is full once as much is loaded as planned, and has room again when some is taken off', () => {
  const snapshot = snapshotOf({ CASE1: full, CASE2: full, ONE: bottle });
  const both = [scanOf('load', 'CASE1'), scanOf('load', 'CASE2')];
  expect(verdictOf(snapshot, 'ONE', both)).toMatchObject({ verdict: 'wrong', reason: 'over_quantity' });
  expect(verdictOf(snapshot, 'ONE', [...both, scanOf('unload', 'CASE1')]).verdict).toBe('good');
});

test('what was on the waybill in the snapshot counts there, and can be taken off and loaded again', () => {
  const snapshot = snapshotOf({ CASE1: { ...full, on: 'this' } });
  expect(verdictOf(snapshot, 'CASE1')).toEqual({ verdict: 'repeated' });
  expect(verdictOf(snapshot, 'CASE1', [scanOf('unload', 'CASE1')]).verdict).toBe('good');
  const twice = [scanOf('load', 'CASE2'), scanOf('unload', 'CASE1'), scanOf('unload', 'CASE1')];
  expect(new Progress(snapshotOf({ CASE1: { ...full, on: 'this' }, CASE2: full }), twice).lines[0]?.done).toBe(0);
});

test('the answer of the server decides about the units', () => {
  const snapshot = snapshotOf({ CASE1: full });
  const answer = { id: '1', result: 'taken', units: 5 } as const;
  const { lines } = new Progress(snapshot, [scanOf('load', 'CASE1', { state: 'taken', answer })]);
  expect(lines[0]?.done).toBe(5);
});

test('scans of the same codes in any order never count a code twice, nor less than nothing', () => {
  const codes = ['CASE1', 'CASE2', 'ONE'] as const;
  const snapshot = snapshotOf({ CASE1: full, CASE2: full, ONE: bottle });
  const scans = fc.array(fc.tuple(fc.constantFrom('load', 'unload'), fc.constantFrom(...codes)));
  fc.assert(
    fc.property(scans, (some) => {
      const progress = new Progress(
        snapshot,
        some.map(([act, code]) => scanOf(act, code)),
      );
      const units = { CASE1: 6, CASE2: 6, ONE: 1 };
      const on = codes.filter((code) => some.findLast(([, other]) => other === code)?.[0] === 'load');
      expect([...progress.done].sort()).toEqual(on);
      expect(progress.lines[0]?.done).toBe(on.reduce((sum, code) => sum + units[code], 0));
    }),
  );
});
