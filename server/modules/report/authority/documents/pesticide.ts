import { conflict } from '#platform/refusal.ts';
import { Lacks, type Prepare, type Prepared, type Sources, type Taking } from '../prepared.ts';
import { factOf, type ProductFactRow, readProducts, requireFacts } from './product-facts.ts';
import { sheet } from './sheet.ts';

/** The data that a pesticide's label code and its page must contain by announcement 2579 (2017), articles 2 and 5. */
export const pesticideTitles = [
  '单元识别代码',
  '追溯网址',
  '农药名称',
  '登记证持有人名称',
  '生产批次',
  '质量检验',
] as const;

interface LotRow {
  readonly id: number;
  readonly product_id: number;
  readonly lot_no: string;
  /** The day in the enterprise's time zone. */
  readonly passed_on: string | null;
  readonly orders: readonly number[];
}

/** The units of a lot with the data of their pages. */
export const pesticide: Prepare = async (sources, { id }) => {
  const { sql, language, timeZone } = sources;
  const [row] = await sql<LotRow[]>`
    select l.id, l.product_id, l.lot_no, (l.quality_released_at at time zone ${timeZone})::date::text as passed_on,
      array(select o.id from work_order o where o.lot_id = l.id order by o.id) as orders
    from lot l where l.id = ${id}`;
  const lot = row as LotRow;
  const product = (await readProducts(sql, [lot.product_id])).get(lot.product_id) as ProductFactRow;
  const lacks = new Lacks(language);
  await requireFacts(sql, lacks, [product], ['pesticide_registration_no', 'pesticide_holder']);
  if (!lot.passed_on) lacks.add('lot.quality_released', 'orderlist', lot.lot_no);
  return {
    parts: 1,
    missing: lacks.all,
    write: (taking) =>
      sheet(taking.format, lot.lot_no.slice(0, 31), pesticideTitles, rows(sources, lot, product, taking)),
  } satisfies Prepared;
};

async function* rows(
  { sql, rules, orderCodes, publicUrl }: Sources,
  lot: LotRow,
  product: ProductFactRow,
  { tally }: Taking,
) {
  const isOfProduct = unitCodeOf(factOf(product, 'pesticide_registration_no'));
  const holder = factOf(product, 'pesticide_holder');
  for (const order of lot.orders) {
    for (const goods of ['packed', 'loose'] as const) {
      for await (const records of orderCodes(sql, Number(order), goods)) {
        const units = records.filter(({ level, lotId }) => level === 1 && lotId === lot.id);
        const texts = await rules.texts(
          sql,
          units.map((one) => one.id),
        );
        tally(units.length);
        for (const unit of units) {
          const code = texts.get(unit.id) ?? '';
          if (!isOfProduct(code)) throw conflict('not_pesticide_code', { code });
          const address = `${publicUrl}/c?${new URLSearchParams({ code })}`;
          yield [code, address, product.product_name, holder, lot.lot_no, `合格 ${lot.passed_on}`];
        }
      }
    }
  }
}

/**
 * Whether a code has the form of article 3: category, last six digits of the registration, type of production, the maker's pack
 * code, and 21 random digits.
 */
const unitCodeOf = (registration: string) => {
  const pattern = new RegExp(`^[123]${registration.slice(-6)}[123]\\d{24}$`);
  return (code: string): boolean => pattern.test(code);
};
