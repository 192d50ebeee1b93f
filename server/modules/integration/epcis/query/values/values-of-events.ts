import { epcisEventTypes } from '@suyuan/codes/epc/epcis-event-types.ts';
import { bareWord, vocabularies } from '#epcis/model/vocabulary.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { objectFields, shardKey } from '../../capture/identifiers-of-event.ts';
import { allOf } from '../../view/all-of.ts';
import { seenOfKept, type Viewer } from '../../view/viewer.ts';
import type { OwnReading } from '../own/own-events.ts';
import { ownObjects, ownPlaces } from './own-values.ts';

/** The resources that list values of events (EPCIS 2.0, section 12.4), with the parameter that asks for one. */
export const resources = {
  eventTypes: 'eventType',
  epcs: 'MATCH_anyEPC',
  bizSteps: 'EQ_bizStep',
  bizLocations: 'EQ_bizLocation',
  readPoints: 'EQ_readPoint',
  dispositions: 'EQ_disposition',
} as const;
export type Resource = keyof typeof resources;

export interface AskedValues {
  /** Where the page before ended; undefined for the first. */
  readonly after: string | undefined;
  readonly most: number;
  readonly viewer: Viewer;
}

/** A page of values, and where it ended if there may be more. */
export interface ValuePage {
  readonly values: readonly string[];
  readonly end: string | undefined;
}

/** Values of events, each once. */
export async function valuesOf(reading: OwnReading, resource: Resource, page: AskedValues): Promise<ValuePage> {
  const { sql } = reading;
  switch (resource) {
    case 'eventTypes': {
      const own = await columnValues(sql, 'type', page, sql`e.type like '%:%'`);
      return pageOf([...epcisEventTypes, ...own], page);
    }
    case 'bizSteps':
    case 'dispositions': {
      const [column, name] =
        resource === 'bizSteps' ? (['biz_step', 'bizStep'] as const) : (['disposition', 'disposition'] as const);
      const own = await columnValues(
        sql,
        column,
        page,
        sql`${sql(`e.${column}`)} not like 'https://ref.gs1.org/cbv/%'`,
      );
      return pageOf([...vocabularies[name].words, ...own.map((value) => bareWord(value, name) ?? value)], page);
    }
    case 'bizLocations':
    case 'readPoints': {
      const column = resource === 'bizLocations' ? 'biz_location' : 'read_point';
      const [captured, own] = await Promise.all([
        columnValues(sql, column, page),
        ownPlaces(reading, resource, page.viewer),
      ]);
      return pageOf([...captured, ...own], page);
    }
    case 'epcs':
      return objects(reading, page);
  }
}

/** A page of values that are all at hand, in the order of their code points. */
function pageOf(values: readonly string[], { after = '', most }: AskedValues): ValuePage {
  const rest = [...new Set(values)].filter((value) => value > after).sort((one, other) => (one < other ? -1 : 1));
  return { values: rest.slice(0, most), end: rest.length > most ? rest[most - 1] : undefined };
}

/** One more than a page has, if there are more. */
async function columnValues(
  sql: Connection,
  column: 'type' | 'biz_step' | 'disposition' | 'read_point' | 'biz_location',
  { after = '', most, viewer }: AskedValues,
  more?: Fragment,
): Promise<string[]> {
  const value = sql`${sql(`e.${column}`)}`;
  const rows = await sql<{ value: string }[]>`
    select distinct ${value} as value from epcis_event e
    where ${allOf(sql, [sql`${value} > ${after}`, ...(more ? [more] : []), ...seenOfKept(sql, viewer)])}
    order by value limit ${most + 1}`;
  return rows.map((row) => row.value);
}

/** Codes of this enterprise come after what was captured: they are in the order of their numbers, since nothing else is kept of them. */
const ofOwn = /^own (\d+)$/;

async function objects(reading: OwnReading, page: AskedValues): Promise<ValuePage> {
  const { sql } = reading;
  const { after = '', most, viewer } = page;
  const [, code] = ofOwn.exec(after) ?? [];
  const captured = code === undefined ? await capturedObjects(sql, { after, most, viewer }) : [];
  if (captured.length > most) return { values: captured.slice(0, most), end: captured[most - 1] };
  const own = await ownObjects(reading, { after: Number(code ?? 0), most: most - captured.length, viewer });
  const known = await capturedAmong(sql, own.values, viewer);
  return {
    values: [...captured, ...own.values.filter((value) => !known.has(value))],
    end: own.end === undefined ? undefined : `own ${own.end}`,
  };
}

const ofObjects = [...objectFields, 'parentID'];

/** What somebody sees of the identifiers `i` of captured events. */
const seenOfIdentifiers = (sql: Connection, viewer: Viewer): Fragment =>
  viewer === 'enterprise'
    ? sql`true`
    : sql`(i.event_key, i.event_number) in (
        select e.key, e.id from epcis_event e where ${allOf(sql, seenOfKept(sql, viewer))})`;

async function capturedObjects(
  sql: Connection,
  { after, most, viewer }: { readonly after: string; readonly most: number; readonly viewer: Viewer },
): Promise<string[]> {
  const rows = await sql<{ value: string }[]>`
    select distinct i.epc as value from epcis_identifier i
    where i.epc > ${after} and i.field = any(${ofObjects}::text[]) and ${seenOfIdentifiers(sql, viewer)}
    order by value limit ${most + 1}`;
  return rows.map(({ value }) => value);
}

/** Those of some objects that were in the list of captured ones. */
async function capturedAmong(sql: Connection, values: readonly string[], viewer: Viewer): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const rows = await sql<{ value: string }[]>`
    select distinct i.epc as value from epcis_identifier i
    where i.key = any(${values.map(shardKey)}::bigint[]) and i.epc = any(${[...values]}::text[])
      and i.field = any(${ofObjects}::text[]) and ${seenOfIdentifiers(sql, viewer)}`;
  return new Set(rows.map(({ value }) => value));
}
