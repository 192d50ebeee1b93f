import type { InputOf } from '@suyuan/contract/call/call.ts';
import { auditChanges, auditDetail, auditHistory, auditLog, auditThings } from '@suyuan/contract/organ/audit-log.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Tables } from '#platform/database/table.ts';
import { listText } from '#platform/language.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { serveList } from '#platform/lists/list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { narrowLog } from './access-log-list.ts';
import { NamedReferences, type NamesInChange } from './named-references.ts';

/** Serves reading the audit log, which is written in platform/audit/audit-log.ts. */
export function serveAuditLog(services: Services): void {
  const { routes, tables } = services;
  const references = new NamedReferences(services);
  serveDeclaredList(services, auditLog, {
    rows: entries,
    handlesFilters: ['thing', 'thing_id'],
    narrow: narrowLog('audit_log'),
    // Ids are in chronological order, and all indexes contain them.
    sort: { at: ksql.ref('audit_log.id') },
    defaultSort: '-at',
    present: ({ before, after, ...row }) => declaredRow(auditLog, { ...row, label: labelOf(after) ?? labelOf(before) }),
  });

  routes.serve(auditThings, async (_, { language }) =>
    [...tables.values()]
      .flatMap(({ name, audit }) =>
        audit ? [{ value: name, label: listText(language, 'auditlog', `thing.${name}`) ?? name }] : [],
      )
      .toSorted((one, other) => one.label.localeCompare(other.label, language)),
  );

  routes.serve(auditDetail, async ({ id }, { db }) => {
    const row = await db
      .selectFrom('audit_log')
      .select(['id', 'at', 'account_id', 'account_name', 'ip', 'call', 'input', 'changes', 'mac'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('audit_log');
    return { ...row, at: row.at.toISOString(), input: row.input as unknown };
  });

  serveList(services, {
    name: 'auditlog',
    page: auditChanges,
    rows: (from, { id }) => changes(from).where('c.audit_id', '=', id),
    sort: { position: ksql.ref('c.position') },
    defaultSort: 'position',
    tieBreak: ksql.ref('c.position'),
    complete: (rows, db) => references.add(rows, db),
    present: shownChange(tables),
  });

  serveList(services, {
    name: 'auditlog',
    page: auditHistory,
    rows: (from, { thing, thing_id }) => changes(from).where('c.thing', '=', thing).where('c.thing_id', '=', thing_id),
    sort: { at: ksql.ref('c.audit_id') },
    defaultSort: '-at',
    tieBreak: ksql.ref('c.position'),
    complete: (rows, db) => references.add(rows, db),
    present: shownChange(tables),
  });
}

type Image = Record<string, unknown> | null;

/** The query for records, each with the first row that it changed, optionally filtered by a changed row. */
function entries(db: Kysely<Schema>, { thing, thing_id }: InputOf<typeof auditLog.page>) {
  const rows = db
    .selectFrom('audit_log')
    .leftJoin('audit_change as c', (join) => join.onRef('c.audit_id', '=', 'audit_log.id').on('c.position', '=', 0))
    .select(['audit_log.id', 'audit_log.at', 'audit_log.account_id', 'audit_log.account_name', 'audit_log.ip'])
    .select(['audit_log.call', 'audit_log.changes', 'c.thing', 'c.thing_id', 'c.before', 'c.after'])
    .$narrowType<{ before: Image; after: Image }>();
  if (!thing && !thing_id) return rows;
  return rows.where(({ exists, selectFrom }) => {
    let changes = selectFrom('audit_change as x').select('x.audit_id').whereRef('x.audit_id', '=', 'audit_log.id');
    if (thing) changes = changes.where('x.thing', '=', thing);
    if (thing_id) changes = changes.where('x.thing_id', '=', thing_id.trim());
    return exists(changes);
  });
}

const changes = (db: Kysely<Schema>) =>
  db
    .selectFrom('audit_change as c')
    .innerJoin('audit_log as l', 'l.id', 'c.audit_id')
    .select(['c.audit_id', 'c.position', 'c.thing', 'c.thing_id', 'c.before', 'c.after'])
    .select(['l.at', 'l.account_id', 'l.account_name', 'l.ip', 'l.call']);

interface ChangeRow {
  audit_id: number;
  position: number;
  thing: string;
  thing_id: string;
  before: Image;
  after: Image;
  at: Date;
  account_id: number;
  account_name: string;
  ip: string;
  call: string;
  names?: NamesInChange;
}

const shownChange =
  (tables: Tables) =>
  ({ position, ...row }: ChangeRow) => ({
    ...row,
    id: `${row.audit_id}.${position}`,
    at: row.at.toISOString(),
    names: row.names ?? {},
    label: labelOf(row.after) ?? labelOf(row.before),
    list: tables.get(row.thing)?.audit?.list ?? row.thing,
  });

/** The label of a row: its name, else its number or code, or the key of what is known by one; not the key that a device sent it by. */
function labelOf(image: Image): string | null {
  const columns = Object.keys(image ?? {});
  for (const role of [/(^|_)name$/, /_no$/, /^code$/, /_code$/, /^menu_key$/]) {
    const value = image?.[columns.find((column) => role.test(column)) ?? ''];
    if (typeof value === 'string') return value;
  }
  return null;
}
