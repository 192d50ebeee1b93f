import { parentIdOf } from '@suyuan/codes/sets/sets.ts';
import { type CodeRole, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { type CodeRecord, type Contents, type EventRef, recordContents, recordPacking } from './code-record.ts';
import { innermostIn, isInnermost, type OrderedSets, type SetCode, setCodeAmong } from './ordered-sets.ts';

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
export interface WrittenOf {
  readonly packed: ReadonlySet<number>;
  readonly packages: ReadonlySet<number>;
  /** Packages that were emptied, or whose contents a successor has taken over. */
  readonly emptied: ReadonlySet<number>;
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
    if (!packages.has(code.id) && !emptied.has(code.id)) recordImpliedContents(record, code, ref);
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
