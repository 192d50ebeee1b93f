import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { type Looked, ScannedCodes } from './ScannedCodes.ts';

interface Bottle {
  readonly code: string;
}

/** Codes may be scanned as addresses, too; ?… are none. */
const looked = (text: string): Looked<Bottle> => {
  const code = text.replace('https://c.example/', '');
  return code.startsWith('?') ? { wrong: { outcome: 'wrong', code, textKey: 'unknown' } } : { found: { code } };
};

function newDesk(look = async (texts: readonly string[]) => texts.map(looked)) {
  const outcomes: string[] = [];
  const desk = new ScannedCodes(look, { onScan: ({ outcome, code }) => outcomes.push(`${outcome} ${code}`) });
  const codes = () => desk.state.scanned.map(({ code }) => code);
  const settled = () => vi.waitUntil(() => desk.state.waiting === 0 || desk.state.failed !== undefined);
  return { desk, outcomes, codes, settled };
}

test('keeps each code once until it is removed', async () => {
  const { desk, outcomes, codes, settled } = newDesk();
  desk.scan(['A', '?', 'https://c.example/A', 'B']);
  await settled();
  expect(codes()).toEqual(['A', 'B']);
  expect(outcomes).toEqual(['good A', 'wrong ?', 'repeated A', 'good B']);
  desk.remove('A');
  expect(codes()).toEqual(['B']);
  desk.clear();
  expect(desk.state).toMatchObject({ scanned: [], last: undefined });
});

test('counts waiting scans while the server is unreachable', async () => {
  const look = vi.fn(async (texts: readonly string[]) => texts.map(looked));
  look.mockRejectedValueOnce(new ApiError(0, 0, 'no answer'));
  const { desk, codes, settled } = newDesk(look);
  desk.scan(['A', 'B']);
  await settled();
  expect(desk.state).toMatchObject({ failed: { message: 'no answer' }, waiting: 2, scanned: [] });
  desk.goOn();
  await settled();
  expect(desk.state).toMatchObject({ failed: undefined, waiting: 0 });
  expect(codes()).toEqual(['A', 'B']);
});
