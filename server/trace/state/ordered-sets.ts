import { sizeOf } from '@suyuan/codes/sets/ranges.ts';
import {
  depthOf,
  type IssuedSets,
  idsInside,
  inside,
  outermostIdOf,
  parentIdOf,
  perParentOf,
} from '@suyuan/codes/sets/sets.ts';
import { type CodeRole, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { type CodeRecord, type Contents, type EventRef, recordContents, recordPacking } from './code-record.ts';

/** Sets of one order: which code lies in which follows from their numbers. */
export interface OrderedSets extends IssuedSets {
  readonly id: number;
  /** The packaging level of each depth. */
  readonly levels: readonly number[];
}

/** The position of a code in its set. */
export interface SetCode {
  readonly id: number;
  readonly sets: OrderedSets;
  readonly depth: number;
  /** The outermost code of its set. */
  readonly outermost: number;
}

interface DepthRow {
  readonly id: number;
  readonly ratio: string;
  readonly sets: number;
  readonly first_id: number;
  readonly level: number;
}

/** Reads ordered sets by their ids. */
export async function orderedSets(sql: Connection, ids: readonly number[]): Promise<OrderedSets[]> {
  if (ids.length === 0) return [];
  const rows = await sql<DepthRow[]>`
    select s.id, s.ratio, s.sets, o.first_id, r.level
    from code_set s join code_order o on o.set_id = s.id join code_rule r on r.id = o.rule_id
    where s.id ${among(sql, ids)}
    order by s.id, o.set_depth`;
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, depths]) => {
    const [{ ratio, sets }] = depths as [DepthRow];
    const perParent = perParentOf(ratio);
    if (!perParent) throw new Error(`set ${id} has an invalid ratio`);
    return {
      id,
      sets,
      perParent,
      firsts: depths.map(({ first_id }) => first_id),
      levels: depths.map(({ level }) => level),
    };
  });
}

/** The ordered sets that some codes belong to; one query if they belong to none. */
export async function setsOfCodes(sql: Connection, codes: readonly number[]): Promise<OrderedSets[]> {
  if (codes.length === 0) return [];
  const rows = await sql<{ set_id: number }[]>`
    select distinct o.set_id
    from unnest(${codes as number[]}::bigint[]) as c (code)
    cross join lateral (select * from code_order where first_id <= c.code order by first_id desc limit 1) o
    where o.last_id >= c.code and o.set_id is not null`;
  return orderedSets(
    sql,
    rows.map(({ set_id }) => set_id),
  );
}

/** The position of a code in one of these sets. */
export function setCodeAmong(all: readonly OrderedSets[], id: number): SetCode | undefined {
  for (const sets of all) {
    const depth = depthOf(sets, id);
    const outermost = depth === undefined ? undefined : outermostIdOf(sets, id);
    if (depth !== undefined && outermost !== undefined) return { id, sets, depth, outermost };
  }
  return undefined;
}

/** Whether a code is at the innermost depth of its set, with nothing in it. */
export const isInnermost = ({ sets, depth }: Pick<SetCode, 'sets' | 'depth'>): boolean =>
  depth === sets.perParent.length;

/** How many innermost codes are in a code of a set, which counts as one if it is innermost itself. */
export const innermostIn = ({ sets, depth }: Pick<SetCode, 'sets' | 'depth'>): number =>
  sizeOf(inside(sets, depth, 0, sets.perParent.length));

/** Whether its innermost codes are units, and each package is of a higher level than what lies in it. */
export const isOfUnits = ({ levels }: OrderedSets): boolean =>
  levels.at(-1) === 1 && levels.every((level, depth) => depth === 0 || level < (levels[depth - 1] as number));

/** All codes within a code of a set, as one range for each depth. */
export const allInside = ({ sets, id }: SetCode) => idsInside(sets, id) ?? [];

/** The column `naming` of `event_code`. */
export const roleNumbers: Readonly<Record<CodeRole, number>> = { item: 0, parent: 1, successor: 2, set: 3 };

/** The rows about the sets that some codes belong to. */
export interface SetEvents {
  readonly codes: readonly SetCode[];
  /** Events that confirmed sets, and events that may declare those wrong, with the outermost codes that they name. */
  readonly named: readonly { readonly code: number; readonly event_id: number; readonly confirms: boolean }[];
  /** Packings of these codes that have ended, with the event that ended them. */
  readonly past: readonly { readonly child: number; readonly undone_by: number }[];
}

