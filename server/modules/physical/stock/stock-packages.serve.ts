import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  type StockedPackage,
  stockPackages,
  stockPackagesExport,
} from '@suyuan/contract/physical/stock/stock-detail.ts';
import type { Kysely } from 'kysely';
import type { Account, Caller } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { sendTable } from '#platform/lists/export.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { lotNumbers } from '#trace/goods.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { placeOf } from '#trace/places.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { goodsAt, type StandingCode } from '#trace/state/goods-at.ts';
import { visibleNames } from '#trace/visible-names.ts';

type Goods = Omit<InputOf<typeof stockPackages>, 'page' | 'size'>;

/** How many packages of an export are read at once. */
const batch = 500;

/** Serves the packages and single units of stock, each with what keeps it. */
export default function serveStockPackages(services: Services, shared: SharedServices): void {
  const { routes, system, answers, timeZone } = services;
  const { sql } = system.codes;

  const standing = async ({ warehouse_id, product_id, lot_id }: Goods, { db }: Caller<Account>) => {
    const own = await db.selectFrom('warehouse').select('id').where('id', '=', warehouse_id).executeTakeFirst();
    if (!own) throw notFound('warehouse');
    const place = await placeOf(sql, { kind: 'warehouse', ref: warehouse_id });
    const narrowed = { productId: product_id, ...(lot_id === undefined ? {} : { lots: [lot_id] }) };
    return (await goodsAt(sql, [place], narrowed)).sort((a, b) => b.level - a.level || b.units - a.units);
  };

  routes.serve(stockPackages, async ({ page = 1, size = 50, ...goods }, caller) => {
    const codes = await standing(goods, caller);
    const shown = codes.slice((page - 1) * size, page * size);
    return { rows: await inWords(shown, caller.db), total: codes.length };
  });

  routes.serve(stockPackagesExport, async ({ format, ...goods }, caller) => {
    const codes = await standing(goods, caller);
    const rows = async function* () {
      for (let at = 0; at < codes.length; at += batch) {
        const some = await inWords(codes.slice(at, at + batch), caller.db);
        yield* some.map((one) => ({ ...one, hold_no: one.hold?.no ?? null }));
      }
    };
    const columns = ['code', 'level', 'units', 'lot', 'remainder', 'held', 'hold_no', 'waybill_no', 'since'];
    await sendTable(answers, caller, { list: 'stock', format, timeZone: timeZone(), columns, rows: rows() });
    return null;
  });

  async function inWords(standing: readonly StandingCode[], db: Kysely<Schema>): Promise<StockedPackage[]> {
    const ids = standing.map(({ code }) => code);
    const records = await readCodes(sql, ids);
    const [texts, lots, waybills, onHold] = await Promise.all([
      shared.rules.texts(sql, ids),
      lotNumbers(sql, [...new Set(standing.flatMap(({ lotId }) => lotId ?? []))]),
      visibleNames(
        db,
        'waybill',
        ids.map((id) => records.waybillOf(records.of(id))),
      ),
      goodsOnHold(sql, db, records, records.among(ids)),
    ]);
    return standing.map(({ code, level, units, productId, lotId, complete }) => {
      const record = records.of(code);
      const waybill = records.waybillOf(record);
      const waybill_no = waybills.get(waybill ?? 0) ?? null;
      const since = record.namedBy?.at ?? record.contents?.packedBy.at ?? null;
      return {
        code: texts.get(code) ?? '',
        ...{ level, units, product_id: productId, lot: lots.get(lotId ?? 0) ?? null },
        remainder: !complete,
        waybill_id: waybill_no === null ? null : waybill,
        waybill_no,
        since: since === null ? null : new Date(since).toISOString(),
        ...onHold.of(record),
      };
    });
  }
}
