import type { Thing } from '@suyuan/contract/thing/thing.ts';
import type { ImportServices } from '../imports/import.ts';
import { type ListRules, listOf } from '../lists/declared-list.ts';
import { type List, type ListServices, serveList, shownRows } from '../lists/list.ts';
import { serveUsers } from '../records/in-use.ts';
import type { RecordRules } from '../records/record-rules.ts';
import { serveRecords } from '../records/records.ts';
import { serveBatch } from './batch.ts';

/** What only the server knows of a thing: the query of its list, and the rules of its records. */
export interface ThingRules<T extends Thing, Row extends object, Resolved extends object = object>
  extends ListRules<T, Row, Resolved>,
    RecordRules<T> {}

/** Serves the calls of a thing: its list and its file, and the calls by which its rows are kept. */
export function serveThing<T extends Thing, Row extends object, Resolved extends object = object>(
  services: ListServices & ImportServices,
  thing: T,
  rules: ThingRules<T, Row, Resolved>,
): void {
  const { table, users = () => ({}) } = rules;
  serveUsers(services.routes, thing, { table, users });
  // A thing has an index for each of its columns that pages are sorted by.
  const isIndexed = !rules.sort && !rules.few;
  const list: List<T['page'], Row> = { ...listOf(thing, rules), ...(isIndexed ? { indexed: true } : {}) };
  serveList<T['page'], Row>(services, list);
  serveRecords(services, {
    thing,
    rules,
    show: (ids, { db }, { language }) => shownRows(list, ids, { db, language }),
  });
  serveBatch(services.routes, thing);
}
