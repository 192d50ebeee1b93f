import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { countDetail, countPaper, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { text } from '#platform/language.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { sendSheet } from '#platform/print/sheet.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { amountsIn, lotNumbers, productUnitsOf, readProducts } from '#trace/goods.ts';
import { namedPlaces } from '#trace/visible-names.ts';
import { expectedAt, type OfLot } from './counted-place.ts';
import { counts, inWords } from './stock-counts.serve.ts';

type Detail = OutputOf<typeof countDetail>;

/** The maximum number of differences shown. */
const most = 500;

interface DifferenceRow {
  readonly code: number;
  readonly kind: Detail['found'][number]['kind'];
  readonly units: number;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly place_id: number | null;
  readonly stock: string | null;
  readonly settled: boolean | null;
}

/** Serves one count: what is expected and counted by lot, what differs, and the sheet to be signed. */
export default function serveCountDetail(services: Services, shared: SharedServices): void {
  const { routes, system, timeZone } = services;
  const { sql } = system.codes;

  routes.serve(countDetail, ({ id }, { db }) => detailOf(db, id));

  routes.serve(countPaper, async ({ id }, caller) => {
    const detail = await detailOf(caller.db, id);
    const { language } = caller;
    const units = await productUnitsOf(
      sql,
      detail.lots.flatMap(({ product_id }) => product_id ?? []),
      language,
    );
    const amount = amountsIn(language, units);
    const moment = (at: string | null) => (at === null ? null : printedMoment(new Date(at), timeZone()));
    const title = (key: string) => text(language, key);
    await sendSheet(services, caller, detail.count_no, (sheet) => {
      sheet.title(title('stockcount.paper'), detail.count_no);
      sheet.facts([
        [title('stock.warehouse_name'), detail.warehouse_name],
        [title('field.product'), detail.product_name],
        [title('field.lot'), detail.lot],
        [title('stockcount.started_at'), moment(detail.started_at)],
        [title('stockcount.finished_at'), moment(detail.finished_at)],
      ]);
      sheet.table(
        [title('field.product'), title('field.lot'), title('stockcount.expected'), title('stockcount.seen')],
        detail.lots.map((one) => [
          one.product_name ?? '',
          one.lot ?? '',
          one.expected === null ? '' : amount(one.expected, one.product_id),
          detail.status === 'draft' ? '' : amount(one.counted, one.product_id),
        ]),
      );
      if (detail.found.length > 0) {
        sheet.heading(title('stockcount.differences'));
        sheet.table(
          [
            title('field.code'),
            title('stockcount.kind'),
            title('field.product'),
            title('paper.units'),
            title('boxcode.where'),
          ],
          detail.found.map((one) => [
            one.code,
            title(`stockcount.kind.${one.kind}`),
            [one.product_name, one.lot].filter(Boolean).join(' '),
            amount(one.units, one.product_id),
            one.place ?? '',
          ]),
        );
      }
      sheet.signatures(
        [
          { title: title('stockcount.finished_by'), name: detail.finished_by, at: dateOf(detail.finished_at) },
          { title: title('stockcount.approved_by'), name: detail.approved_by, at: dateOf(detail.approved_at) },
        ],
        title('connect.signature'),
        timeZone(),
      );
    });
    return null;
  });

  async function detailOf(db: Kysely<Schema>, id: number): Promise<Detail> {
    const row = await counts(db).where('stock_count.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('stock_count');
    const isOpen = row.status === 'draft' || row.status === 'counting';
    const [expected, counted, differences, [scans]] = await Promise.all([
      isOpen && !row.blind ? expectedAt(sql, row) : [],
      sql<OfLot[]>`
        select product_id, lot_id, safe_integer(sum(units)) as units from stock_count_scan
        where count_id = ${id} and within is null group by 1, 2`,
      sql<DifferenceRow[]>`
        select code, kind, units, product_id, lot_id, place_id, stock, settled from stock_count_difference
        where count_id = ${id} order by kind, code limit ${most}`,
      sql<{ n: number }[]>`select safe_integer(count(*)) as n from stock_count_scan where count_id = ${id}`,
    ]);
    const all = [...expected, ...counted, ...differences];
    const [texts, products, lots, places] = await Promise.all([
      shared.rules.texts(
        sql,
        differences.map(({ code }) => code),
      ),
      readProducts(sql, [...new Set(all.flatMap(({ product_id }) => product_id ?? []))]),
      lotNumbers(sql, [...new Set(all.flatMap(({ lot_id }) => lot_id ?? []))]),
      namedPlaces(sql, db, [...new Set(differences.flatMap(({ place_id }) => place_id ?? []))]),
    ]);
    const nameOf = new Map(products.map((one) => [one.product_id, one.product_name]));
    const named = ({ product_id, lot_id }: Pick<OfLot, 'product_id' | 'lot_id'>) => ({
      product_id,
      product_name: nameOf.get(product_id ?? 0) ?? null,
      lot: lots.get(lot_id ?? 0) ?? null,
    });
    const keyOf = ({ product_id, lot_id }: OfLot) => `${product_id} ${lot_id ?? 0}`;
    const keys = new Map([...expected, ...counted].map((one) => [keyOf(one), one]));
    const unitsIn = (rows: readonly OfLot[], key: string) =>
      rows.reduce((sum, one) => sum + (keyOf(one) === key ? one.units : 0), 0);
    return {
      ...declaredRow(stockCount, inWords(row)),
      lots: [...keys].map(([key, one]) => ({
        ...named(one),
        expected: isOpen && !row.blind ? unitsIn(expected, key) : null,
        counted: unitsIn(counted, key),
      })),
      scans: scans?.n ?? 0,
      found: differences.map(({ code, kind, units, place_id, stock, settled, ...goods }) => {
        const place = places.get(place_id ?? 0);
        return {
          ...{ code: texts.get(code) ?? '', kind, units, ...named(goods) },
          ...{ place: place?.name ?? place?.code ?? null, stock, settled },
        };
      }),
    };
  }
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));
