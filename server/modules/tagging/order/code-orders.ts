import { type Kysely, sql as ksql } from 'kysely';
import { guessOdds } from '../../../../codes/format/format.ts';
import {
  type CodeOrder,
  mostUsedCounted,
  orderExport,
  orderPage,
  preCodeExport,
  preCodePage,
} from '../../../../contract/tagging/code-order.ts';
import { counterOf, formatOf, type RuleBook } from '../../../identity/rule-book.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { scannedInEach } from '../../../trace/state/code-use.ts';
import type { RuleRow } from '../rule/code-rules.ts';

const columns = [
  'order_no',
  'rule_name',
  'product_code',
  'product_name',
  'quantity',
  'bound',
  'closed',
  'first_code',
  'last_code',
  'guess_odds',
  'set_ratio',
  'printer',
  'purpose',
  'status',
  'close_reason',
  'downloads',
  'created_by',
  'created_at',
];
const sort = {
  order_no: ksql.ref('o.id'),
  quantity: ksql.ref('o.quantity'),
  status: ksql.ref('o.status'),
  created_at: ksql.ref('o.created_at'),
};

/** Every order, and those of pre-codes as a list of their own. */
export function serveCodeOrders(services: Services, rules: RuleBook): void {
  const common = {
    columns,
    sort,
    defaultSort: '-created_at',
    tieBreak: ksql.ref('o.id'),
    complete: async (rows: OrderRow[]) => {
      const ranges = rows.map(({ first_id, last_id }) => ({ first: first_id, last: last_id }));
      const used = await scannedInEach(services.system.sql, ranges, mostUsedCounted);
      return rows.map((row, at) => ({ ...row, used: used[at] ?? 0 }));
    },
    present: (row: OrderRow) => presentOrder(rules, row),
  };
  serveList(services, {
    ...common,
    name: 'records',
    page: orderPage,
    export: orderExport,
    rows: (from, filters) => {
      const { product_id, bound } = filters;
      let rows = filtered(from, filters);
      if (product_id) rows = rows.where('o.product_id', '=', product_id);
      if (bound !== undefined) rows = rows.where('o.product_id', bound ? 'is not' : 'is', null);
      return rows;
    },
  });
  serveList(services, {
    ...common,
    name: 'readycreate',
    page: preCodePage,
    export: preCodeExport,
    rows: (from, filters) => filtered(from, filters).where('o.product_id', 'is', null),
  });
}

interface Filters {
  keyword?: string;
  rule_id?: number;
  status?: 'open' | 'closed';
}

function filtered(db: Kysely<Schema>, { keyword, rule_id, status }: Filters) {
  let rows = orderRows(db);
  if (keyword) {
    const pattern = containing(keyword);
    rows = rows.where((eb) =>
      eb.or([
        eb('o.order_no', 'ilike', pattern),
        eb('o.purpose', 'ilike', pattern),
        eb('o.printer', 'ilike', pattern),
        eb('p.product_name', 'ilike', pattern),
      ]),
    );
  }
  if (rule_id) rows = rows.where('o.rule_id', '=', rule_id);
  if (status) rows = rows.where('o.status', '=', status);
  return rows;
}

/** Orders with all that is told of them. */
export const orderRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .innerJoin('account as a', 'a.id', 'o.created_by')
    .leftJoin('product as p', 'p.id', 'o.product_id')
    .leftJoin('code_set as t', 't.id', 'o.set_id')
    .leftJoin('code_import as i', 'i.order_id', 'o.id')
    .selectAll('o')
    .select(['r.rule_name', 'r.level', 'r.carrier', 'r.prefix', 'r.alphabet', 'r.body_length', 'r.check_name'])
    .select(['r.numbering', 'r.symbol', 'r.kind', 'r.key_sealed', 't.ratio', 'i.first_text', 'i.last_text'])
    .select(['p.product_code', 'p.product_name', 'a.account_name'])
    .select((eb) => [
      eb
        .selectFrom('code_download as d')
        .whereRef('d.order_id', '=', 'o.id')
        .where('d.state', '<>', 'waiting')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('downloads'),
      countedSegments(
        eb.selectFrom('code_segment as s').whereRef('s.order_id', '=', 'o.id').where('s.product_id', 'is not', null),
      ).as('bound_later'),
      countedSegments(
        eb.selectFrom('code_segment as s').whereRef('s.order_id', '=', 'o.id').where('s.closure_id', 'is not', null),
      ).as('closed_codes'),
    ]);

// biome-ignore lint/suspicious/noExplicitAny: any query over the segments named s
const countedSegments = (segments: any) =>
  segments.select(ksql<number>`coalesce(sum(s.last_id - s.first_id + 1), 0)::bigint`.as('n'));

export function presentOrder(rules: RuleBook, row: OrderRow): CodeOrder {
  return {
    ...endsOf(rules, row),
    id: row.id,
    order_no: row.order_no,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    level: row.level,
    carrier: row.carrier,
    symbol: row.symbol,
    product_id: row.product_id,
    product_code: row.product_code,
    product_name: row.product_name,
    quantity: row.quantity,
    bound: row.product_id === null ? row.bound_later : row.quantity,
    used: row.used ?? null,
    closed: row.status === 'closed' ? row.quantity : row.closed_codes,
    guess_odds: row.kind === 'imported' ? 0 : guessOdds(formatOf(row), row.quantity),
    purpose: row.purpose,
    printer: row.printer,
    set_id: row.set_id,
    set_ratio: row.ratio,
    set_depth: row.set_depth,
    imported: row.kind === 'imported',
    status: row.status,
    close_reason: row.close_reason,
    closed_at: row.closed_at?.toISOString() ?? null,
    downloads: row.downloads,
    created_by: row.account_name,
    created_at: row.created_at.toISOString(),
  };
}

/** The first and the last code as printed. */
function endsOf(rules: RuleBook, row: OrderRow): { first_code: string; last_code: string } {
  if (row.kind === 'imported') return { first_code: row.first_text ?? '', last_code: row.last_text ?? '' };
  const { coder } = rules.read({ ...row, id: row.rule_id });
  return { first_code: coder.encode(counterOf(row.first_id)), last_code: coder.encode(counterOf(row.last_id)) };
}

export interface OrderRow
  extends Pick<
    RuleRow,
    | 'rule_name'
    | 'level'
    | 'carrier'
    | 'prefix'
    | 'alphabet'
    | 'body_length'
    | 'check_name'
    | 'numbering'
    | 'symbol'
    | 'kind'
    | 'key_sealed'
  > {
  id: number;
  order_no: string;
  rule_id: number;
  product_id: number | null;
  product_code: string | null;
  product_name: string | null;
  account_name: string;
  quantity: number;
  first_id: number;
  last_id: number;
  purpose: string | null;
  printer: string | null;
  set_id: number | null;
  set_depth: number | null;
  ratio: string | null;
  first_text: string | null;
  last_text: string | null;
  bound_later: number;
  closed_codes: number;
  used?: number;
  status: 'open' | 'closed';
  close_reason: string | null;
  closed_at: Date | null;
  downloads: number;
  created_at: Date;
}
