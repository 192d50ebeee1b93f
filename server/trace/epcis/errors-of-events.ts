import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';
import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { roleNumbers } from '../state/ordered-sets.ts';
import type { EventRow } from './event-ids.ts';
import type { Confirmed, Packing } from './packings-of-events.ts';

/** An event that was declared wrong, and what took its place. */
export interface EventError {
  /** The row that declares it. */
  readonly declaration: number;
  readonly declaredAt: Date;
  readonly reason: ErrorReason;
  readonly corrective: readonly Corrective[];
}

/** The event that took the place of a wrong one, and the package that it packed, if it packed one. */
export interface Corrective {
  readonly event: EventRow;
  readonly parent: number | null;
}

/** The error of an event, or of what it put into one package: a file packs many in one event, of which each may be declared wrong. */
export type ErrorOf = (packing?: Packing) => EventError | undefined;

interface DeclarationRow {
  readonly id: number;
  readonly corrects: number;
  readonly recorded_at: Date;
  readonly error_reason: ErrorReason;
}

/** What an event did. */
interface TraceEvent {
  readonly id: number;
  readonly act: EventType;
  readonly items: readonly number[];
  readonly added: readonly Packing[];
  readonly inferred: readonly Packing[];
}

/** Reads which events were declared wrong, whether or not the requested history has the declaration, too. */
export async function errorsOf(
  sql: Connection,
  all: readonly TraceEvent[],
  confirmed: readonly Confirmed[],
): Promise<(event: number) => ErrorOf> {
  const declarations = await sql<DeclarationRow[]>`
    select id, corrects, recorded_at, error_reason from trace_event
    where corrects ${among(
      sql,
      all.map(({ id }) => id),
    )} order by id`;
  if (declarations.length === 0) return () => () => undefined;
  const rows = await sql<{ event_id: number; code: number }[]>`
    select event_id, code from event_code
    where event_id ${among(
      sql,
      declarations.map(({ id }) => id),
    )} and naming = ${roleNumbers.parent}`;
  const packages = Map.groupBy(rows, ({ event_id }) => event_id);
  const errors = new Map<string, EventError>();
  for (const recordedEvent of all) {
    for (const one of declarations.filter(({ corrects }) => corrects === recordedEvent.id)) {
      const of = new Set(packages.get(one.id)?.map(({ code }) => code));
      const outermost = confirmed.find(({ event }) => event === recordedEvent.id)?.outermost;
      for (const packing of wrongPackings(recordedEvent, of, outermost)) {
        const corrective =
          one.error_reason === 'incorrect_data' ? await correctivePackings(sql, one, packing, outermost) : [];
        errors.set(keyOf(recordedEvent.id, packing), { ...factsOf(one), corrective });
      }
      if (recordedEvent.items.length === 0 || recordedEvent.act === 'pack') continue;
      const corrective = one.error_reason === 'incorrect_data' ? await correctiveEvent(sql, one, recordedEvent) : [];
      errors.set(keyOf(recordedEvent.id), { ...factsOf(one), corrective });
    }
  }
  return (event) => (packing) => errors.get(keyOf(event, packing));
}

const keyOf = (event: number, packing?: Packing): string => `${event} ${packing?.parent ?? ''}`;

const factsOf = ({ id, recorded_at, error_reason }: DeclarationRow) => ({
  declaration: id,
  declaredAt: recorded_at,
  reason: error_reason,
});

/** The packings that a declaration is about: all of a confirmed set, whose outermost code it names. */
function wrongPackings(event: TraceEvent, packages: ReadonlySet<number>, outermost: number | undefined): Packing[] {
  const ofSet = outermost !== undefined && packages.has(outermost) ? event.inferred : [];
  return [...ofSet, ...event.added.filter(({ parent }) => packages.has(parent))];
}

/** The packings after a declaration that packed any of the same, or into the same package. */
async function correctivePackings(
  sql: Connection,
  { id }: DeclarationRow,
  { parent, children }: Packing,
  outermost: number | undefined,
): Promise<Corrective[]> {
  const again =
    outermost === undefined
      ? []
      : await sql<{ event: number }[]>`
          select event_id as event from event_code
          where code = ${outermost} and naming = ${roleNumbers.set} and event_id > ${id}`;
  const rows = await sql<{ event: number; parent: number }[]>`
    select packed_by as event, parent from packing
    where packed_by > ${id} and (parent = ${parent} or child ${among(sql, children)})
    union
    select packed_by, parent from packing_past
    where packed_by > ${id} and (parent = ${parent} or child ${among(sql, children)})`;
  const later = [...again.map(({ event }) => ({ event, parent })), ...rows];
  if (later.length === 0) return [];
  const first = Math.min(...later.map(({ event }) => event));
  const parents = new Set(later.filter(({ event }) => event === first).map((one) => one.parent));
  const [row] = await sql<EventRow[]>`select id, recorded_at as "recordedAt" from trace_event where id = ${first}`;
  return [...parents].toSorted((a, b) => a - b).map((one) => ({ event: row as EventRow, parent: one }));
}

/** The first event of the same kind after a declaration that names any of the same codes. */
async function correctiveEvent(
  sql: Connection,
  { id }: DeclarationRow,
  { act: eventType, items }: TraceEvent,
): Promise<Corrective[]> {
  const rows = await sql<{ event: number }[]>`
    select distinct event_id as event from event_code
    where code ${among(sql, items)} and act = ${eventTypes[eventType].no} and event_id > ${id}`;
  if (rows.length === 0) return [];
  const [first] = await sql<EventRow[]>`
    select id, recorded_at as "recordedAt" from trace_event
    where id ${among(
      sql,
      rows.map(({ event }) => event),
    )} and corrects is null order by id limit 1`;
  return first ? [{ event: first, parent: null }] : [];
}
