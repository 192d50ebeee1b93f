import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Declarations } from '#epcis/model/namespaces.ts';
import { existenceFact } from '../capture/facts-of-event.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import type { Viewer } from '../view/viewer.ts';
import type { Condition } from './conditions/condition.ts';
import { conditionsOf } from './conditions/conditions.ts';
import { extensionsOf } from './conditions/fact-conditions.ts';
import { onIdentifiers } from './conditions/master-data.ts';
import { badParameter, type Parameters, single, wholeNumber } from './conditions/parameters.ts';
import { keptEvents, lastKept } from './kept/kept-events.ts';
import { lastRow, type OwnReading, ownEvents } from './own/own-events.ts';
import type { PageEnd } from './pages/page-token.ts';
import { compared, type Order, type Position } from './pages/position.ts';
import type { EventSource, PlacedEvent } from './pages/source.ts';

/** The parameters that say how many events a query answers and in which order; the others are conditions. */
interface Bounds extends Order {
  readonly countLimit: number | undefined;
  readonly maxCount: number | undefined;
}

/** A page of what a query found. It may have fewer events than were asked for, or none, although there are more: `end` tells. */
export interface EventPage {
  readonly events: readonly EpcisEvent[];
  /** Where it ended, if there may be more. */
  readonly end: PageEnd | undefined;
}

export interface Asked {
  readonly parameters: Parameters;
  readonly perPage: number;
  readonly from: PageEnd | undefined;
  /** The prefixes of extensions that parameters name. */
  readonly extensions: Declarations;
  readonly viewer: Viewer;
}

const most = 1_000_000;

function boundsOf(
  parameters: Parameters,
  extensions: Declarations,
): { readonly bounds: Bounds; readonly conditions: Parameters } {
  const conditions = new Map(parameters);
  const take = <T>(name: string, read: (values: readonly string[]) => T): T | undefined => {
    const values = conditions.get(name);
    conditions.delete(name);
    return values && read(values);
  };
  const by = take('orderBy', (values) => {
    const field = single('orderBy', values);
    if (field === 'eventTime' || field === 'recordTime') return field;
    const names = extensionsOf(field, extensions);
    if (names.length === 0) throw badParameter('orderBy', 'must be eventTime, recordTime, or an extension');
    return { names: names.map((name) => existenceFact('', false, name)) };
  });
  const direction = take('orderDirection', (values) => single('orderDirection', values)) ?? 'DESC';
  if (direction !== 'ASC' && direction !== 'DESC') throw badParameter('orderDirection', 'must be ASC or DESC');
  const countLimit = take('eventCountLimit', (values) => wholeNumber('eventCountLimit', values, most));
  const maxCount = take('maxEventCount', (values) => wholeNumber('maxEventCount', values, most));
  if (countLimit !== undefined && by === undefined) throw badParameter('eventCountLimit', 'needs orderBy');
  if (countLimit !== undefined && maxCount !== undefined) {
    throw badParameter('maxEventCount', 'cannot be beside eventCountLimit');
  }
  return { bounds: { by, descends: by !== undefined && direction === 'DESC', countLimit, maxCount }, conditions };
}

/** Throws for parameters that no query may have, without asking anything. */
export function checkParameters(parameters: Parameters, extensions: Declarations): void {
  conditionsOf(boundsOf(parameters, extensions).conditions, extensions);
}

/**
 * Finds a page of events (SimpleEventQuery, EPCIS 2.0, section 8.2.7.1): of those that were captured, and of what the enterprise did
 * itself.
 */
export async function findEvents(
  reading: OwnReading,
  { parameters, perPage, from, extensions, viewer }: Asked,
): Promise<EventPage> {
  const { bounds, conditions } = boundsOf(parameters, extensions);
  const { countLimit, maxCount } = bounds;
  const until = from?.until ?? [await lastKept(reading.sql), await lastRow(reading.sql)];
  const asked = conditionsOf(conditions, extensions).map((one) => onIdentifiers(reading.sql, one));
  const sources = await sourcesOf(reading, { conditions: await Promise.all(asked), bounds, viewer, until });
  if (maxCount !== undefined && !from) await refuseBeyond(sources, bounds, maxCount);
  const left = countLimit === undefined ? perPage : Math.min(perPage, countLimit - (from?.count ?? 0));
  const { events, after } = await merged(sources, bounds, from?.after, left);
  const count = (from?.count ?? 0) + events.length;
  const isLast = after === undefined || (countLimit !== undefined && count >= countLimit);
  return { events: events.map(({ event }) => event), end: isLast ? undefined : { after, until, count } };
}

/** Whether a query finds anything. */
export async function isThereAny(reading: OwnReading, asked: Omit<Asked, 'perPage' | 'from'>): Promise<boolean> {
  let page: EventPage = { events: [], end: undefined };
  do page = await findEvents(reading, { ...asked, perPage: 1, from: page.end });
  while (page.events.length === 0 && page.end);
  return page.events.length > 0;
}

async function sourcesOf(
  reading: OwnReading,
  {
    conditions,
    bounds,
    viewer,
    until: [untilKept, untilRow],
  }: {
    readonly conditions: readonly Condition[];
    readonly bounds: Bounds;
    readonly viewer: Viewer;
    readonly until: PageEnd['until'];
  },
): Promise<EventSource[]> {
  const asked = { conditions, order: bounds, viewer };
  const own = await Promise.all(
    (['own', 'declared'] as const).map((source) => ownEvents(reading, source, { ...asked, until: untilRow })),
  );
  return [keptEvents(reading.sql, { ...asked, until: untilKept }), ...own.flatMap((source) => source ?? [])];
}

/** The first events of all sources after a position, and where to go on if there may be more. */
async function merged(
  sources: readonly EventSource[],
  order: Order,
  after: Position | undefined,
  most: number,
): Promise<{ readonly events: readonly PlacedEvent[]; readonly after: Position | undefined }> {
  const events: PlacedEvent[] = [];
  let [isWhole, frontier] = [true, undefined as Position | undefined];
  for (const source of sources) {
    // Without an order, each source comes after the others: what is beyond a full page need not be looked for.
    if (order.by === undefined && (events.length > most || frontier)) {
      isWhole = false;
      break;
    }
    const found = await source.from(after, most + 1);
    events.push(...found.events);
    isWhole &&= found.isWhole;
    // Beyond where a source gave up, it may have events that come before those of others.
    if (found.lookedTo && (!frontier || compared(found.lookedTo, frontier, order) < 0)) frontier = found.lookedTo;
  }
  const sorted = events
    .filter(({ at }) => !frontier || compared(at, frontier, order) <= 0)
    .toSorted((one, other) => compared(one.at, other.at, order));
  const page = sorted.slice(0, most);
  if (sorted.length > most) return { events: page, after: page.at(-1)?.at };
  return { events: page, after: isWhole ? undefined : (frontier ?? page.at(-1)?.at) };
}

/** Throws if the sources have more events than that. */
async function refuseBeyond(sources: readonly EventSource[], order: Order, maxCount: number): Promise<void> {
  let [after, count] = [undefined as Position | undefined, 0];
  do {
    const page = await merged(sources, order, after, Math.min(maxCount + 1 - count, 1000));
    count += page.events.length;
    after = page.after;
  } while (after && count <= maxCount);
  if (count > maxCount) {
    throw new EpcisException('QueryTooLargeException', `The query finds more than ${maxCount} events (maxEventCount).`);
  }
}
