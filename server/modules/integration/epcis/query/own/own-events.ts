import { aboutRanges } from '@suyuan/contract/trace/events.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { OwnEvent } from '#trace/epcis/epcis-events.ts';
import { type EventsOfRow, ownEvents as readOwnEvents } from '#trace/epcis/own-events.ts';
import type { OwnUris } from '#trace/epcis/own-uri.ts';
import { type CodeSpan, spansOf } from '#trace/flow/code-spans.ts';
import { allOf } from '../../view/all-of.ts';
import { mayBeSeen, type SeenColumns, seenAmong } from '../../view/seen-rows.ts';
import { type Twin, twinsOf } from '../../view/twins.ts';
import type { Viewer } from '../../view/viewer.ts';
import type { Condition } from '../conditions/condition.ts';
import {
  compared,
  extremes,
  momentText,
  notBefore,
  type Order,
  type Position,
  type SortColumn,
  sortedBy,
  sources,
  unsorted,
} from '../pages/position.ts';
import type { EventSource, PlacedEvent } from '../pages/source.ts';
import { holdsFor } from './holds-for.ts';
import { type Narrowed, rowsFor } from './own-rows.ts';

/** What is needed to read the enterprise's own events. */
export interface OwnReading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'find' | 'texts'>;
  readonly own: OwnUris;
}

interface Asked {
  readonly conditions: readonly Condition[];
  readonly order: Order;
  readonly viewer: Viewer;
  /** The last row that counts. */
  readonly until: number;
}

/** Rows are projected so many at a time. */
const atOnce = 40;
/** So many rows are looked at for one page. */
const mostLookedAt = 1000;

interface Row extends SeenColumns {
  readonly number: number;
  readonly by: string | null;
  /** The span that it is told of here, of a row about ranges of codes. */
  readonly index: number | null;
  readonly first: number;
  readonly last: number;
}

const spanDigits = 12;
/** The place of a span among the events of its row. */
const spanPlace = (index: number): string => String(index).padStart(spanDigits, '0');

/**
 * What the enterprise did itself, as events: rows of `trace_event` that may meet the conditions are projected, and looked at once more.
 * `declared` are those events that were declared wrong, once more with the declaration.
 */
export async function ownEvents(
  reading: OwnReading,
  source: 'own' | 'declared',
  asked: Asked,
): Promise<EventSource | undefined> {
  if (source === 'own' && asked.conditions.some(({ is }) => is === 'declared')) return undefined;
  const narrowed = await rowsFor(reading, asked.conditions);
  return narrowed && new OwnSource(reading, source, asked, narrowed);
}

class OwnSource implements EventSource {
  readonly #reading: OwnReading;
  readonly #source: 'own' | 'declared';
  readonly #asked: Asked;
  readonly #narrowed: Narrowed;

  constructor(reading: OwnReading, source: 'own' | 'declared', asked: Asked, narrowed: Narrowed) {
    this.#reading = reading;
    this.#source = source;
    this.#asked = asked;
    this.#narrowed = narrowed;
  }

