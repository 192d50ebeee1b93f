import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import type { Kysely } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { SharedServices } from '#shared-services.ts';
import { journeyOf } from '#trace/flow/code-journey.ts';
import { usesOfOrders } from '#trace/flow/flow.ts';
import { eventRows, waybillsOfCodes } from '#trace/lookup/event-rows.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { type CodeRecord, goodsIn } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { contentsOf, idsIn, nodeOf } from '#trace/state/package-contents.ts';
import { type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';
import { namedPlaces } from '#trace/visible-names.ts';
import { findingsOf } from './code-findings.ts';
import { holdsOf } from './code-holds.ts';

interface Asking {
  readonly sql: Connection;
  readonly db: Kysely<Schema>;
  readonly shared: Pick<SharedServices, 'rules' | 'desk' | 'waybillDealers'>;
}

/** The most events in an answer. */
const maxEvents = 500;

/** All information about an issued code. */
export async function informationOf({ sql, db, shared }: Asking, id: number): Promise<CodeInformation> {
  const ledger = new Ledger(sql);
  const [contents, journey] = await Promise.all([
    contentsOf(sql, shared.rules, id),
    journeyOf(sql, id),
    ledger.read([id]),
  ]);
  await Promise.all([ledger.readPlaces(), ledger.readGoods()]);
  const record = ledger.of(id);
  const above = ledger.above(record);
  const own = [id, ...above.map((one) => one.id)];
  const texts = await shared.rules.texts(sql, [...own, ...idsIn(contents)]);
  const code = texts.get(id) ?? '';
  const [look, where, sold, waybills, events, materials, holds, onHold, orderNo, findings] = await Promise.all([
    shared.desk.look(code),
    whereIs({ sql, db }, ledger, record),
    soldOf(sql, ledger, id, (on, some) => shared.waybillDealers.get()(on, some)),
    waybillsOfCodes(sql, db, own),
    eventRows({ sql, db, rules: shared.rules }, sql`e.id = any(${journey.events as number[]}::bigint[])`, {
      size: maxEvents,
      events: journey.events,
    }),
    usesOfOrders(db, record.workOrderId === null ? [] : [record.workOrderId]),
    holdsOf({ sql, db }, ledger, record),
    goodsOnHold(sql, db, ledger, [record, ...above]),
    workOrderNo(sql, record.workOrderId),
    findingsOf(sql, id),
  ]);
  const held = await onHold.within(record, () => idsIn(contents));
  const goods = ledger.goodsOf(record);
  return {
    code,
    verdict: look.answer.verdict,
    genuine_from: record.issue.genuine_from,
    genuine_step: look.step ?? null,
    level: record.level,
    life: record.closed ? 'void' : ledger.lifeOf(record),
    units: goodsIn(record).reduce((sum, { units }) => sum + units, 0),
    capacity: record.contents?.capacity ?? null,
    remainder: record.contents?.complete === false,
    product_code: goods.product_code,
    product_name: goods.product_name,
    gtin: goods.gtin,
    spec: goods.spec,
    lot: goods.lot,
    production_date: goods.production_date,
    expiry_date: goods.expiry_date,
    work_order_no: orderNo,
    code_order_no: record.issue.order_no,
    issued_at: record.issue.ordered_at.toISOString(),
    where,
    ...onHold.of(record),
    sold,
    waybills: waybills.map(({ of: _, ...waybill }) => waybill),
    parents: above.map((one) => ({
      code: texts.get(one.id) ?? '',
      level: one.level,
      units: one.contents?.units ?? 0,
      ...onHold.of(one),
    })),
    children: contents.map((one) => nodeOf(one, texts, held)),
    acts: events,
    materials: materials.map(({ material_name, material_lot, supplier, amount, unit }) => ({
      material_name,
      material_lot,
      supplier,
      amount: Number(amount),
      unit,
    })),
    holds,
    ...findings,
  };
}

async function whereIs(
  { sql, db }: Pick<Asking, 'sql' | 'db'>,
  ledger: Ledger,
  record: CodeRecord,
): Promise<CodeInformation['where']> {
  const place = ledger.placeOf(record);
  const names = place === null ? undefined : (await namedPlaces(sql, db, [place])).get(place);
  const { kind = null, code = null, name = null } = names ?? {};
  return { stock: ledger.stockOf(record), kind, code, name };
}

async function soldOf(
  sql: Connection,
  ledger: Ledger,
  id: number,
  waybillDealers: WaybillDealers,
): Promise<CodeInformation['sold']> {
  const sold = (await whereaboutsOf(sql, ledger, [id], waybillDealers)).get(id)?.sold;
  if (!sold) return null;
  const [dealer] = await sql<{ dealer_code: string; dealer_name: string }[]>`
    select dealer_code, dealer_name from dealer where id = ${sold.dealerId}`;
  return dealer ? { ...dealer, shipped_at: sold.shippedAt.toISOString(), areas: sold.areas.map(areaName) } : null;
}

async function workOrderNo(sql: Connection, id: number | null): Promise<string | null> {
  const [order] =
    id === null ? [] : await sql<{ order_no: string }[]>`select order_no from work_order where id = ${id}`;
  return order?.order_no ?? null;
}
