import { guessOdds } from '@suyuan/codes/format/format.ts';
import { type Range, union } from '@suyuan/codes/sets/ranges.ts';
import { type CodeOrder, codeOrder, maxUsedCounted, preCode } from '@suyuan/contract/tagging/code-order.ts';
import type { ExpressionBuilder, InferResult, Kysely, RawBuilder } from 'kysely';
import { counterOf, formatOf, type RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, type Query, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';
import { scannedInEach } from '#trace/state/code-use.ts';
import { type CodesInUse, codesInUse } from './codes-in-use.ts';

/** Serves the list of all orders, and that of orders of pre-codes. */
export function serveCodeOrders(services: Services, rules: RuleBook): void {
  const common = {
    sort: { order_no: ksql.ref('code_order.id') },
    defaultSort: '-created_at' as const,
    complete: (rows: OrderRow[]) => withUse(services, rows),
    present: (row: OrderRow) => presentOrder(rules, row),
  };
  serveDeclaredList(services, codeOrder, {
    ...common,
    rows: orderRows,
    narrow: {
      keyword: withKeyword,
      product_id: ofProduct,
      bound: (rows, bound) => rows.where('code_order.product_id', bound ? 'is not' : 'is', null),
    },
  });
  serveDeclaredList(services, preCode, {
    ...common,
    rows: (db) => orderRows(db).where('code_order.product_id', 'is', null),
    narrow: { keyword: withKeyword },
  });
}

/** Filters orders with codes of a product, ordered for it or bound to it later. */
const ofProduct = (rows: Query, product: number): Query =>
  rows.where(
    ksql<boolean>`code_order.product_id = ${product} or exists (
      select from code_segment s where s.order_id = code_order.id and s.product_id = ${product})`,
  );

function withKeyword(rows: Query, keyword: string): Query {
  const pattern = containing(keyword);
  return rows.where((eb) =>
    eb.or([
      eb('code_order.order_no', 'ilike', pattern),
      eb('code_order.purpose', 'ilike', pattern),
      eb('code_order.printer', 'ilike', pattern),
      eb('p.product_name', 'ilike', pattern),
      ksql<boolean>`exists (
        select from code_segment s left join work_order w on w.id = s.work_order_id
        where s.order_id = code_order.id and (s.lot = ${keyword.trim()} or w.order_no ilike ${pattern}))`,
    ]),
  );
}

async function withUse({ system }: Services, rows: OrderRow[]): Promise<OrderRow[]> {
  const ranges = rows.map(({ first_id, last_id }) => ({ first: first_id, last: last_id }));
  const [usedCounts, inUse] = await Promise.all([
    scannedInEach(system.codes.sql, ranges, maxUsedCounted),
    codesInUse(system.codes.sql, await withClosed(system.codes.sql, rows)),
  ]);
  return rows.map((row, at) => ({ ...row, used: usedCounts[at] ?? 0, inUse: inUse[at] }));
}

/** The codes of orders, and which of them are closed. */
export async function withClosed(
  sql: Connection,
  orders: readonly Pick<OrderRow, 'id' | 'first_id' | 'last_id' | 'status'>[],
) {
  const closedRanges = await sql<(Range & { order_id: number })[]>`
    select order_id, first_id as first, last_id as last from code_segment
    where closure_id is not null and order_id = any(${orders.map(({ id }) => id)}::bigint[])`;
  const ofOrder = Map.groupBy(closedRanges, ({ order_id }) => order_id);
  return orders.map(({ id, first_id, last_id, status }) => {
    const whole = { first: first_id, last: last_id };
    return { ...whole, closed: status === 'closed' ? [whole] : union(ofOrder.get(id) ?? []) };
  });
}

/** The query for orders with all columns of their list. */
export const orderRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('code_order')
    .innerJoin('code_rule as r', 'r.id', 'code_order.rule_id')
    .innerJoin('account as a', 'a.id', 'code_order.created_by')
    .leftJoin('product as p', 'p.id', 'code_order.product_id')
    .leftJoin('code_set as t', 't.id', 'code_order.set_id')
    .leftJoin('code_import as i', 'i.order_id', 'code_order.id')
    .selectAll('code_order')
    .select(['r.rule_name', 'r.level', 'r.carrier', 'r.prefix', 'r.alphabet', 'r.body_length', 'r.check_name'])
    .select(['r.numbering', 'r.symbol', 'r.kind', 'r.key_sealed', 't.ratio', 'i.first_text', 'i.last_text'])
    .select(['p.product_code', 'p.product_name', 'a.account_name'])
    .select((eb) => [
      eb
        .selectFrom('code_download as d')
        .whereRef('d.order_id', '=', 'code_order.id')
        .where('d.state', '<>', 'waiting')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('downloads'),
      codesWith(eb, 'product_id').as('bound_later'),
      codesWith(eb, 'closure_id').as('closed_codes'),
      saidOfCodes(ksql.ref('b.product_code')).as('bound_codes'),
      saidOfCodes(ksql.ref('b.product_name')).as('bound_names'),
      saidOfCodes(ksql.ref('s.lot')).as('lots'),
      saidOfCodes(ksql.ref('w.order_no')).as('work_orders'),
      theOnlyWorkOrder.as('work_order_id'),
      saidOfCodes(ksql`to_char(s.production_date, 'YYYY-MM-DD')`).as('production_dates'),
    ]);

/** The number of codes in segments of the order that have a value in this column. */
const codesWith = (eb: ExpressionBuilder<Schema, 'code_order'>, column: 'product_id' | 'closure_id') =>
  eb
    .selectFrom('code_segment as s')
    .whereRef('s.order_id', '=', 'code_order.id')
    .where(`s.${column}`, 'is not', null)
    .select(ksql<number>`safe_integer(coalesce(sum(s.last_id - s.first_id + 1), 0))`.as('n'))
    .$asScalar();

/** The most values that are listed; further ones are indicated by an ellipsis. */
const maxNamed = 3;

/** The distinct values of an expression over the segments of the order, sorted. */
const saidOfCodes = (expression: RawBuilder<unknown>) =>
  ksql<string[]>`array(
    select distinct ${expression} from code_segment s
    left join product b on b.id = s.product_id left join work_order w on w.id = s.work_order_id
    where s.order_id = code_order.id and ${expression} is not null order by 1 limit ${maxNamed + 1})`;

/** The work order that codes of an order are bound to; null if there are none or several. */
const theOnlyWorkOrder = ksql<number | null>`(
  select case when min(s.work_order_id) = max(s.work_order_id) then min(s.work_order_id) end
  from code_segment s where s.order_id = code_order.id)`;

const textOf = (expression: readonly string[]): string | null =>
  expression.length === 0
    ? null
    : [...expression.slice(0, maxNamed), ...(expression.length > maxNamed ? ['…'] : [])].join(', ');

/** `used` and `inUse` are only present where these codes were counted. */
export type OrderRow = InferResult<ReturnType<typeof orderRows>>[number] & {
  readonly used?: number;
  readonly inUse?: CodesInUse | undefined;
};

export const presentOrder = (rules: RuleBook, row: OrderRow): CodeOrder =>
  declaredRow(codeOrder, {
    ...row,
    ...endsOf(rules, row),
    product_code: row.product_code ?? textOf(row.bound_codes),
    product_name: row.product_name ?? textOf(row.bound_names),
    work_order_no: textOf(row.work_orders),
    lot: textOf(row.lots),
    production_date: textOf(row.production_dates),
    bound: row.product_id === null ? (row.bound_later ?? 0) : row.quantity,
    on_products: row.inUse?.on_products ?? null,
    gone: row.inUse?.gone ?? null,
    left: row.inUse?.left ?? null,
    used: row.used ?? null,
    closed: row.status === 'closed' ? row.quantity : (row.closed_codes ?? 0),
    downloads: row.downloads ?? 0,
    guess_odds: row.kind === 'imported' ? 0 : guessOdds(formatOf(row), row.quantity),
    set_ratio: row.ratio,
    imported: row.kind === 'imported',
    created_by: row.account_name,
    created_by_id: row.created_by,
  });

/** The first and last code as printed. */
function endsOf(rules: RuleBook, row: OrderRow): { first_code: string; last_code: string } {
  if (row.kind === 'imported') return { first_code: row.first_text ?? '', last_code: row.last_text ?? '' };
  const { coder } = rules.read({ ...row, id: row.rule_id });
  return { first_code: coder.encode(counterOf(row.first_id)), last_code: coder.encode(counterOf(row.last_id)) };
}
