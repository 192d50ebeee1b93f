import { parentIdOf } from '@suyuan/codes/sets/sets.ts';
import { ruleSpan } from '#identity/deciphering.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { maxDepth } from '../state/code-records.ts';
import { roleNumbers, setCodeAmong, setsNamedBy, setsOfCodes } from '../state/ordered-sets.ts';

/** The events about a code, and the packages within it that some of them took something out of. */
interface EventsAbout {
  readonly events: readonly number[];
  readonly opened: readonly number[];
}

/** The ids of events about the code itself, and about what it held. */
export const eventIdsOf = async (sql: Connection, code: number): Promise<readonly number[]> =>
  (await eventsAbout(sql, code)).events;

/**
 * The events about the code itself: those that name it, packed it, took it out, or made it a package; those that put something into
 * it or took something out of it, also if that was declared wrong; and those that took something out of the packages within it.
 */
export async function eventsAbout(sql: Connection, code: number): Promise<EventsAbout> {
  const [stays, departures, ...rows] = await Promise.all([
    setStaysOf(sql, code),
    departuresWithin(sql, code),
    sql<{ id: number }[]>`select event_id as id from event_code where code = ${code}`,
    sql<{ id: number }[]>`select packed_by as id from packing where child = ${code}`,
    sql<{ id: number }[]>`
      select unnest(array[packed_by, undone_by]) as id from packing_past where child = ${code}`,
    sql<{ id: number }[]>`select packed_by as id from package where code = ${code}`,
  ]);
  const ids = rows.flat().map(({ id }) => id);
  const implied = stays.flatMap(({ events }) => events);
  return { events: [...new Set([...ids, ...implied, ...departures.events])], opened: departures.opened };
}

/** The events that name each of some codes, packed it, took it out of a package, or made it one. */
export const eventsNaming = (sql: Connection, codes: readonly number[]) => sql<{ code: number; event: number }[]>`
  select code, event_id as event from event_code where code ${among(sql, codes)}
  union select child, packed_by from packing where child ${among(sql, codes)}
  union select child, unnest(array[packed_by, undone_by]) from packing_past where child ${among(sql, codes)}
  union select code, packed_by from package where code ${among(sql, codes)}`;

/** How long something was in the requested package: the events that began and ended it. */
interface Within {
  readonly code: number;
  readonly since: number;
  readonly until: number | null;
}

interface PackingRow {
  readonly child: number;
  readonly parent: number;
  readonly packed_by: number;
  readonly undone_by: number | null;
}

/** The events that filled a package and emptied it, and those that took something out of packages while these were within it. */
async function departuresWithin(sql: Connection, code: number): Promise<EventsAbout> {
  const isPackage = await packagesByRule(sql);
  const events: number[] = [];
  const opened: number[] = [];
  let level: Within[] = isPackage(code) ? [{ code, since: 0, until: null }] : [];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const stays = Map.groupBy(level, (one) => one.code);
    const next: Within[] = [];
    const parents = [...stays.keys()];
    const [rows, successions] = await Promise.all([packingsIn(sql, parents), successionsOf(sql, parents)]);
    for (const { child, parent, packed_by, undone_by } of rows) {
      const came = Math.max(packed_by, successions.get(parent)?.event ?? 0);
      if (depth === 0) events.push(came);
      for (const stay of stays.get(parent) ?? []) {
        if (undone_by !== null && isDuring(stay, undone_by)) {
          events.push(undone_by);
          if (depth > 0) opened.push(parent);
        }
        const [since, until] = [Math.max(came, stay.since), undone_by ?? stay.until];
        if (isPackage(child)) next.push({ code: child, since, until });
      }
    }
    level = next;
  }
  return { events, opened: [...new Set(opened)] };
}

const isDuring = ({ since, until }: Within, event: number): boolean =>
  event > since && (until === null || event <= until);

/** Whether codes are of a level that has contents. Units are not looked up: that would query every node of a cluster. */
async function packagesByRule(sql: Connection): Promise<(code: number) => boolean> {
  const rules = await sql<{ id: number }[]>`select id from code_rule where level > 1`;
  const ofPackages = new Set(rules.map(({ id }) => id));
  return (code) => ofPackages.has(Math.floor(code / ruleSpan));
}

/** What is in packages, and what was. */
const packingsIn = (sql: Connection, parents: readonly number[]) => sql<PackingRow[]>`
  select child, parent, packed_by, null::bigint as undone_by from packing where parent ${among(sql, parents)}
  union all
  select child, parent, packed_by, undone_by from packing_past where parent ${among(sql, parents)}`;

/** A period in which a code was, or is, in a package because its set implies it, without a row of `packing`. */
export interface SetStay {
  readonly parent: number;
  readonly from: Date;
  readonly until: Date | null;
  /** The event that confirmed the set, and the one that declared that wrong. */
  readonly events: readonly number[];
}

interface EventRow {
  readonly id: number;
  readonly event_time: Date;
  readonly corrects: number | null;
}

/** The implied stays of a code; one query if it belongs to no set. */
export async function setStaysOf(sql: Connection, id: number): Promise<SetStay[]> {
  const code = setCodeAmong(await setsOfCodes(sql, [id]), id);
  const parent = code && parentIdOf(code.sets, id);
  if (!code || parent === undefined) return [];
  const [sets, packings] = await Promise.all([
    setsNamedBy(sql, [code.outermost]),
    sql<{ since: number }[]>`
      select packed_by as since from packing where child = ${id}
      union all select undone_by from packing_past where child = ${id}`,
  ]);
  if (sets.length === 0) return [];
  const events = await sql<EventRow[]>`
    select id, event_time, corrects from trace_event where id ${among(
      sql,
      sets.map(({ event_id }) => event_id),
    )}`;
  const confirming = new Set(sets.flatMap(({ event_id, confirms }) => (confirms ? [event_id] : [])));
  return events
    .filter((event) => confirming.has(event.id))
    .flatMap((event): SetStay[] => {
      const wrong = events.find(({ corrects }) => corrects === event.id);
      // Packings written since then say where it was, and from when on.
      if (!wrong && packings.some(({ since }) => since >= event.id)) return [];
      const [from, until] = [event.event_time, wrong?.event_time ?? null];
      return [{ parent, from, until, events: [event.id, ...(wrong ? [wrong.id] : [])] }];
    });
}

/** The event by which a code took the place of another. */
interface Succession {
  readonly event: number;
  readonly at: Date;
}

/**
 * The events by which codes took the place of others, by code. What lies in such a package kept the event that packed it first, but was
 * not in this one before it took over.
 */
export async function successionsOf(
  sql: Connection,
  codes: readonly number[],
): Promise<ReadonlyMap<number, Succession>> {
  if (codes.length === 0) return new Map();
  const rows = await sql<(Succession & { code: number })[]>`
    select code, event_id as event, event_time as at from event_code
    where code ${among(sql, codes)} and naming = ${roleNumbers.successor}`;
  return new Map(rows.map(({ code, ...succession }) => [code, succession]));
}