  async from(after: Position | undefined, most: number) {
    const events: PlacedEvent[] = [];
    let [position, lookedAt] = [after, 0];
    while (events.length < most) {
      const rows = await this.#rows(position);
      const found = await this.#eventsOf(rows);
      events.push(...found.filter(({ at }) => !after || compared(at, after, this.#asked.order) > 0));
      if (rows.length < atOnce) return { events: events.slice(0, most), isWhole: events.length <= most };
      const last = rows.at(-1) as Row;
      // Beyond all events of the row, in either direction, or beyond that of the span.
      const { descends } = this.#asked.order;
      const end = last.index === null ? (descends ? extremes.first : extremes.last) : spanPlace(last.index);
      position = [last.by, sources[this.#source], last.number, end];
      lookedAt += rows.length;
      if (lookedAt >= mostLookedAt && events.length < most) return { events, isWhole: false, lookedTo: position };
    }
    return { events: events.slice(0, most), isWhole: false };
  }

  async #rows(after: Position | undefined): Promise<Row[]> {
    const { sql } = this.#reading;
    const { order, viewer, until } = this.#asked;
    const isOwn = this.#source === 'own';
    const number = isOwn ? sql`e.id` : sql`c.id`;
    const recorded = isOwn ? sql`e.recorded_at` : sql`c.recorded_at`;
    const by = columnOf(sql, order, recorded);
    const pastSpan = after?.[1] === sources[this.#source] && /^\d+$/.test(after[3]) ? after : undefined;
    const isPast = after?.[1] === sources[this.#source] && Object.values(extremes).some((one) => one === after[3]);
    const where = [
      sql`${number} <= ${until}`,
      ...(isOwn ? [sql`e.corrects is null`] : []),
      ...mayBeSeen(sql, viewer),
      ...this.#narrowed.where(recorded),
      ...(after
        ? [notBefore(sql, { by, number }, sources[this.#source], { position: after, descends: order.descends })]
        : []),
      ...(isPast ? [sql`${number} <> ${after[2]}`] : []),
      sql`s.index is not null or e.act <> all(${aboutRanges}::smallint[])`,
      ...(pastSpan ? [isBeyond(sql, number, pastSpan, order.descends)] : []),
    ];
    return sql<Row[]>`
      select e.id, ${number} as number, e.act, e.place_id, e.read_point_id, coalesce(e.all_codes, e.codes) as codes, e.code_count,
        ${by ? momentText(sql, by.value) : sql`${typeof order.by === 'object' ? unsorted : null}::text`} as by,
        s.index, s.first, s.last
      from trace_event e ${isOwn ? sql`` : sql`join trace_event c on c.corrects = e.id`}
        left join lateral ${spansOf(sql, sql`event_id = e.id and e.act = any(${aboutRanges}::smallint[])`)} s on true
      where ${allOf(sql, where)}
      order by ${sortedBy(sql, { by, number }, order.descends)}, s.index ${order.descends ? sql`desc` : sql`asc`}
      limit ${atOnce}`;
  }

  /** The events of rows that meet all conditions, in the order of the query. */
  async #eventsOf(rows: readonly Row[]): Promise<PlacedEvent[]> {
    if (rows.length === 0) return [];
    const { sql } = this.#reading;
    const { conditions, order, viewer } = this.#asked;
    const seen = await seenAmong(sql, viewer, rows);
    const ids = [...new Set(rows.flatMap(({ id }) => (seen.has(id) ? [id] : [])))];
    const about = this.#narrowed.about;
    const read = await readOwnEvents(this.#reading, {
      events: ids,
      packages: about?.packages,
      placed: about?.placed ?? [],
      spans: rows.flatMap(spanOf),
    });
    const twins = await twinsOf(sql, viewer, ids);
    const byRow = new Map(read.map((one) => [one.row.id, one]));
    const placed = rows.flatMap((row) =>
      this.#own(byRow.get(row.id), row, twins.get(row.id)).map((event): PlacedEvent => {
        const place = row.index === null ? event.eventID : spanPlace(row.index);
        return { at: [row.by, sources[this.#source], row.number, place], event };
      }),
    );
    return placed
      .filter(({ event }) => conditions.every((condition) => holdsFor(condition, event)))
      .toSorted((one, other) => compared(one.at, other.at, order));
  }

  /** The events of a row as this source has them. What somebody captured is that event, which is among captured ones if it is seen there. */
  #own(of: EventsOfRow | undefined, { number, index }: Row, twin: Twin | undefined): OwnEvent[] {
    const events = of?.events.filter(({ span }) => (span ?? null) === index) ?? [];
    if (this.#source === 'own') {
      if (twin) return twin.isSeen ? [] : [twin.event];
      return events.map(({ event }) => undeclared(event));
    }
    const declared = events.flatMap((one) => (one.declaredBy === number ? [recordedAtDeclaration(one.event)] : []));
    const [first] = declared;
    if (!twin || !first) return declared;
    const { errorDeclaration, recordTime } = first;
    return [{ ...twin.event, recordTime, ...(errorDeclaration ? { errorDeclaration } : {}) }];
  }
}

const spanOf = ({ id, index, first, last }: Row): CodeSpan[] =>
  index === null ? [] : [{ event: id, index, first, last }];

/** Own events have no extensions of their own. */
function columnOf(sql: Connection, { by }: Order, recorded: Fragment): SortColumn | undefined {
  if (by === undefined || typeof by === 'object') return undefined;
  return { value: by === 'eventTime' ? sql`e.event_time` : recorded, type: 'timestamptz' };
}

/** Of the row that a position is in, the spans that come after it. */
const isBeyond = (sql: Connection, number: Fragment, [, , row, place]: Position, descends: boolean): Fragment =>
  sql`${number} <> ${row} or s.index ${descends ? sql`<` : sql`>`} ${Number(place)}::bigint`;

/** The event as it was before it was declared wrong. */
function undeclared({ errorDeclaration: _, ...event }: OwnEvent): OwnEvent {
  return event;
}

/** A declaration is the event once more, recorded when it was declared wrong. */
const recordedAtDeclaration = (event: OwnEvent): OwnEvent => ({
  ...event,
  recordTime: event.errorDeclaration?.declarationTime ?? event.recordTime,
});

/** The number of the last row that was recorded. */
export async function lastRow(sql: Connection): Promise<number> {
  const [row] = await sql<{ last: number | null }[]>`select max(id) as last from trace_event`;
  return row?.last ?? 0;
}
