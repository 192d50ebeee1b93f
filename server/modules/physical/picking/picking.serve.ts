import { type Pick, picking, pickingPaper } from '@suyuan/contract/physical/stock/picking.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { sendSheet } from '#platform/print/sheet.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { amountsIn, productUnitsOf, readProducts } from '#trace/goods.ts';
import { namedPlaces } from '#trace/visible-names.ts';
import { requireSender } from '../waybill/require-waybill.ts';
import { picksFor } from './picks.ts';

/** Serves what to fetch for a waybill, on the screen and on paper. */
export default function servePicking(services: Services, shared: SharedServices): void {
  const { routes, system, timeZone } = services;
  const { sql } = system.codes;

  routes.serve(picking, ({ id }, caller) => listFor(id, caller));

  routes.serve(pickingPaper, async ({ id }, caller) => {
    const { db, language } = caller;
    const list = await listFor(id, caller);
    const row = await db.selectFrom('waybill').select(['waybill_no', 'plate']).where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('waybill');
    const products = [...list.rows, ...list.short].map(({ product_id }) => product_id);
    const amount = amountsIn(language, await productUnitsOf(sql, products, language));
    const title = (key: string) => text(language, key);
    await sendSheet(services, caller, row.waybill_no, (sheet) => {
      sheet.title(title('freight.picking'), row.waybill_no);
      sheet.facts([
        [title('field.plate'), row.plate],
        [title('stock.since'), printedMoment(new Date(), timeZone())],
      ]);
      for (const [place, rows] of Map.groupBy(list.rows, (one) => one.place)) {
        sheet.heading(place);
        sheet.table(
          [title('field.code'), title('field.product'), title('field.lot'), title('paper.units')],
          rows.map((one) => [
            one.code,
            one.product_name,
            [one.lot, one.expiry_date].filter(Boolean).join(' '),
            one.units === one.of
              ? amount(one.units, one.product_id)
              : `${amount(one.units, one.product_id)} / ${amount(one.of, one.product_id)}`,
          ]),
        );
      }
      for (const one of list.short)
        sheet.text(`${title('freight.pickShort')}: ${one.product_name} ${amount(one.units, one.product_id)}`);
    });
    return null;
  });

  async function listFor(id: number, caller: Caller<Account>) {
    await requireSender(caller, id);
    const { picked, short } = await picksFor(sql, id, timeZone());
    const [texts, places, products] = await Promise.all([
      shared.rules.texts(
        sql,
        picked.map(({ code }) => code),
      ),
      namedPlaces(sql, caller.db, [...new Set(picked.map(({ placeId }) => placeId))]),
      readProducts(sql, [...new Set([...picked, ...short].map(({ productId }) => productId))]),
    ]);
    const nameOf = new Map(products.map((one) => [one.product_id, one.product_name]));
    return {
      rows: picked.map((one): Pick => {
        const place = places.get(one.placeId);
        return {
          line_id: one.lineId,
          place: place?.name ?? place?.code ?? '',
          code: texts.get(one.code) ?? '',
          ...{ level: one.level, units: one.units, of: one.of, lot: one.lotNo, expiry_date: one.expiry },
          product_id: one.productId,
          product_name: nameOf.get(one.productId) ?? '',
        };
      }),
      short: short.map(({ lineId, productId, units }) => ({
        line_id: lineId,
        product_id: productId,
        product_name: nameOf.get(productId) ?? '',
        units,
      })),
    };
  }
}
