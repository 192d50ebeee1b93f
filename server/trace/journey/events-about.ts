import { ruleSpan } from '#identity/deciphering.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { maxDepth } from '../state/code-records.ts';
import { setStaysOf } from './set-stays.ts';
import { successionsOf } from './successions.ts';

/** The events about a code, and the packages within it that some of them took something out of. */
export interface EventsAbout {
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
  const written = rows.flat().map(({ id }) => id);
  const implied = stays.flatMap(({ events }) => events);
  return { events: [...new Set([...written, ...implied, ...departures.events])], opened: departures.opened };
}

/** How long something was in the package that is asked about: the events that began and ended it. */
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

/** Whether codes are of a level that has contents. Units are not asked for theirs, which would ask every node of a cluster. */
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
