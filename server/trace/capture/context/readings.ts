import { type Range, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from '../../state/code-record.ts';
import { inOrder, segmentsAround } from '../../state/issue-facts.ts';
import type { Ledger } from '../../state/ledger.ts';
import { allInside } from '../../state/ordered-sets.ts';
import { Representatives } from '../../state/representatives.ts';
import type { EventInput, PackEvent } from './event-input.ts';

/** What an event needs to know beside the states of its codes, its work order and its waybill. */
type Reading =
  /** How much more may be made for its work order. */
  | 'allowance'
  /** Which of its codes are leased to other lines. */
  | 'leases'
  /** The codes of a set that it confirms, or whose confirmation it declares wrong. */
  | 'sets'
  /** The labels that were printed before. */
  | 'printed labels'
  /** The lots of goods that leave, and those that should leave first. */
  | 'lots'
  /** The packages that loading or storing took goods out of. */
  | 'takings'
  /** The work orders of its goods. */
  | 'orders of goods'
  /** The work orders whose figures a wrong event has changed. */
  | 'corrected orders'
  /** The states that its codes would have without the wrong event. */
  | 'unmarked states';

/** What has to be read for each kind of event. A new kind of event without its line does not compile. */
const readings: Readonly<Record<EventInput['act'] | 'confirm', readonly Reading[]>> = {
  pack: ['allowance', 'leases'],
  /** A packing of a whole set. */
  confirm: ['allowance', 'leases', 'sets'],
  repack: ['allowance', 'leases'],
  unpack: [],
  retract: ['sets', 'corrected orders'],
  bind: ['allowance', 'leases'],
  reject: ['allowance', 'leases'],
  scrap: ['leases'],
  sample: ['leases'],
  unmark: ['corrected orders', 'unmarked states'],
  untravel: ['unmarked states'],
  replace: ['leases', 'orders of goods'],
  print: ['printed labels'],
  reprint: [],
  load: ['lots', 'takings'],
  unload: ['takings', 'orders of goods'],
  ship: ['lots'],
  exchange: ['lots'],
  receive: [],
  lose: [],
  void_ship: [],
  store: [],
  take_back: [],
  void_return: [],
  restock: [],
  rework: [],
  destroy: [],
  inspect: [],
  hold: [],
  release: [],
  close: [],
  reopen: [],
};

/** The events of a group that need a reading. */
export const needing = (inputs: readonly EventInput[], reading: Reading): EventInput[] =>
  inputs.filter((input) => readingsOf(input).includes(reading));

const readingsOf = (input: EventInput): readonly Reading[] => {
  if (confirmsSet(input)) return readings.confirm;
  return readings[putsBack(input) ? 'unload' : input.act];
};

/** These depend on the codes that are read, and on work orders and leases alone. */
const ofCodes: ReadonlySet<Reading> = new Set(['allowance', 'leases', 'printed labels']);

/** Whether all that is read for an event changes by events about the same codes, or with its work order and leases. */
export const isReadByCodes = (input: EventInput): boolean => readingsOf(input).every((reading) => ofCodes.has(reading));

/** Whether an event confirms a set: it packs a code and names no children. */
export const confirmsSet = (input: EventInput): boolean => input.act === 'pack' && input.children.length === 0;

/** Whether an event stores goods where they were before, and puts them back into what storing them took them out of. */
const putsBack = (input: EventInput): boolean => input.act === 'store' && input.putsBack === true;

/** With fewer codes, looking for representatives costs as much as reading each code. */
const few = 500;

/**
 * Finds codes with the same state among those that are packed; undefined if representatives do not pay, or if any event is not a packing
 * that names its children. A code that is named twice is not represented: the first event changes what the second one sees.
 */
export async function representativesIn(
  sql: Connection,
  inputs: readonly EventInput[],
): Promise<Representatives | undefined> {
  const packs = inputs.flatMap((input) => (input.act === 'pack' && !confirmsSet(input) ? input : []));
  if (packs.length < inputs.length) return undefined;
  const codes = namedBy(packs).sort();
  if (codes.length < few) return undefined;
  return Representatives.among(sql, codes);
}

/** All codes that events name, as numbers outside the heap: they may be tens of thousands. */
function namedBy(inputs: readonly PackEvent[]): Float64Array {
  const codes = new Float64Array(inputs.reduce((sum, { children }) => sum + children.length + 1, 0));
  let at = 0;
  for (const { parent, children } of inputs) {
    codes[at] = parent;
    codes.set(children, at + 1);
    at += children.length + 1;
  }
  return codes;
}

/**
 * The codes that have to be checked within a set that is confirmed, or whose confirmation is declared wrong, by its outermost
 * code: those that rows were written about, and one of each run of codes without rows. The ledger has read them.
 */
export type WholeSets = (outermost: number) => readonly number[];

export const noSets: WholeSets = () => [];

/** Finds these codes with five queries, whatever the number of sets and units, and reads them into the ledger. */
export async function wholeSets(sql: Connection, ledger: Ledger, inputs: readonly EventInput[]): Promise<WholeSets> {
  const sets = inputs.flatMap((input) => {
    const id = input.act === 'pack' || input.act === 'retract' ? input.parent : undefined;
    const code = id === undefined ? undefined : ledger.setCodeOf(id);
    return code?.depth === 0 ? [code] : [];
  });
  if (sets.length === 0) return noSets;
  const inside = new Map(sets.map((code) => [code.id, allInside(code)]));
  const ranges = union([...inside.values()].flat());
  const [segments, holds, ...acted] = await Promise.all([
    segmentsAround(sql, ranges),
    sql<{ code: number }[]>`select code from hold where released_at is null and (${within(sql, 'code', ranges)})`,
    writtenIn(sql, 'packing', 'child', ranges),
    writtenIn(sql, 'package', 'code', ranges),
    writtenIn(sql, 'event_code', 'code', ranges),
  ]);
  const spoken = [...holds, ...acted.flat()].map(({ code }) => code);
  const edges = segments.flatMap(({ first_id, last_id }) => [first_id, last_id + 1]);
  const lookedAt = new Map(
    sets.map((code): [number, number[]] => {
      const own = inside.get(code.id) ?? [];
      return [code.id, [...own.map(({ first }) => first), ...among(own, edges), ...among(own, spoken)]];
    }),
  );
  await ledger.read([...lookedAt.values()].flat());
  return (id) => [...new Set(lookedAt.get(id))];
}

const writtenIn = (sql: Connection, table: string, column: string, ranges: readonly Range[]) =>
  sql<{ code: number }[]>`
    select distinct ${sql(column)} as code from ${sql(table)} where ${within(sql, column, ranges)}`;

/** Whether a column is in one of some ranges, of which there is at least one. */
const within = (sql: Connection, column: string, ranges: readonly Range[]) =>
  ranges
    .map(({ first, last }) => sql`${sql(column)} between ${first} and ${last}`)
    .reduce((any, one) => sql`${any} or ${one}`);

const among = (ranges: readonly Range[], codes: readonly number[]): number[] =>
  codes.filter((code) => ranges.some(({ first, last }) => code >= first && code <= last));

/** The package that a code lay in until it was taken out of it to be loaded or stored, and those that came apart by that. */
interface Taking {
  readonly parent: number;
  /** When it was taken out, in epoch milliseconds, and for which waybill; null if it was stored. */
  readonly at: number;
  readonly waybillId: number | null;
}

interface PastRow {
  readonly child: number;
  readonly parent: number;
  readonly undone_by: number;
}

/** Where loading or storing took goods out of a package: unloading them, or storing them where they were, puts them back. */
export class TakenOut {
  readonly #takings = new Map<number, Taking>();

  /**
   * Reads this for events that put goods back, with the packages and how these lay in others; and for packages that are loaded
   * without being full, what was taken out of them.
   */
  static async read(sql: Connection, ledger: Ledger, inputs: readonly EventInput[]): Promise<TakenOut> {
    const result = new TakenOut();
    let codes = inOrder(
      inputs.flatMap((input) =>
        input.act === 'unload' || (input.act === 'store' && input.putsBack) ? input.codes : [],
      ),
    );
    while (codes.length > 0) {
      const rows = await sql<PastRow[]>`
        select distinct on (child) child, parent, undone_by from packing_past
        where child = any(${codes}::bigint[]) order by child, undone_by desc`;
      const parents = inOrder(await result.#noteRows(sql, rows));
      await ledger.read(parents);
      codes = parents.filter((id) => !result.#takings.has(id));
    }
    let open = inputs.flatMap((input) =>
      input.act === 'load' && ledger.get(input.code)?.contents?.complete === false ? input.code : [],
    );
    while (open.length > 0) {
      const [pastRows, within] = await Promise.all([
        sql<PastRow[]>`
          select child, parent, undone_by from packing_past where parent = any(${open}::bigint[]) order by undone_by`,
        // Bottles out of the cases of a pallet are missing from the pallet.
        sql<{ code: number }[]>`
          select k.code from packing p join package k on k.code = p.child
          where p.parent = any(${open}::bigint[]) and not k.complete`,
      ]);
      await result.#noteRows(sql, pastRows);
      open = within.map(({ code }) => code);
      await ledger.read(inOrder([...open, ...pastRows.map(({ child }) => child)]));
    }
    return result;
  }

  /** Notes what was taken out, and for which waybill; returns the packages. */
  async #noteRows(sql: Connection, rows: readonly PastRow[]): Promise<number[]> {
    const events = await sql<{ id: number; event_time: Date; waybill_id: number | null }[]>`
      select id, event_time, waybill_id from trace_event
      where id = any(${rows.map(({ undone_by }) => undone_by)}::bigint[])`;
    const eventOf = new Map(events.map((event) => [event.id, event]));
    return rows.flatMap(({ child, parent, undone_by }) => {
      const event = eventOf.get(undone_by);
      if (!event) return [];
      this.note(child, { parent, at: event.event_time.getTime(), waybillId: event.waybill_id });
      return [parent];
    });
  }

  note(code: number, taking: Taking): void {
    this.#takings.set(code, taking);
  }

  /** The package that a code was taken out of at this moment for this waybill, or to be stored; undefined if it was not. */
  outOf({ id }: CodeRecord, at: number, waybillId: number | null): number | undefined {
    const taking = this.#takings.get(id);
    return taking?.at === at && taking.waybillId === waybillId ? taking.parent : undefined;
  }

  /** A waybill on which goods are that were loaded out of this package, and left it incomplete. */
  waybillOfMissing(ledger: Ledger, record: CodeRecord): number | undefined {
    for (const [code, { parent, waybillId }] of this.#takings) {
      const [child, around] = [ledger.get(code), ledger.get(parent)];
      if (waybillId === null) continue;
      if (!child || !around || child.parent !== null || ledger.waybillOf(child) !== waybillId) continue;
      if (around === record || ledger.above(around).includes(record)) return waybillId;
    }
    return undefined;
  }
}
