import { visibleNames } from '#trace/visible-names.ts';
import { Lacks, type Prepare, type Prepared, type Sources, type Taking } from '../prepared.ts';
import { addressOf, enterpriseParty, type Owner, type Party, requireParty, warehouseParty } from './parties.ts';
import { factOf, type ProductFactRow, readProducts, requireFacts } from './product-facts.ts';
import { sheet } from './sheet.ts';

/** The titles of transaction information, (A) to (J) of section 581(26) of the Federal Food, Drug, and Cosmetic Event. */
export const dscsaTitles = [
  'Proprietary or established name of the product',
  'Strength',
  'Dosage form',
  'National Drug Code number',
  'Container size',
  'Number of containers',
  'Lot number',
  'Date of the transaction',
  'Date of the shipment',
  'Business name of the person from whom ownership is being transferred',
  'Address of the person from whom ownership is being transferred',
  'Business name of the person to whom ownership is being transferred',
  'Address of the person to whom ownership is being transferred',
] as const;

export const statementTitle = 'Transaction statement';
/** (A) to (G) of section 581(27). */
const statement =
  'The entity transferring ownership in this transaction: (A) is authorized as required under the Drug Supply Chain ' +
  'Security Act; (B) received the product from a person that is authorized as required under the Drug Supply Chain ' +
  'Security Act; (C) received transaction information and a transaction statement from the prior owner of the product, as ' +
  'required under section 582; (D) did not knowingly ship a suspect or illegitimate product; (E) had systems and processes ' +
  'in place to comply with verification requirements under section 582; (F) did not knowingly provide false transaction ' +
  'information; and (G) did not knowingly alter the transaction history.';

interface GoodsRow {
  readonly product_id: number;
  readonly lot_no: string | null;
  readonly units: number;
}

interface Sale {
  readonly waybill_no: string;
  readonly from_warehouse_id: number;
  /** The day of shipment in the enterprise's time zone; null before it. */
  readonly shipped_on: string | null;
  readonly to: Party;
}

/** The transaction information of a shipped sale. Other waybills do not change ownership, so they have none. */
export const dscsa: Prepare = async (sources, { id }) => {
  const { sql, language } = sources;
  const sale = await saleOf(sources, id);
  if (!sale) return undefined;
  const goods = await sql<GoodsRow[]>`
    select g.product_id, l.lot_no, safe_integer(sum(g.units)) as units
    from waybill_goods g left join lot l on l.id = g.lot_id
    where g.waybill_id = ${id} and g.units > 0
    group by g.product_id, l.lot_no order by g.product_id, l.lot_no`;
  const [products, seller] = await Promise.all([
    readProducts(
      sql,
      goods.map(({ product_id }) => product_id),
    ),
    sellerOf(sources, sale.from_warehouse_id),
  ]);
  const lacks = new Lacks(language);
  if (!sale.shipped_on) lacks.add('waybill.shipped_at', 'freight', sale.waybill_no);
  if (goods.length === 0) lacks.add('waybill.goods', 'freight', sale.waybill_no);
  if (goods.some(({ lot_no, product_id }) => lot_no === null || !products.has(product_id)))
    lacks.add('waybill.lot', 'freight', sale.waybill_no);
  await requireFacts(sql, lacks, products.values(), ['ndc', 'strength', 'dosage_form', 'container_size']);
  requireParty(lacks, seller.owner, seller.party, ['name', 'address']);
  requireParty(lacks, 'dealer', sale.to, ['name', 'address']);
  return {
    parts: 1,
    missing: lacks.all,
    write: (taking) => informationFile({ sale, goods, products, seller: seller.party }, taking),
  } satisfies Prepared;
};

interface Transaction {
  readonly sale: Sale;
  readonly goods: readonly GoodsRow[];
  readonly products: ReadonlyMap<number, ProductFactRow>;
  readonly seller: Party;
}

function informationFile({ sale, goods, products, seller }: Transaction, taking: Taking) {
  const shippedOn = sale.shipped_on ?? '';
  const transactionOn = taking.transaction_date ?? shippedOn;
  const rows = goods.map(({ product_id, lot_no, units }) => {
    const product = products.get(product_id) as ProductFactRow;
    return [
      product.product_name,
      factOf(product, 'strength'),
      factOf(product, 'dosage_form'),
      factOf(product, 'ndc'),
      factOf(product, 'container_size'),
      Number(units),
      lot_no,
      transactionOn,
      // Required if it is more than 24 hours later, permitted otherwise.
      shippedOn > transactionOn ? shippedOn : '',
      seller.name,
      addressOf(seller),
      sale.to.name,
      addressOf(sale.to),
      ...(taking.statement ? [statement] : []),
    ];
  });
  const titles = [...dscsaTitles, ...(taking.statement ? [statementTitle] : [])];
  return sheet(taking.format, 'Transaction information', titles, rows);
}

/** The sale of a waybill; undefined for other waybills, and for who may not see the buyer. */
async function saleOf({ sql, db, timeZone }: Sources, id: number): Promise<Sale | undefined> {
  const [row] = await sql<(Omit<Sale, 'to'> & Party & { to_dealer_id: number })[]>`
    select w.waybill_no, w.from_warehouse_id, w.to_dealer_id, (w.shipped_at at time zone ${timeZone})::date::text as shipped_on,
      d.dealer_name as name, d.phone, d.area_code, d.address
    from waybill w join dealer d on d.id = w.to_dealer_id
    where w.id = ${id} and w.kind = 'sale'`;
  if (!row || (await visibleNames(db, 'dealer', [row.to_dealer_id])).size === 0) return undefined;
  const { waybill_no, from_warehouse_id, shipped_on, to_dealer_id: _, ...to } = row;
  return { waybill_no, from_warehouse_id, shipped_on, to };
}

/** The seller: the dealer who owns the warehouse, else the enterprise, even if the warehouse is a factory's. */
async function sellerOf({ sql }: Sources, warehouse: number): Promise<{ party: Party; owner: Owner }> {
  const from = await warehouseParty(sql, warehouse);
  if (from.owner !== 'dealer') return { party: await enterpriseParty(sql), owner: 'enterprise' };
  return { party: { ...from, area_code: from.owner_area_code, address: from.owner_address }, owner: 'dealer' };
}
