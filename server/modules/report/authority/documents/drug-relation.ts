import { schemaInstance, xmlDeclaration, xmlTag } from '#platform/files/xml-text.ts';
import { conflict } from '#platform/refusal.ts';
import type { OrderGoods } from '#trace/services.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { Lacks, type Prepare, type Prepared, type Sources, type Taking } from '../prepared.ts';
import { factOf, type ProductFactRow, readProducts, requireFacts } from './product-facts.ts';

/** Whether a code is a drug traceability code: NMPAB/T 1002-2019 in the form of 20 digits. */
export const isDrugCode = (code: string): boolean => /^\d{20}$/.test(code);

interface OrderRow {
  readonly order_no: string;
  readonly product_id: number;
  readonly hierarchy_id: number | null;
  readonly hierarchy_version: number | null;
  readonly lot_no: string | null;
  readonly production_date: string | null;
  readonly expiry_date: string | null;
  readonly line_name: string | null;
  readonly workshop_name: string | null;
  /** Empty for who may not see the person. */
  readonly made_by: string;
}

/** Packaging levels from the innermost outwards, each with the units it holds. */
type Layers = readonly { readonly level: number; readonly units: number }[];

/** 关联关系: the aggregation of the codes of one work order. */
export const drugRelation: Prepare = async (sources, { id }) => {
  const { sql, language } = sources;
  const order = await orderOf(sources, id);
  const [layers, products] = await Promise.all([layersOf(sources, order), readProducts(sql, [order.product_id])]);
  const product = products.get(order.product_id) as ProductFactRow;
  const lacks = new Lacks(language);
  await requireFacts(sql, lacks, [product], ['drug_product_code', 'drug_sub_type_no', 'drug_package_spec']);
  const fields = ['lot_no', 'production_date', 'expiry_date', 'line_name'] as const;
  for (const field of fields.filter((name) => order[name] === null)) {
    lacks.add(`work_order.${field}`, 'orderlist', order.order_no);
  }
  if (layers.length === 0) lacks.add('work_order.hierarchy', 'orderlist', order.order_no);
  return {
    parts: 1,
    missing: lacks.all,
    write: (taking) => relationFile(sources, { id, order, product, layers }, taking),
  } satisfies Prepared;
};

interface Relation {
  readonly id: number;
  readonly order: OrderRow;
  readonly product: ProductFactRow;
  readonly layers: Layers;
}

async function* relationFile(sources: Sources, { id, order, product, layers }: Relation, { tally }: Taking) {
  const units = layers.at(-1)?.units ?? 1;
  yield xmlDeclaration;
  yield xmlTag('Document', {
    'xmlns:xsi': schemaInstance,
    'xsi:noNamespaceSchemaLocation': '关联关系XML Schema-3.0.xsd',
    License: '',
  });
  yield `\n${xmlTag('Events', { version: '3.0' })}\n${xmlTag('Event', { name: 'RelationCreate' })}\n`;
  yield `${xmlTag('Relation', {
    productCode: factOf(product, 'drug_product_code'),
    subTypeNo: factOf(product, 'drug_sub_type_no'),
    // How many packages of each level the outermost one contains, such as 1:5:50.
    cascade: layers
      .map((layer) => units / layer.units)
      .toReversed()
      .join(':'),
    packageSpec: factOf(product, 'drug_package_spec'),
    comment: '',
    linkProductCode: '',
    assCorpCode: '',
  })}\n`;
  yield `${xmlTag('Batch', {
    batchNo: order.lot_no ?? '',
    madeDate: order.production_date ?? '',
    validateDate: order.expiry_date ?? '',
    workshop: order.workshop_name ?? '',
    lineName: order.line_name ?? '',
    lineManager: order.made_by,
  })}\n`;
  for (const goods of ['packages', 'packed', 'loose'] satisfies OrderGoods[]) {
    for await (const records of sources.orderCodes(sources.sql, id, goods)) {
      const lines = await codeLines(sources, layers, records);
      tally(records.length);
      yield lines;
    }
  }
  yield '</Batch>\n</Relation>\n</Event>\n</Events>\n</Document>\n';
}

async function codeLines({ sql, rules }: Sources, layers: Layers, records: readonly CodeRecord[]): Promise<string> {
  const parents = records.flatMap(({ parent }) => parent ?? []);
  const [texts, remainders] = await Promise.all([
    rules.texts(sql, [...new Set([...records.map(({ id }) => id), ...parents])]),
    remaindersAmong(sql, parents),
  ]);
  const lines = records.map((record) => {
    const code = texts.get(record.id) ?? '';
    if (!isDrugCode(code)) throw conflict('not_drug_code', { code });
    const isWhole = record.contents ? record.contents.complete : !remainders.has(record.parent ?? 0);
    return xmlTag(
      'Code',
      {
        curCode: code,
        packLayer: `${layers.findIndex(({ level }) => level === record.level) + 1}`,
        parentCode: record.parent === null ? '' : (texts.get(record.parent) ?? ''),
        // 2 marks an incomplete package and its contents.
        flag: isWhole ? '0' : '2',
      },
      '/>',
    );
  });
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

async function remaindersAmong(sql: Sources['sql'], packages: readonly number[]): Promise<Set<number>> {
  if (packages.length === 0) return new Set();
  const rows = await sql<{ code: number }[]>`
    select code from package where code = any(${[...new Set(packages)]}::bigint[]) and not complete`;
  return new Set(rows.map(({ code }) => code));
}

async function orderOf({ sql, db }: Sources, id: number): Promise<OrderRow> {
  const [order] = await sql<(Omit<OrderRow, 'made_by'> & { created_by: number })[]>`
    select o.order_no, o.product_id, o.hierarchy_id, o.hierarchy_version, l.lot_no,
      coalesce(l.production_date, o.production_date)::text as production_date,
      coalesce(l.expiry_date, o.expiry_date)::text as expiry_date,
      n.line_name, w.workshop_name, o.created_by
    from work_order o
    left join lot l on l.id = o.lot_id
    left join production_line n on n.id = o.line_id
    left join workshop w on w.id = n.workshop_id
    where o.id = ${id}`;
  const { created_by, ...facts } = order as NonNullable<typeof order>;
  return { ...facts, made_by: (await visibleNames(db, 'account', [created_by])).get(created_by) ?? '' };
}

async function layersOf({ sql }: Sources, { hierarchy_id, hierarchy_version }: OrderRow): Promise<Layers> {
  const rows = await sql<{ level: number; quantity: number }[]>`
    select u.level, h.quantity from hierarchy_level h join packaging_unit u on u.id = h.unit_id
    where h.hierarchy_id = ${hierarchy_id} and h.version = ${hierarchy_version} order by h.position`;
  let units = 1;
  return rows.map(({ level, quantity }) => {
    units *= quantity;
    return { level, units };
  });
}