/** Reads them with two queries; undefined, without a query, if no code belongs to a set. */
export async function readSetEvents(
  sql: Connection,
  ids: readonly number[],
  sets: readonly OrderedSets[],
): Promise<SetEvents | undefined> {
  const codes = sets.length === 0 ? [] : ids.flatMap((id) => setCodeAmong(sets, id) ?? []);
  if (codes.length === 0) return undefined;
  const outermost = [...new Set(codes.map((code) => code.outermost))];
  const [named, past] = await Promise.all([
    setsNamedBy(sql, outermost),
    sql<SetEvents['past']>`
      select child, undone_by from packing_past
      where child ${among(
        sql,
        codes.map(({ id }) => id),
      )}`,
  ]);
  return { codes, named, past };
}

/** Events that confirmed sets by their outermost codes, and events that may declare those wrong. */
export const setsNamedBy = (sql: Connection, outermost: readonly number[]) => sql<SetEvents['named']>`
  select code, event_id, naming = ${roleNumbers.set} as confirms from event_code
  where code ${among(sql, outermost)}
    and (naming = ${roleNumbers.set} or (naming = ${roleNumbers.parent} and act = ${eventTypes.unpack.no}))`;

/** Codes that rows were written about, which take precedence over what their set implies. */
interface WrittenOf {
  readonly packed: ReadonlySet<number>;
  readonly packages: ReadonlySet<number>;
  /** Packages that were emptied, or whose contents a successor has taken over, with the event. */
  readonly emptied: ReadonlyMap<number, number>;
}

/**
 * Applies confirmed sets to records: codes within get the packing and the contents that their set implies, unless a row about
 * the code says otherwise. `refOf` returns undefined for an event that was declared wrong.
 */
export function applySets(
  records: ReadonlyMap<number, CodeRecord>,
  { codes, named, past }: SetEvents,
  refOf: (event: number) => EventRef | undefined,
  { packed, packages, emptied }: WrittenOf,
): void {
  const confirmed = new Map<number, EventRef>();
  for (const { code, event_id, confirms } of named) {
    const ref = confirms ? refOf(event_id) : undefined;
    if (ref) confirmed.set(code, ref);
  }
  if (confirmed.size === 0) return;
  const out = new Map<number, number>();
  for (const { child, undone_by } of past) out.set(child, Math.max(undone_by, out.get(child) ?? 0));
  for (const code of codes) {
    const record = records.get(code.id);
    const ref = confirmed.get(code.outermost);
    if (!record || !ref || code.id === code.outermost) continue;
    const isEmptied = (emptied.get(code.id) ?? 0) > (ref.id ?? Number.POSITIVE_INFINITY);
    if (!packages.has(code.id) && !isEmptied) recordImpliedContents(record, code, ref);
    // A packing that ended before the set was confirmed can only have been declared wrong, and does not count.
    const wasOut = (out.get(code.id) ?? 0) > (ref.id ?? Number.POSITIVE_INFINITY);
    if (!packed.has(code.id) && !wasOut) recordImpliedPacking(record, code, ref);
  }
}

/** Packs a code into the parent that its set implies. */
export function recordImpliedPacking(record: CodeRecord, { sets, id }: SetCode, ref: EventRef): void {
  const parent = parentIdOf(sets, id);
  if (parent === undefined) return;
  recordPacking(record, parent, ref);
  record.implied = true;
}

/** Gives a package within a set the contents that the set implies; units have none. */
export function recordImpliedContents(record: CodeRecord, code: SetCode, ref: EventRef): void {
  if (!isInnermost(code)) recordContents(record, { ...contentsOfSet(code, ref), implied: true });
}

/** The contents of a package of a confirmed set; `seen` is false, since its children were not scanned one by one. */
export function contentsOfSet(code: Pick<SetCode, 'sets' | 'depth'>, ref: EventRef): Contents {
  const units = innermostIn(code);
  return {
    packedBy: ref,
    workOrderId: ref.workOrderId,
    productId: ref.productId,
    lotId: ref.lotId,
    units,
    children: code.sets.perParent[code.depth] ?? 0,
    capacity: units,
    complete: true,
    seen: false,
    mixed: null,
  };
}
