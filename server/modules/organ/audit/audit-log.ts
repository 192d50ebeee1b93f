import { type Kysely, sql as ksql } from 'kysely';
import {
  auditChanges,
  auditDetail,
  auditExport,
  auditHistory,
  auditPage,
  auditThings,
} from '../../../../contract/organ/audit-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Tables } from '../../../platform/database/table.ts';
import { text } from '../../../platform/language.ts';
import { notFound } from '../../../platform/refusal.ts';
import { beginning, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** The record of every change, for reading: it is written in platform/audit/audit-log.ts. */
export function serveAuditLog(services: Services): void {
  const { routes, tables } = services;
  serveList(services, {
    name: 'auditlog',
    page: auditPage,
    export: auditExport,
    columns: ['at', 'account_name', 'call', 'thing', 'thing_id', 'label', 'changes', 'ip', 'id'],
    rows: (from, { account_name, from: since, to, call, thing, thing_id, ip }) => {
      let rows = from
        .selectFrom('audit_log as l')
        .leftJoin('audit_change as c', (join) => join.onRef('c.audit_id', '=', 'l.id').on('c.position', '=', 0))
        .select(['l.id', 'l.at', 'l.account_name', 'l.ip', 'l.call', 'l.changes'])
        .select(['c.thing', 'c.thing_id', 'c.before', 'c.after']);
      if (account_name) rows = rows.where(ksql`lower(l.account_name)`, '=', account_name.trim().toLowerCase());
      if (since) rows = rows.where('l.at', '>=', new Date(since));
      if (to) rows = rows.where('l.at', '<', new Date(to));
      if (call) rows = rows.where('l.call', 'like', beginning(call));
      if (ip) rows = rows.where('l.ip', 'like', beginning(ip));
      if (thing || thing_id) {
        rows = rows.where(({ exists, selectFrom }) => {
          let changes = selectFrom('audit_change as x').select('x.audit_id').whereRef('x.audit_id', '=', 'l.id');
          if (thing) changes = changes.where('x.thing', '=', thing);
          if (thing_id) changes = changes.where('x.thing_id', '=', thing_id.trim());
          return exists(changes);
        });
      }
      return rows;
    },
    // Records are numbered in the order of time, and every index is in the order of the numbers.
    sort: { at: ksql.ref('l.id') },
    defaultSort: '-at',
    tieBreak: ksql.ref('l.id'),
    present: ({ before, after, ...row }: EntryRow) => ({
      ...row,
      at: row.at.toISOString(),
      label: labelOf(after) ?? labelOf(before),
    }),
  });

  routes.serve(auditThings, async (_, { language }) =>
    [...tables.values()]
      .flatMap(({ name, audit }) => (audit ? [{ value: name, label: text(language, `auditlog.thing.${name}`) }] : []))
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
    present: shownChange(tables),
  });

  serveList(services, {
    name: 'auditlog',
    page: auditHistory,
    rows: (from, { thing, thing_id }) => changes(from).where('c.thing', '=', thing).where('c.thing_id', '=', thing_id),
    sort: { at: ksql.ref('c.audit_id') },
    defaultSort: '-at',
    tieBreak: ksql.ref('c.position'),
    present: shownChange(tables),
  });
}

type Image = Record<string, unknown> | null;

interface EntryRow {
  id: number;
  at: Date;
  account_name: string;
  ip: string;
  call: string;
  changes: number;
  thing: string | null;
  thing_id: string | null;
  before: Image;
  after: Image;
}

const changes = (db: Kysely<Schema>) =>
  db
    .selectFrom('audit_change as c')
    .innerJoin('audit_log as l', 'l.id', 'c.audit_id')
    .select(['c.audit_id', 'c.position', 'c.thing', 'c.thing_id', 'c.before', 'c.after'])
    .select(['l.at', 'l.account_name', 'l.ip', 'l.call']);

interface ChangeRow {
  audit_id: number;
  position: number;
  thing: string;
  thing_id: string;
  before: Image;
  after: Image;
  at: Date;
  account_name: string;
  ip: string;
  call: string;
}

const shownChange =
  (tables: Tables) =>
  ({ position, ...row }: ChangeRow) => ({
    ...row,
    id: `${row.audit_id}.${position}`,
    at: row.at.toISOString(),
    list: tables.get(row.thing)?.audit?.list ?? row.thing,
  });

/** What a row is called by people: its name, else its number or code. */
function labelOf(image: Image): string | null {
  const columns = Object.keys(image ?? {});
  for (const named of [/(^|_)name$/, /_no$/, /_code$/, /_key$/]) {
    const value = image?.[columns.find((column) => named.test(column)) ?? ''];
    if (typeof value === 'string') return value;
  }
  return null;
}
