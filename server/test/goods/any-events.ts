import { markingEvents } from '@suyuan/contract/trace/error-declaration.ts';
import fc from 'fast-check';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { EventInput, MoveEvent } from '#trace/capture/context/event-input.ts';
import { type Codes, freshCodes, freshSets } from './capture-stage.ts';

// Events as nobody would do them, for properties that hold whatever is done.

/** Where goods are moved to: another warehouse, a return, back, or nowhere. A new way to move them without its row does not compile. */
const moves: Readonly<Record<MoveEvent['act'], number | null>> = {
  store: 8,
  lose: 10,
  take_back: 9,
  void_return: 7,
  restock: 7,
  rework: 9,
  destroy: null,
};

/** Codes by their place among those that a run is given: the first of each kind are those of a set. */
export const numbered: Codes = { units: [0, 1, 2, 3, 4, 5, 6, 7], cases: [8, 9, 10], pallets: [16, 17] };

export async function numberedCodes(sql: Sql): Promise<number[]> {
  const [set, plain] = [await freshSets(sql, 1), await freshCodes(sql, numbered.units.length)];
  return (['units', 'cases', 'pallets'] as const).flatMap((kind) =>
    [...set[kind], ...plain[kind]].slice(0, numbered.units.length),
  );
}

/** An event on numbered codes as one on codes that there are. */
export function captureFor(ids: readonly number[], event: object): object {
  const code = (n: unknown) => ids[n as number];
  const named = Object.entries(event).map(([key, value]) => {
    if (['parent', 'old', 'successor', 'code'].includes(key)) return [key, code(value)];
    if (key === 'pairs') return [key, (value as object[]).map((pair) => captureFor(ids, pair))];
    if (key === 'ranges') return [key, (value as unknown[]).map((n) => ({ first: code(n), last: code(n) }))];
    return [key, ['children', 'contents', 'codes'].includes(key) ? (value as unknown[]).map(code) : value];
  });
  return Object.fromEntries(named);
}

/** Lets go of what an event holds; undefined if nothing of it is held any more. */
export async function releasing(sql: Sql, event: number): Promise<object | undefined> {
  const holds = await sql<{ id: number; code: number; recall_id: number }[]>`
    select id, code, recall_id from hold where event_id = ${event} and released_at is null`;
  if (holds.length === 0) return undefined;
  const document = { kind: 'recall', id: holds[0]?.recall_id };
  return { act: 'release', document, holds: holds.map(({ id, code }) => ({ id, goods: { code } })) };
}

/** Undoes an event: declares it wrong, or lets go of what it holds. Undefined for events of other kinds, and where nothing is held. */
export async function undoing(sql: Sql, input: EventInput, event: number): Promise<object | undefined> {
  if (input.act === 'hold') return releasing(sql, event);
  const wrong = { event, error: 'incorrect_data' };
  if (input.act === 'pack') return { act: 'retract', parent: input.parent, ...wrong };
  const did = markingEvents.find((eventType) => eventType === input.act);
  return did && 'codes' in input ? { act: 'unmark', did, codes: input.codes, cause: null, ...wrong } : undefined;
}

/** Events on whatever codes, most of which make no sense. */
export const anyEvent = ({ units, cases, pallets }: Codes, recall: number): fc.Arbitrary<object> => {
  const unit = fc.constantFrom(...units);
  const box = fc.constantFrom(...cases);
  const any = fc.constantFrom(...units, ...cases, ...pallets);
  const flags = { remainder: fc.boolean(), moving: fc.boolean(), brief: fc.boolean() };
  const packs = fc.oneof(
    fc.record({
      act: fc.constant('pack'),
      parent: box,
      children: fc.uniqueArray(unit, { minLength: 1, maxLength: 3 }),
      ...flags,
    }),
    fc.record({
      act: fc.constant('pack'),
      parent: fc.constantFrom(...pallets),
      children: fc.uniqueArray(box, { minLength: 1, maxLength: 2 }),
      ...flags,
    }),
    fc.record({
      act: fc.constant('pack'),
      parent: any,
      children: fc.array(any, { minLength: 1, maxLength: 3 }),
      ...flags,
    }),
  );
  const confirms = fc.record({ act: fc.constant('pack'), parent: any, children: fc.constant([]) });
  const others = fc.oneof(
    confirms,
    fc.record({ act: fc.constant('unpack'), children: fc.uniqueArray(any, { minLength: 1, maxLength: 2 }) }),
    fc.record({ act: fc.constant('unpack'), parent: any }),
    fc.record({ act: fc.constant('replace'), old: any, successor: any }),
    fc.record({ act: fc.constant('repack'), parent: box, contents: fc.uniqueArray(unit, { maxLength: 3 }) }),
    fc.record({
      act: fc.constantFrom('bind', 'scrap', 'sample', 'reject', 'print', 'reprint', 'inspect'),
      codes: fc.uniqueArray(any, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      act: fc.constantFrom('close', 'reopen'),
      ranges: fc.uniqueArray(any, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({
      act: fc.constant('hold'),
      document: fc.constant({ kind: 'recall', id: recall }),
      places: fc.constant([]),
      lots: fc.constant([]),
      codes: fc.uniqueArray(any, { minLength: 1, maxLength: 2 }),
      reason: fc.constant('glass'),
    }),
    fc
      .record({
        to: fc.constantFrom(...Object.entries(moves)),
        codes: fc.uniqueArray(any, { minLength: 1, maxLength: 2 }),
      })
      .map(({ to: [eventType, placeId], codes }) => ({ act: eventType, placeId, codes })),
  );
  return fc.oneof({ arbitrary: packs, weight: 3 }, { arbitrary: others, weight: 2 });
};
