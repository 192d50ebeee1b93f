import { type Amendment, type CodeOfEvent, codeRoles } from '@suyuan/contract/trace/event-list.ts';
import { codesTold } from '@suyuan/contract/trace/event-row.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { roleNumbers } from '../../state/set-events.ts';

export interface Reading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/** What tells of the events that belong together: those of one exchange are written with the same time and waybill. */
interface TraceEvent {
  readonly id: number;
  readonly event_time: Date;
  readonly waybill_id: number | null;
  readonly product_id: number | null;
}

const exchange: Amendment = 'exchange';

/** The units of the codes that each event is about. */
export async function unitsOf(sql: Connection, events: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ event_id: number; units: number }[]>`
    select event_id, safe_integer(sum(units)) as units from event_code
    where event_id = any(${events as number[]}::bigint[]) and naming = ${roleNumbers.item} group by event_id`;
  return new Map(rows.map(({ event_id, units }) => [event_id, units]));
}

/** The first codes that took the place of those of each event: by an exchange on its waybill, or by a replacement. */
export async function successorsOf(
  { sql }: Reading,
  rows: readonly TraceEvent[],
  by: 'exchange' | 'replace',
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (rows.length === 0) return new Map();
  if (by === 'replace') {
    const named = await sql<{ event_id: number; code: number }[]>`
      select event_id, code from event_code
      where event_id = any(${rows.map(({ id }) => id)}::bigint[]) and naming = ${roleNumbers.successor}`;
    return new Map(named.map(({ event_id, code }) => [event_id, [code]]));
  }
  const shipped = await sql<(TraceEvent & { codes: readonly number[] })[]>`
    select id, event_time, waybill_id, product_id, codes from trace_event
    where amendment = ${exchange} and act = ${eventTypes.ship.no}
      and waybill_id = any(${rows.flatMap(({ waybill_id }) => waybill_id ?? [])}::bigint[])
      and event_time = any(${rows.map(({ event_time }) => event_time.toISOString())}::timestamptz[])
    order by id`;
  const together = Map.groupBy(shipped, keyOf);
  return new Map(
    rows.map((row) => {
      const codes = (together.get(keyOf(row)) ?? []).flatMap((one) => one.codes);
      return [row.id, codes.slice(0, codesTold)];
    }),
  );
}

const keyOf = ({ event_time, waybill_id, product_id }: TraceEvent): string =>
  `${event_time.toISOString()} ${waybill_id} ${product_id}`;

/** A page of the codes of an event and, of an exchange, of those that took their place. */
export async function codesOfEvent(
  { sql, rules }: Reading,
  id: number,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: CodeOfEvent[]; total: number }> {
  const together = await sql<{ id: number }[]>`
    select s.id from trace_event e join trace_event s
      on s.amendment = e.amendment and s.act = ${eventTypes.ship.no} and s.waybill_id = e.waybill_id
        and s.event_time = e.event_time and s.product_id = e.product_id
    where e.id = ${id} and e.amendment = ${exchange}`;
  const events = [id, ...together.map((one) => one.id)];
  const [named, [all]] = await Promise.all([
    sql<{ code: number; event_id: number; naming: number; units: number }[]>`
      select code, event_id, naming, units from event_code where event_id = any(${events}::bigint[])
      order by event_id <> ${id}, naming, code limit ${size} offset ${(page - 1) * size}`,
    sql<{ total: number }[]>`
      select safe_integer(count(*)) as total from event_code where event_id = any(${events}::bigint[])`,
  ]);
  const texts = await rules.texts(
    sql,
    named.map(({ code }) => code),
  );
  return {
    rows: named.map(({ code, event_id, naming: role, units }) => ({
      code: texts.get(code) ?? '',
      naming: event_id === id ? roleOf(role) : 'successor',
      units,
    })),
    total: all?.total ?? 0,
  };
}

const roleOf = (no: number): CodeOfEvent['naming'] => codeRoles.find((role) => roleNumbers[role] === no) ?? 'item';
