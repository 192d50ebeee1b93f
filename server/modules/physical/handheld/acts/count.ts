import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { lotNumbers, readProducts } from '#trace/goods.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { countCode, lockedCount, uncountCodes } from '../../count/count-scans.serve.ts';
import { type CountScope, countedPlace, expectedAt } from '../../count/counted-place.ts';
import { type GoodsAct, type ReadScan, refusedFor } from './act.ts';

interface CountRow extends CountScope {
  readonly count_no: string;
  readonly blind: boolean;
}

/** 盘点: what is in a warehouse or zone is counted. What differs becomes acts by a decision in the console. */
export const count: GoodsAct = {
  scans: ['count', 'uncount'],
  tasks: {
    kind: 'count',
    list: async (sql, { account, db }, id) => {
      if (!isOfEnterprise(account)) return [];
      const rows = await db
        .selectFrom('stock_count')
        .innerJoin('warehouse as w', 'w.id', 'stock_count.warehouse_id')
        .leftJoin('product as p', 'p.id', 'stock_count.product_id')
        .select(['stock_count.id', 'count_no', 'blind', 'stock_count.warehouse_id', 'stock_count.product_id', 'lot'])
        .select(['w.warehouse_name', 'p.product_name'])
        .where('stock_count.status', '=', 'counting')
        .$if(id !== undefined, (some) => some.where('stock_count.id', '=', id as number))
        .orderBy('stock_count.id', 'desc')
        .limit(mostTasks)
        .execute();
      const done = await countedUnits(
        sql,
        rows.map((row) => row.id),
      );
      return Promise.all(
        rows.map(async (row) => ({
          ...{ kind: 'count' as const, id: row.id, no: row.count_no, place: row.warehouse_name, planned_day: null },
          about: [row.product_name, row.lot].filter(Boolean).join(' ') || null,
          planned: row.blind ? null : (await expectedAt(sql, row)).reduce((sum, { units }) => sum + units, 0),
          done: done.get(row.id) ?? 0,
        })),
      );
    },
    contents: async ({ sql }, id) => {
      const [row] = await sql<CountRow[]>`
        select count_no, warehouse_id, product_id, lot, blind from stock_count where id = ${id}`;
      if (!row) throw new Error(`count ${id} was deleted meanwhile`);
      const { places, productId } = await countedPlace(sql, row);
      const scanned = await sql<{ code: number }[]>`select code from stock_count_scan where count_id = ${id}`;
      const marks = new Map(scanned.map(({ code }) => [code, 'this'] as const));
      return {
        lines: await linesOf(sql, id, row),
        scope: { places, ...(productId === undefined ? {} : { products: [productId] }), marked: async () => marks },
      };
    },
  },
  documents: async ({ account, db }, ids) => {
    if (!isOfEnterprise(account)) return new Map();
    const rows = await db.selectFrom('stock_count').select(['id', 'count_no']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, count_no }) => [id, count_no]));
  },
  record: async (sql, _, { account }, scans) => {
    const id = (scans[0] as ReadScan).scan.document_id as number;
    const row = await lockedCount(sql, id);
    if (!row || !countLife.mayTake('scan', row.status))
      return scans.map(({ code }) => refusedFor(code, 'unknown_document', row?.count_no ?? `${id}`));
    const ledger = new Ledger(sql);
    await ledger.read(scans.map(({ code }) => code));
    const outcomes = [];
    for (const { scan, code } of scans) {
      const { productId, lotId } = ledger.of(code);
      const units =
        scan.act === 'count' ? await countCode(sql, id, ledger, code, account.id) : await uncountCodes(sql, id, [code]);
      outcomes.push({ known: units === undefined, units: units ?? 0, productId, lotId });
    }
    return outcomes;
  },
};

async function countedUnits(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ count_id: number; units: number }[]>`
    select count_id, safe_integer(sum(units)) as units from stock_count_scan
    where count_id = any(${ids as number[]}::bigint[]) and within is null group by 1`;
  return new Map(rows.map(({ count_id, units }) => [count_id, units]));
}

/** What should be there, by product and lot, with what is counted of it; in a blind count only the latter. */
async function linesOf(sql: Connection, id: number, row: CountRow) {
  const counted = await sql<{ product_id: number | null; lot_id: number | null; units: number }[]>`
    select product_id, lot_id, safe_integer(sum(units)) as units from stock_count_scan
    where count_id = ${id} and within is null group by 1, 2`;
  const expected = row.blind ? [] : await expectedAt(sql, row);
  const keyOf = (one: { product_id: number | null; lot_id: number | null }) => `${one.product_id} ${one.lot_id ?? 0}`;
  const done = new Map(counted.map((one) => [keyOf(one), one.units]));
  const due = new Map(expected.map((one) => [keyOf(one), one.units]));
  const goods = [...new Map([...expected, ...counted].map((one) => [keyOf(one), one])).values()];
  const [products, lots] = await Promise.all([
    readProducts(sql, [...new Set(goods.flatMap(({ product_id }) => product_id ?? []))]),
    lotNumbers(sql, [...new Set(goods.flatMap(({ lot_id }) => lot_id ?? []))]),
  ]);
  const named = new Map(products.map((one) => [one.product_id, one]));
  return goods.flatMap((one, at) => {
    const product = named.get(one.product_id ?? 0);
    if (!product) return [];
    return {
      ...{ line_id: at + 1, product_id: product.product_id, lot: lots.get(one.lot_id ?? 0) ?? null },
      ...{ product_code: product.product_code, product_name: product.product_name },
      ...{ quantity: row.blind ? null : (due.get(keyOf(one)) ?? 0), done: done.get(keyOf(one)) ?? 0 },
    };
  });
}
