import type { PackableCode } from '@suyuan/contract/plant/packing/packing.ts';
import { expect, test } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { KeptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { type PackingCalls, PackingDesk } from './PackingDesk.ts';

/** A fake server: codes B… are empty boxes for three units, F… full ones, P… pallets for two of them, codes X… are refused; codes may also be scanned as URLs. */
const judged = (sent: string): PackableCode => {
  const code = sent.replace('https://c.example/', '');
  if (code.startsWith('P'))
    return { ...judged('B'), sent, code, level: 4, capacity: 6, contents_level: 3, most_contents: 2 };
  if (code.startsWith('F')) return { ...judged('B'), sent, code, units: 3, void_inside: code === 'F-void' ? 1 : 0 };
  const refusal = { code: sent, reason: 'wrong_product', message: 'of another product', conflict: null } as const;
  return {
    sent,
    code,
    level: code.startsWith('B') ? 3 : 1,
    units: code.startsWith('B') ? 0 : 1,
    capacity: code.startsWith('B') ? 3 : null,
    contents: 0,
    contents_level: code.startsWith('B') ? 1 : null,
    most_contents: code.startsWith('B') ? 3 : null,
    void_inside: 0,
    lies_in: null,
    refusals: code.startsWith('X') ? [refusal] : [],
  };
};

const notASet = (code: string) => ({ code, reason: 'not_a_set', message: 'not a set', conflict: null }) as const;

interface Packing {
  readonly parent: string;
  readonly children: readonly string[];
  readonly remainder: boolean;
  readonly batch_key: string;
}

/** A desk with records of its calls and outcomes. Calls are answered when the test lets them. */
function newDesk(over: Partial<PackingCalls> = {}, place?: KeptDesk) {
  const sent: Packing[] = [];
  const outcomes: string[] = [];
  const desk = new PackingDesk(
    {
      judge: async (codes) => codes.map(judged),
      pack: async (packing) => {
        sent.push(packing);
        return { event_id: sent.length, packed: packing.children.length, complete: !packing.remainder };
      },
      packSet: async ({ code }) => {
        if (!code.startsWith('B')) throw new ApiError(409, 40900, 'refused', { refusals: [notASet(code)] });
        return { event_id: 100, packed: 24 };
      },
      takesSets: () => false,
      moves: () => false,
      undo: async () => undefined,
      ...over,
    },
    { onScan: ({ outcome, code }) => outcomes.push(`${outcome} ${code}`), place },
  );
  const settled = () =>
    new Promise<void>((done) => {
      const look = () => {
        if (desk.state.waiting > 0 && desk.state.failed === undefined) return;
        stop();
        done();
      };
      const stop = desk.store.subscribe(look);
      look();
    });
  return { desk, sent, outcomes, settled };
}

const packedIn = (sent: readonly Packing[]) => sent.map(({ parent, children }) => `${parent}: ${children.join(' ')}`);

test('packs scans in order even if they come faster than answers', async () => {
  const { desk, sent, settled } = newDesk();
  for (const code of ['B1', '1', '2', '3', 'B2', '4', '5', '6', 'B3', '7']) desk.scan([code]);
  await settled();
  expect(packedIn(sent)).toEqual(['B1: 1 2 3', 'B2: 4 5 6']);
  expect(desk.state.open).toMatchObject({ code: 'B3', children: [{ code: '7' }] });
});

test('packs a pasted list like scans', async () => {
  const { desk, sent, settled } = newDesk();
  desk.scan(['B1', '1', '2', '3', 'B2', '4', '5', '6']);
  await settled();
  expect(packedIn(sent)).toEqual(['B1: 1 2 3', 'B2: 4 5 6']);
});

test('reports unsuitable and repeated scans without counting them', async () => {
  const { desk, sent, outcomes, settled } = newDesk();
  desk.scan(['X1', 'B1', '1', 'X2', 'https://c.example/1', 'B1', '2']);
  await settled();
  expect(outcomes).toEqual(['wrong X1', 'good B1', 'good 1', 'wrong X2', 'repeated 1', 'repeated B1', 'good 2']);
  expect(desk.state.open?.children.map(({ code }) => code)).toEqual(['1', '2']);
  expect(sent).toEqual([]);
});

test('undoes the last scan, then the package, and packs a remainder', async () => {
  const { desk, sent, settled } = newDesk();
  desk.scan(['B1', '1', '2']);
  desk.undoScan();
  desk.finish();
  desk.scan(['B2']);
  desk.undoScan();
  await settled();
  expect(sent).toMatchObject([{ parent: 'B1', children: ['1'], remainder: true }]);
  expect(desk.state.open).toBeUndefined();
});

test('keeps scans while the server is unreachable, and repeats the same packing', async () => {
  const keys: string[] = [];
  const { desk, outcomes, settled } = newDesk({
    pack: async ({ batch_key, children }) => {
      keys.push(batch_key);
      if (keys.length === 1) throw new ApiError(0, 0, 'no answer');
      return { event_id: 1, packed: children.length, complete: true };
    },
  });
  desk.scan(['B1', '1', '2', '3', 'B2']);
  await settled();
  expect(desk.state).toMatchObject({ failed: { message: 'no answer' }, open: { code: 'B1' }, waiting: 2 });
  desk.goOn();
  await settled();
  expect(desk.state).toMatchObject({ open: { code: 'B2' }, packed: [{ parent: 'B1' }] });
  expect(new Set(keys).size).toBe(1);
  expect(outcomes.at(-1)).toBe('good B2');
});

test('keeps a refused package open without the refused codes', async () => {
  const refusals = [{ code: '2', reason: 'closed', message: 'closed', conflict: null }] as const;
  const { desk, settled } = newDesk({
    pack: async () => {
      throw new ApiError(409, 40900, 'refused', { refusals });
    },
  });
  desk.scan(['B1', '1', '2', '3']);
  await settled();
  expect(desk.state).toMatchObject({ refusals, last: { outcome: 'wrong', code: '2', text: 'closed' } });
  expect(desk.state.open?.children.map(({ code }) => code)).toEqual(['1', '3']);
});

test('packs sets by their outermost codes, and reports other codes', async () => {
  const { desk, sent, outcomes, settled } = newDesk({ takesSets: () => true });
  desk.scan(['https://c.example/B1', '1', 'B2']);
  await settled();
  expect(sent).toEqual([]);
  expect(outcomes).toEqual(['done B1', 'wrong 1', 'done B2']);
  expect(desk.state.packed).toMatchObject([
    { parent: 'B2', packed: 24, isSet: true },
    { parent: 'B1', packed: 24, isSet: true },
  ]);
});

/** A place in a browser's storage. */
function placeIn(kept: Map<string, string>): KeptDesk {
  const storage = {
    getItem: (at: string) => kept.get(at) ?? null,
    setItem: (at: string, text: string) => kept.set(at, text),
  };
  return new KeptDesk('desk', storage as unknown as Storage);
}

test('continues the open package after a reload, and can undo the last one', async () => {
  const kept = new Map<string, string>();
  const first = newDesk({}, placeIn(kept));
  first.desk.scan(['B1', '1', '2', '3', 'B2', '4', '5']);
  await first.settled();

  const undone: string[] = [];
  const second = newDesk({ undo: async ({ parent }) => undone.push(parent) }, placeIn(kept));
  expect(second.desk.state).toMatchObject({ open: { code: 'B2' }, packed: [{ parent: 'B1' }] });
  expect(second.desk.state.resumed).toBeDefined();
  second.desk.scan(['6']);
  await second.settled();
  expect(packedIn(second.sent)).toEqual(['B2: 4 5 6']);
  expect(second.desk.state.resumed).toBeUndefined();
  second.desk.undoPackage();
  second.desk.undoPackage();
  await second.settled();
  expect(undone).toEqual(['B2', 'B1']);
});

test('repeats a packing without an answer after a reload, with the same key', async () => {
  const kept = new Map<string, string>();
  const keys: string[] = [];
  const first = newDesk(
    {
      pack: async ({ batch_key }) => {
        keys.push(batch_key);
        throw new ApiError(0, 0, 'no answer');
      },
    },
    placeIn(kept),
  );
  first.desk.scan(['B1', '1', '2', '3']);
  await first.settled();
  const second = newDesk({}, placeIn(kept));
  second.desk.goOn();
  await second.settled();
  expect(second.sent.map(({ batch_key }) => batch_key)).toEqual(keys);
});

test('requires a package first, and reports one that is still open', async () => {
  const wrongLevel = { code: '1', reason: 'not_a_package', message: 'no package', conflict: null } as const;
  const full = { code: '1', reason: 'over_capacity', message: 'full', conflict: '2 > 1' } as const;
  const { desk, settled } = newDesk({
    judge: async (codes, parent) =>
      codes.map((code) =>
        parent ? judged(code) : { ...judged(code), ...(code === '1' && { capacity: 1, refusals: [wrongLevel, full] }) },
      ),
  });
  desk.scan(['1']);
  await settled();
  expect(desk.state.last).toMatchObject({ outcome: 'wrong', code: '1', text: 'no package' });
  desk.scan(['B1', '2', 'B2']);
  await settled();
  expect(desk.state.last).toMatchObject({ textKey: 'stillOpen', params: { open: 'B1', count: 1, most: 3 } });
});

test('asks about a skipped level, and reports a case with a void bottle', async () => {
  const { desk, sent, outcomes, settled } = newDesk();
  desk.scan(['P1', '1']);
  await settled();
  expect(desk.state.last).toMatchObject({ textKey: 'skipsLevel' });
  desk.scan(['F1', '1']);
  await settled();
  expect(desk.state.open?.children.map(({ code }) => code)).toEqual(['F1']);
  desk.scan(['1', 'F-void']);
  await settled();
  expect(desk.state.open?.children.map(({ code }) => code)).toEqual(['F1', '1']);
  expect(outcomes.at(-1)).toBe('wrong F-void');
  desk.undoScan();
  desk.scan(['F-void']);
  await settled();
  expect(packedIn(sent)).toEqual(['P1: F1 F-void']);
  expect(outcomes.slice(-2)).toEqual(['repeated F-void', 'done P1']);
});

test('recognises what is packed already, without anything to undo', async () => {
  const { desk, settled } = newDesk({ pack: async () => ({ event_id: 1, packed: 0, complete: true }) });
  desk.scan(['B1', '1', '2', '3']);
  await settled();
  expect(desk.state).toMatchObject({
    open: undefined,
    packed: [],
    last: { outcome: 'repeated', textKey: 'soAlready' },
  });
});
