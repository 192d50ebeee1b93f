import type { SortOf } from '@suyuan/contract/thing/thing.ts';
import type { EventList } from '@suyuan/contract/trace/event-list.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { ksql } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { eventIdsOf } from '../flow/events-about.ts';
import { namedPlaces } from '../visible-names.ts';
import { CodeLookup, type Reading } from './code-lookup.ts';
import {
  codesOfEvent,
  type EventQueryRow,
  type EventsOfList,
  eventsOf,
  narrowEvents,
  successorsOf,
  unitsOf,
} from './event-query.ts';

interface Sought {
  readonly code?: string;
  readonly lot?: string;
}

/** The ids behind a code or lot that was searched for: filters that only the server knows. */
interface Found {
  readonly events?: readonly number[];
  readonly lots?: readonly number[];
}

/** Serves a list of events: its pages, its export, the codes of an event, and the people who did such events. */
export function serveEventList(services: Services, shared: Reading, list: EventList, of: EventsOfList): void {
  const { routes, system } = services;
  const has = (field: string) => Object.hasOwn(list.Row.properties, field);
  const reading = { sql: system.codes.sql, rules: shared.rules };

  serveDeclaredList<EventList, EventQueryRow, Found>(services, list, {
    resolveFilters: (filters, caller) => soughtIn(filters as Sought, caller),
    rows: (db, { events, lots }) =>
      eventsOf(db, of)
        .$if(events !== undefined, (rows) => rows.where('trace_event.id', 'in', ids(events)))
        .$if(lots !== undefined, (rows) => rows.where('trace_event.lot_id', 'in', ids(lots))),
    handlesFilters: ['code', 'lot', 'events', 'lots'],
    narrow: narrowEvents,
    sort: { done_at: ksql.ref('trace_event.event_time'), codes: ksql.ref('trace_event.code_count') } as object,
    defaultSort: '-done_at' as SortOf<EventList>,
    complete: async (rows, db) => {
      const all = rows.map(({ id }) => id);
      const successors = of.act === 'replace' ? 'replace' : 'exchange';
      const [lots, corrected, units, instead, places] = await Promise.all([
        lotsOf(rows),
        correctedAmong(all),
        has('units') ? unitsOf(system.codes.sql, all) : undefined,
        has('successor_list') ? successorsOf(reading, rows, successors) : undefined,
        has('place_name') ? namedPlaces(system.codes.sql, db, placesIn(rows)) : undefined,
      ]);
      const texts = await shared.rules.texts(system.codes.sql, [
        ...new Set([...rows.flatMap(({ codes }) => codes), ...[...(instead?.values() ?? [])].flat()]),
      ]);
      const textsOf = (codes: readonly number[]) => codes.map((code) => texts.get(code) ?? '');
      return rows.map((row) => {
        const later = instead?.get(row.id) ?? [];
        // A replacement names both codes.
        const own = row.codes.filter((code) => !later.includes(code));
        return {
          ...row,
          lot: lots.get(row.lot_id ?? 0) ?? null,
          code_list: textsOf(own),
          codes: (row.code_count - (row.codes.length - own.length)) as never,
          successor_list: textsOf(later),
          units: units?.get(row.id) ?? 0,
          place_name: places?.get(row.place_id ?? 0)?.name ?? null,
          done_by: row.person ?? row.device,
          device_name: row.account_id === null ? null : row.device,
          corrected: corrected.has(row.id),
        };
      });
    },
    completeExports: true,
    present: (row) => declaredRow(list, { ...row }),
  });

  routes.serve(list.codes, async ({ id, page = 1, size = 50 }, { db }) => {
    const rows = await eventsOf(db, of)
      .clearSelect()
      .select('trace_event.id')
      .where('trace_event.id', '=', id)
      .execute();
    if (rows.length === 0) throw notFound('code');
    return codesOfEvent(reading, id, { page, size });
  });

  routes.serve(list.people, async ({ keyword = '', id = 0 }, { db }) =>
    db
      .selectFrom('account')
      .select(['id', 'name'])
      .where('id', 'in', eventsOf(db, of).clearSelect().select('trace_event.account_id'))
      .where((eb) => eb.or([eb('id', '=', id), eb('name', 'ilike', containing(keyword))]))
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .orderBy('name')
      .limit(50)
      .execute(),
  );

  async function soughtIn({ code, lot }: Sought, caller: Caller<Account>): Promise<Found> {
    const { sql } = system.codes;
    const [events, lots] = await Promise.all([
      code
        ? CodeLookup.resolveOrThrow(services, shared, caller, [code]).then((result) =>
            eventIdsOf(sql, result.ids[0] as number),
          )
        : undefined,
      lot ? sql<{ id: number }[]>`select id from lot where lot_no = ${lot}` : undefined,
    ]);
    return { ...(events ? { events } : {}), ...(lots ? { lots: lots.map(({ id }) => id) } : {}) };
  }

  async function lotsOf(rows: readonly EventQueryRow[]): Promise<ReadonlyMap<number, string>> {
    const lots = await system.codes.sql<{ id: number; lot_no: string }[]>`
      select id, lot_no from lot where id = any(${rows.flatMap(({ lot_id }) => lot_id ?? [])}::bigint[])`;
    return new Map(lots.map(({ id, lot_no }) => [id, lot_no]));
  }

  async function correctedAmong(events: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await system.codes.sql<{ corrects: number }[]>`
      select corrects from trace_event where corrects = any(${events as number[]}::bigint[])`;
    return new Set(rows.map(({ corrects }) => corrects));
  }
}

const placesIn = (rows: readonly EventQueryRow[]): number[] => [
  ...new Set(rows.flatMap(({ place_id }) => place_id ?? [])),
];

/** Ids for a comparison by `in`, which cannot be with none. */
const ids = (numbers: readonly number[] | undefined): readonly number[] => (numbers?.length ? numbers : [0]);
