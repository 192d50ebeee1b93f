import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { eventHistory, packageTree, replacements, unpackings } from '@suyuan/contract/plant/packing/packing.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { onConnection, onOneConnection } from '#platform/database/transaction.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventIdsOf } from '#trace/flow/events-about.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { eventRows, ownEvents } from '#trace/lookup/event-rows.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { serveEventList } from '#trace/lookup/serve-event-list.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { contentsOf, idsIn, nodeOf } from '#trace/state/package-contents.ts';
import { visibleNames } from '#trace/visible-names.ts';

/** Serves the contents of packages as a tree, and the history of packing events. */
export default function servePackageTree(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  serveEventList(services, shared, unpackings, { act: 'unpack' });
  serveEventList(services, shared, replacements, { act: 'replace' });

  routes.serve(packageTree, async ({ code }, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    return onOneConnection(system.codes.sql, (sql) =>
      treeOf({ sql, db: onConnection(caller.db, sql), rules: shared.rules }, ids[0] as number, code),
    );
  });

  routes.serve(eventHistory, async ({ work_order_id, act: eventType, code, size = 50 }, caller) => {
    const lookup = code ? await CodeLookup.resolveOrThrow(services, shared, caller, [code]) : undefined;
    const events = lookup
      ? await onOneConnection(system.codes.sql, (sql) => eventIdsOf(sql, lookup.ids[0] as number))
      : undefined;
    const { sql } = system.codes;
    const own = await ownEvents(sql, caller);
    const where = sql`
      ${events ? sql`e.id = any(${events}::bigint[])` : sql`true`}
      and ${work_order_id ? sql`e.work_order_id = ${work_order_id}` : sql`true`}
      and ${eventType ? sql`e.act = ${eventTypes[eventType].no}` : sql`true`}
      and ${own()}`;
    return eventRows({ sql, db: caller.db, rules: shared.rules }, where, { size });
  });
}

interface Asking {
  readonly sql: Connection;
  readonly db: Kysely<Schema>;
  readonly rules: RuleBook;
}

/** What a code is, what it lies in and what lies in it; `text` is how it was asked for. */
async function treeOf({ sql, db, rules }: Asking, id: number, text: string): Promise<OutputOf<typeof packageTree>> {
  const [codes, contents] = await Promise.all([readCodes(sql, [id]), contentsOf(sql, rules, id)]);
  const record = codes.get(id);
  if (!record) throw notFound('code');
  const [goods, above] = [codes.goodsOf(record), codes.above(record)];
  const [texts, orders, onHold] = await Promise.all([
    rules.texts(sql, [id, ...above.map((one) => one.id), ...idsIn(contents)]),
    visibleNames(db, 'work_order', [record.workOrderId]),
    goodsOnHold(sql, db, codes, [record, ...above]),
  ]);
  const held = await onHold.within(record, () => idsIn(contents));
  const order = orders.get(record.workOrderId ?? 0);
  return {
    code: texts.get(id) ?? text,
    level: record.level,
    life: record.closed ? 'void' : codes.lifeOf(record),
    product_id: goods.product_id,
    product_code: goods.product_code,
    product_name: goods.product_name,
    lot: goods.lot,
    production_date: goods.production_date,
    expiry_date: goods.expiry_date,
    order_no: order ?? null,
    work_order_id: order === undefined ? null : record.workOrderId,
    remainder: record.contents?.complete === false,
    capacity: record.contents?.capacity ?? null,
    units: record.contents?.units ?? (record.level === 1 ? 1 : 0),
    ...onHold.of(record),
    parents: above.map((one) => ({
      code: texts.get(one.id) ?? '',
      level: one.level,
      units: one.contents?.units ?? 0,
      ...onHold.of(one),
    })),
    children: contents.map((one) => nodeOf(one, texts, held)),
  };
}
