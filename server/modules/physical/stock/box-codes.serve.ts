import { type BoxCode, boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { waybillsOfCodes } from '#trace/lookup/event-rows.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { type CodeRecord, goodsIn } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { namedPlaces, visibleNames } from '#trace/visible-names.ts';

/** 箱码查询: serves the contents, places and history of codes. */
export default function serveBoxCodes(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  routes.serve(boxCodes, async ({ codes }, caller) => {
    const { sql } = system.codes;
    const { results } = await CodeLookup.resolve(services, shared, caller, codes);
    const ids = results.filter((one) => typeof one === 'number');
    const ledger = new Ledger(sql);
    await ledger.read(ids);
    await ledger.readPlaces();
    const records = ids.map((id) => ledger.of(id));
    const around = records.flatMap((record) => ledger.above(record).map(({ id }) => id));
    const [texts, facts, places, waybills, onHold] = await Promise.all([
      shared.rules.texts(sql, [...new Set([...ids, ...around])]),
      factsOf(sql, caller.db, records),
      namedPlaces(sql, caller.db, [...new Set(records.flatMap((record) => ledger.placeOf(record) ?? []))]),
      waybillsOfCodes(sql, caller.db, [...new Set([...ids, ...around])]),
      goodsOnHold(sql, caller.db, ledger, records),
    ]);
    return results.map((one, index): BoxCode => {
      const sent = codes[index] as string;
      const record = typeof one === 'number' ? ledger.get(one) : undefined;
      if (!record) return unknown(sent);
      const place = ledger.placeOf(record);
      const { kind = null, code = null, name = null } = (place !== null && places.get(place)) || {};
      const own = [record.id, ...ledger.above(record).map(({ id }) => id)];
      const [parent] = ledger.above(record);
      return {
        sent,
        code: texts.get(record.id) ?? null,
        level: record.level,
        life: record.closed ? 'void' : ledger.lifeOf(record),
        units: goodsIn(record).reduce((sum, { units }) => sum + units, 0),
        capacity: record.contents?.capacity ?? null,
        complete: record.contents?.complete ?? true,
        ...facts(record),
        lies_in: parent ? (texts.get(parent.id) ?? null) : null,
        ...onHold.of(record),
        where: { stock: ledger.stockOf(record), kind, code, name },
        waybills: waybills.filter((waybill) => own.includes(waybill.of)).map(({ of: _, ...waybill }) => waybill),
      };
    });
  });
}

const unknown = (sent: string): BoxCode => ({
  sent,
  code: null,
  level: 0,
  life: 'unknown',
  units: 0,
  capacity: null,
  complete: true,
  product_id: null,
  product_code: null,
  product_name: null,
  lot: null,
  expiry_date: null,
  order_no: null,
  lies_in: null,
  held: false,
  hold: null,
  where: { stock: 'none', kind: null, code: null, name: null },
  waybills: [],
});

type Facts = Pick<BoxCode, 'product_id' | 'product_code' | 'product_name' | 'lot' | 'expiry_date' | 'order_no'>;

/** Names of product, lot and work order of goods. */
async function factsOf(
  sql: Connection,
  db: Kysely<Schema>,
  records: readonly CodeRecord[],
): Promise<(record: CodeRecord) => Facts> {
  const ids = (pick: (record: CodeRecord) => number | null) => [...new Set(records.flatMap((one) => pick(one) ?? []))];
  const [products, lots, orders] = await Promise.all([
    sql<{ id: number; product_code: string; product_name: string }[]>`
      select id, product_code, product_name from product where id = any(${ids(productIdOf)}::bigint[])`,
    sql<{ id: number; lot_no: string; expiry_date: string | null }[]>`
      select id, lot_no, to_char(expiry_date, 'YYYY-MM-DD') as expiry_date
      from lot where id = any(${ids(({ lotId }) => lotId)}::bigint[])`,
    visibleNames(
      db,
      'work_order',
      ids(({ workOrderId }) => workOrderId),
    ),
  ]);
  return (record) => {
    const { productId, lotId, workOrderId } = record;
    const product = products.find(({ id }) => id === productIdOf(record));
    const lot = lots.find(({ id }) => id === lotId);
    return {
      product_id: productId,
      product_code: product?.product_code ?? null,
      product_name: product?.product_name ?? null,
      lot: lot?.lot_no ?? null,
      expiry_date: lot?.expiry_date ?? null,
      order_no: orders.get(workOrderId ?? 0) ?? null,
    };
  };
}

const productIdOf = ({ productId, issue }: CodeRecord): number | null => productId ?? issue.product?.product_id ?? null;
