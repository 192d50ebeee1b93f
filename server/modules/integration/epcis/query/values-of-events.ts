import { eventTypes } from '#epcis/model/event.ts';
import { bareWord, vocabularies } from '#epcis/model/vocabulary.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { objectFields } from '../capture/identifiers-of-event.ts';

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

interface Page {
  /** The last value of the page before; empty for the first. */
  readonly after: string;
  readonly most: number;
  /** Only of events that this account captured. */
  readonly onlyOf: number | undefined;
}

/** Values of events in the order of their code points, each once; one more than a page has if there are more. */
export async function valuesOf(sql: Connection, resource: Resource, page: Page): Promise<string[]> {
  switch (resource) {
    case 'eventTypes': {
      const own = await columnValues(sql, 'type', page, sql`and e.type like '%:%'`);
      return together(eventTypes, own, page);
    }
    case 'bizSteps':
    case 'dispositions': {
      const [column, name] =
        resource === 'bizSteps' ? (['biz_step', 'bizStep'] as const) : (['disposition', 'disposition'] as const);
      const own = await columnValues(
        sql,
        column,
        page,
        sql`and ${sql(`e.${column}`)} not like 'https://ref.gs1.org/cbv/%'`,
      );
      return together(
        vocabularies[name].words,
        own.map((value) => bareWord(value, name) ?? value),
        page,
      );
    }
    case 'bizLocations':
      return columnValues(sql, 'biz_location', page);
    case 'readPoints':
      return columnValues(sql, 'read_point', page);
    case 'epcs':
      return objects(sql, page);
  }
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : 1);

/** Values that there always are, and those that events have brought. */
const together = (always: Iterable<string>, own: readonly string[], { after, most }: Page): string[] =>
  [...new Set([...always, ...own])]
    .sort(byCodePoint)
    .filter((value) => value > after)
    .slice(0, most + 1);

async function columnValues(
  sql: Connection,
  column: 'type' | 'biz_step' | 'disposition' | 'read_point' | 'biz_location',
  { after, most, onlyOf }: Page,
  more: Fragment = sql``,
): Promise<string[]> {
  const rows = await sql<{ value: string }[]>`
    select distinct ${sql(`e.${column}`)} as value from epcis_event e
    where ${sql(`e.${column}`)} > ${after} ${more} ${onlyOf === undefined ? sql`` : sql`and e.account_id = ${onlyOf}`}
    order by value limit ${most + 1}`;
  return rows.map(({ value }) => value);
}

async function objects(sql: Connection, { after, most, onlyOf }: Page): Promise<string[]> {
  const own = sql`and (i.event_key, i.event_number) in (select e.key, e.id from epcis_event e where e.account_id = ${onlyOf ?? 0})`;
  const rows = await sql<{ value: string }[]>`
    select distinct i.epc as value from epcis_identifier i
    where i.epc > ${after} and i.field = any(${[...objectFields, 'parentID']}::text[]) ${onlyOf === undefined ? sql`` : own}
    order by value limit ${most + 1}`;
  return rows.map(({ value }) => value);
}
