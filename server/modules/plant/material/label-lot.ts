import type { MaterialLabel } from '@suyuan/codes/carrier/material-label.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { materialLabelRead } from '@suyuan/contract/plant/material/material-use.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { type Locale, text } from '#platform/language.ts';
import { lastDayOf } from '../order/lot/made-lot.ts';
import { day } from '../order/work-order-life.ts';
import { isExpired } from './material-uses.ts';

/** The contents of a label, with its material and what earlier uses of the lot tell. */
export async function lotOfLabel(
  db: Kysely<Schema>,
  { gtin, lot, produced, expires, amount, unit, faults }: MaterialLabel,
  { language, timeZone }: Locale,
): Promise<OutputOf<typeof materialLabelRead>> {
  const materialOfGtin = gtin ? await materialNamed(db, gtin) : undefined;
  const use = lot && (materialOfGtin || !gtin) ? await lastUseOf(db, lot, materialOfGtin?.id) : undefined;
  const material = materialOfGtin ?? use;
  const expiry = use?.expiry_date ?? null;
  const expiry_date = expires ?? expiry ?? lastDayOf(produced, materialOfGtin?.shelf_life_days ?? null);
  return {
    gtin,
    material_id: materialOfGtin?.id ?? use?.material_id ?? null,
    material_code: material?.material_code ?? null,
    material_name: material?.material_name ?? null,
    material_lot: lot,
    supplier: use?.supplier ?? null,
    amount,
    unit: unit ?? (amount !== null && isMeasure(material?.unit) ? null : (material?.unit ?? null)),
    expiry_date,
    expired: expiry_date !== null && isExpired(expiry_date, timeZone),
    unread: faults.map(({ kind, ai, value }) => ({
      text: `${ai === '' ? '' : `(${ai}) `}${value}`.slice(0, 128),
      message: text(language, `reading.fault.${kind}`),
    })),
  };
}

/** Units in which nothing can be counted: of weight, volume, length or area. */
const measures =
  /^(?:[mcdk]?g|t|mg|lb|oz|[mcd]?l|hl|gal|[mcdk]?m|[mc]?m[²³23]|in|ft|yd|公?斤|两|[千毫]?克|吨|[毫千]?升|[厘毫千]?米|平方米|立方米|kilo(?:gram)?s?|gramos?|litros?|metros?|グラム|キロ(?:グラム)?|リットル|トン|メートル)$/i;
const isMeasure = (unit: string | null | undefined): boolean => measures.test(unit?.trim() ?? '');

const materialNamed = (db: Kysely<Schema>, gtin: string) =>
  db
    .selectFrom('material')
    .select(['id', 'material_code', 'material_name', 'unit', 'shelf_life_days'])
    .where('gtin', '=', gtin)
    .where('status', '=', 'enabled')
    .executeTakeFirst();

/** The last use of the same lot: a label with just a lot number does not name its material. */
const lastUseOf = (db: Kysely<Schema>, lot: string, material: number | undefined) =>
  db
    .selectFrom('material_use as u')
    .innerJoin('material as m', 'm.id', 'u.material_id')
    .select(['u.material_id', 'u.supplier', 'u.unit', 'm.material_code', 'm.material_name'])
    .select(day('u.expiry_date').as('expiry_date'))
    .where((eb) => eb(eb.fn('lower', ['u.material_lot']), '=', lot.toLowerCase()))
    .$if(material !== undefined, (rows) => rows.where('u.material_id', '=', material as number))
    .orderBy('u.id', 'desc')
    .executeTakeFirst();
