import { type Kysely, sql } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { withGoods } from '../refund/refund-lines.ts';
import { refunds } from '../refund/refunds.serve.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';

type Cell = string | number | null;
type DataRow = Readonly<Record<string, Cell>>;

/** A file with data for handhelds. */
interface DataFile {
  readonly columns: readonly string[];
  rows(from: Source): AsyncGenerator<DataRow>;
}

/** `db` is limited to rows that the caller may see; `sql` reads what belongs to these. */
export interface Source {
  readonly db: Kysely<Schema>;
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/** The number of rows read together. */
const size = 1000;

/** Yields the rows of a query, page by page in the order of their ids. */
async function* paged<Row extends { readonly id: number }>(
  page: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await page(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}

const only = (columns: readonly string[], row: object): DataRow =>
  Object.fromEntries(columns.map((column) => [column, (row as DataRow)[column] ?? null]));

const file = <Row extends { readonly id: number }>(
  columns: readonly string[],
  page: (from: Source, after: number) => Promise<readonly Row[]>,
): DataFile => ({
  columns,
  async *rows(from) {
    for await (const row of paged((after) => page(from, after))) yield only(columns, row);
  },
});

interface LinedRow {
  readonly id: number;
  readonly lines: readonly object[];
}

/** A file with the lines of documents, each with the number of its document. */
const linesFile = <Row extends LinedRow>(
  number: keyof Row & string,
  columns: readonly string[],
  page: (from: Source, after: number) => Promise<readonly Row[]>,
): DataFile => ({
  columns: [number, ...columns],
  async *rows(from) {
    for await (const row of paged((after) => page(from, after)))
      for (const line of row.lines) yield only([number, ...columns], { ...line, [number]: row[number] });
  },
});

const openWaybills = async ({ db, sql: connection }: Source, after: number) =>
  withLines(
    connection,
    await waybills(db)
      .select(sql<boolean>`coalesce(to_w.blind_count, false)`.as('blind'))
      .where('waybill.status', 'in', ['draft', 'loading', 'shipped'])
      .where('waybill.id', '>', after)
      .orderBy('waybill.id')
      .limit(size)
      .execute(),
  );

/** Those with their amounts: what is under way to a warehouse that counts blind has none, whoever takes the data. */
const waybillsWithAmounts = async (from: Source, after: number) =>
  (await openWaybills(from, after)).map((row) =>
    row.blind && row.status === 'shipped' ? { ...row, planned: null, loaded: null, received: null, lines: [] } : row,
  );

const openReturns = async ({ db, sql }: Source, after: number) =>
  withGoods(
    sql,
    await refunds(db)
      .where('refund.status', '<>', 'closed')
      .where('refund.id', '>', after)
      .orderBy('refund.id')
      .limit(size)
      .execute(),
  );

/** What is on hold: lots, codes with what lies in them, and warehouses. People of a party are not told. */
async function onHold({ db, sql, rules }: Source, after: number) {
  const rows = await db
    .selectFrom('hold')
    .leftJoin('lot', 'lot.id', 'hold.lot_id')
    .leftJoin('product', 'product.id', 'lot.product_id')
    .leftJoin('place', (join) => join.onRef('place.id', '=', 'hold.place_id').on('place.kind', '=', 'warehouse'))
    .leftJoin('warehouse', 'warehouse.id', 'place.ref_id')
    .select([
      'hold.id',
      'hold.code as code_id',
      'product.product_code',
      'lot.lot_no as lot',
      'warehouse.warehouse_code',
    ])
    .where('hold.released_at', 'is', null)
    .where('hold.exempts', '=', false)
    .where('hold.id', '>', after)
    .orderBy('hold.id')
    .limit(size)
    .execute();
  const texts = await rules.texts(
    sql,
    rows.flatMap(({ code_id }) => code_id ?? []),
  );
  return rows.map(({ code_id, ...row }) => ({ ...row, code: code_id === null ? null : (texts.get(code_id) ?? null) }));
}

/** The files by name; columns have the names that the calls of the lists use. */
export const dataFiles: Readonly<Record<string, DataFile>> = {
  'products.csv': file(['product_code', 'product_name', 'gtin', 'spec'], ({ db }, after) =>
    db
      .selectFrom('product')
      .select(['id', 'product_code', 'product_name', 'gtin', 'spec'])
      .where('status', '=', 'enabled')
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute(),
  ),
  'warehouses.csv': file(['warehouse_code', 'warehouse_name', 'warehouse_type'], ({ db }, after) =>
    db
      .selectFrom('warehouse')
      .select(['id', 'warehouse_code', 'warehouse_name', 'warehouse_type'])
      .where('status', '=', 'enabled')
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute(),
  ),
  'dealers.csv': file(['dealer_code', 'dealer_name'], ({ db }, after) =>
    db
      .selectFrom('dealer')
      .select(['id', 'dealer_code', 'dealer_name'])
      .where('status', '=', 'enabled')
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute(),
  ),
  'ship_to.csv': file(['dealer_code', 'ship_to_code', 'ship_to_name'], ({ db }, after) =>
    db
      .selectFrom('ship_to')
      .innerJoin('dealer', 'dealer.id', 'ship_to.dealer_id')
      .select(['ship_to.id', 'dealer_code', 'ship_to_code', 'ship_to_name'])
      .where('ship_to.status', '=', 'enabled')
      .where('ship_to.id', '>', after)
      .orderBy('ship_to.id')
      .limit(size)
      .execute(),
  ),
  'waybills.csv': file(
    [
      ...['waybill_no', 'kind', 'status', 'from_warehouse_code', 'dealer_code', 'ship_to_code', 'to_warehouse_code'],
      ...['to_factory_code', 'receiver'],
      ...['planned_day', 'carrier', 'plate', 'planned', 'loaded', 'received'],
    ],
    waybillsWithAmounts,
  ),
  'waybill_lines.csv': linesFile('waybill_no', ['product_code', 'lot', 'quantity', 'loaded'], waybillsWithAmounts),
  'returns.csv': file(
    ['refund_no', 'status', 'dealer_code', 'warehouse_code', 'waybill_no', 'reason', 'planned', 'received'],
    openReturns,
  ),
  'on_hold.csv': file(['product_code', 'lot', 'code', 'warehouse_code'], onHold),
  'return_lines.csv': linesFile('refund_no', ['product_code', 'lot', 'quantity', 'received'], openReturns),
};
