import { type LostPackage, lostInStock } from '@suyuan/contract/physical/stock/stock-detail.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { visibleNames } from '#trace/visible-names.ts';

/** The maximum number of packages answered. */
const most = 1000;

interface MissingFrom {
  readonly place_id: number;
  readonly id: number;
  readonly warehouse_name: string;
}

/** Serves what counts of warehouses have not found, and nobody since. */
export default function serveLostGoods({ routes, system }: Services, shared: SharedServices): void {
  const { sql } = system.codes;
  routes.serve(lostInStock, async ({ warehouse_id, keyword = '' }, { db }) => {
    const places = await sql<MissingFrom[]>`
      select p.id as place_id, w.id, w.warehouse_name from place p join warehouse w on w.id = p.ref_id
      where p.kind = 'missing'
        and ${warehouse_id ? sql`w.id in (select warehouses_within(${warehouse_id}))` : sql`true`}`;
    const standing = await goodsAt(
      sql,
      places.map(({ place_id }) => place_id),
    );
    const records = await readCodes(
      sql,
      standing.map(({ code }) => code),
    );
    const events = await sql<{ id: number; reason: string | null; account_id: number | null }[]>`
      select id, reason, account_id from trace_event
      where id = any(${[...new Set(standing.flatMap(({ code }) => records.of(code).namedBy?.id ?? []))]}::bigint[])`;
    const [texts, people, onHold] = await Promise.all([
      shared.rules.texts(
        sql,
        standing.map(({ code }) => code),
      ),
      visibleNames(
        db,
        'account',
        events.map(({ account_id }) => account_id),
      ),
      goodsOnHold(
        sql,
        db,
        records,
        standing.map(({ code }) => records.of(code)),
      ),
    ]);
    const rows = standing.map(({ code, level, units }): LostPackage => {
      const record = records.of(code);
      const place = places.find(({ place_id }) => place_id === records.placeOf(record));
      const event = events.find(({ id }) => id === record.namedBy?.id);
      const { product_id, product_name, lot } = records.goodsOf(record);
      return {
        ...{ code: texts.get(code) ?? '', level, units, product_id, product_name, lot },
        warehouse_id: place?.id ?? 0,
        warehouse_name: place?.warehouse_name ?? '',
        lost_at: record.namedBy ? new Date(record.namedBy.at).toISOString() : null,
        by: people.get(event?.account_id ?? 0) ?? null,
        reason: event?.reason ?? null,
        ...onHold.of(record),
      };
    });
    const words = keyword.trim().toLowerCase();
    const matching = rows.filter((row) =>
      [row.code, row.product_name, row.lot].some((text) => text?.toLowerCase().includes(words)),
    );
    return matching.toSorted((a, b) => (b.lost_at ?? '').localeCompare(a.lost_at ?? '')).slice(0, most);
  });
}
