import { sql as ksql } from 'kysely';
import { domain } from '../../../codes/format.ts';
import { orderAdd, orderClose, orderExport, orderPage } from '../../../contract/tagging.ts';
import { containing, serveList } from '../../platform/list.ts';
import { badInput, conflict, notFound } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { codeIdOf, counterOf, formatOf, type RuleBook } from '../trace/rule-book.ts';
import type { RuleRow } from './code-rules.ts';

export function serveCodeOrders(services: Services, rules: RuleBook): void {
  const { routes } = services;

  serveList(services, {
    name: 'records',
    page: orderPage,
    export: orderExport,
    columns: [
      'order_no',
      'rule_name',
      'product_code',
      'product_name',
      'quantity',
      'first_code',
      'last_code',
      'guess_odds',
      'purpose',
      'status',
      'close_reason',
      'downloads',
      'created_by',
      'created_at',
    ],
    rows: (from, { keyword, rule_id, product_id, status, bound }) => {
      let rows = from
        .selectFrom('code_order as o')
        .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
        .innerJoin('account as a', 'a.id', 'o.created_by')
        .leftJoin('product as p', 'p.id', 'o.product_id')
        .selectAll('o')
        .select(['r.rule_name', 'r.level', 'r.carrier', 'r.prefix', 'r.alphabet', 'r.body_length', 'r.check_name'])
        .select('r.key_sealed')
        .select(['p.product_code', 'p.product_name', 'a.account_name'])
        .select((eb) =>
          eb
            .selectFrom('code_download as d')
            .whereRef('d.order_id', '=', 'o.id')
            .where('d.state', '<>', 'waiting')
            .select((count) => count.fn.countAll<number>().as('n'))
            .as('downloads'),
        );
      if (keyword) {
        const pattern = containing(keyword);
        rows = rows.where((eb) =>
          eb.or([
            eb('o.order_no', 'ilike', pattern),
            eb('o.purpose', 'ilike', pattern),
            eb('p.product_name', 'ilike', pattern),
          ]),
        );
      }
      if (rule_id) rows = rows.where('o.rule_id', '=', rule_id);
      if (product_id) rows = rows.where('o.product_id', '=', product_id);
      if (status) rows = rows.where('o.status', '=', status);
      if (bound !== undefined) rows = rows.where('o.product_id', bound ? 'is not' : 'is', null);
      return rows;
    },
    sort: {
      order_no: ksql.ref('o.id'),
      quantity: ksql.ref('o.quantity'),
      status: ksql.ref('o.status'),
      created_at: ksql.ref('o.created_at'),
    },
    defaultSort: '-created_at',
    tieBreak: ksql.ref('o.id'),
    present: (row: OrderRow) => ({
      ...endsOf(rules, row),
      id: row.id,
      order_no: row.order_no,
      rule_id: row.rule_id,
      rule_name: row.rule_name,
      level: row.level,
      carrier: row.carrier,
      product_id: row.product_id,
      product_code: row.product_code,
      product_name: row.product_name,
      quantity: row.quantity,
      guess_odds: row.quantity / Number(domain(formatOf(row))),
      purpose: row.purpose,
      status: row.status,
      close_reason: row.close_reason,
      closed_at: row.closed_at?.toISOString() ?? null,
      downloads: row.downloads,
      created_by: row.account_name,
      created_at: row.created_at.toISOString(),
    }),
  });

  routes.change(orderAdd, async ({ rule_id, product_id, quantity, purpose }, { account }, change) => {
    const rule = await change.db
      .selectFrom('code_rule')
      .selectAll()
      .where('id', '=', rule_id)
      .forUpdate()
      .executeTakeFirst();
    if (!rule) throw badInput({ path: 'rule_id', reason: 'no_such', params: { value: rule_id } });
    if (rule.status === 'disabled') throw badInput({ path: 'rule_id', reason: 'rule_disabled' });
    const left = rule.capacity - rule.issued;
    if (quantity > left) throw badInput({ path: 'quantity', reason: 'over_capacity', params: { left } });
    if (product_id) {
      const product = await change.db
        .selectFrom('product')
        .select(['gtin', 'status'])
        .where('id', '=', product_id)
        .forShare()
        .executeTakeFirst();
      if (!product) throw badInput({ path: 'product_id', reason: 'no_such', params: { value: product_id } });
      if (product.status === 'disabled') throw badInput({ path: 'product_id', reason: 'product_disabled' });
      if (needsGtin(rule) && !product.gtin) throw badInput({ path: 'product_id', reason: 'needs_gtin' });
    } else if (needsGtin(rule)) {
      throw badInput({ path: 'product_id', reason: 'needs_product' });
    }
    const first = codeIdOf(rule_id, rule.issued);
    await change.db
      .updateTable('code_rule')
      .set((eb) => ({ issued: eb('issued', '+', quantity) }))
      .where('id', '=', rule_id)
      .execute();
    const {
      rows: [order],
    } = await ksql<{ id: number; order_no: string }>`
        with next as (select nextval(pg_get_serial_sequence('code_order', 'id')) as id)
        insert into code_order (id, order_no, rule_id, product_id, quantity, first_id, last_id, purpose, created_by)
        overriding system value
        select id, to_char(now() at time zone ${services.config.timeZone}, 'YYYYMMDD') || '-' || lpad(id::text, greatest(6, length(id::text)), '0'),
          ${rule_id}, ${product_id ?? null}, ${quantity}, ${first}, ${first + quantity - 1}, ${purpose?.trim() || null},
          ${account.id}
        from next
        returning id, order_no`.execute(change.db);
    if (!order) throw new Error('the order was not written');
    change.made('code_order', order.id);
    return {
      id: order.id,
      order_no: order.order_no,
      first: rules.read(rule).coder.encode(rule.issued),
      count: quantity,
    };
  });

  routes.change(orderClose, async ({ id, reason }, { account }, change) => {
    await change.changing('code_order', id);
    const order = await change.db.selectFrom('code_order').select('status').where('id', '=', id).executeTakeFirst();
    if (!order) throw notFound('code_order');
    if (order.status === 'closed') throw conflict('order_closed');
    await change.db
      .updateTable('code_order')
      .set({ status: 'closed', close_reason: reason.trim(), closed_at: new Date(), closed_by: account.id })
      .where('id', '=', id)
      .execute();
    return { id };
  });
}

/** A Digital Link of a unit or inner pack begins with the product's GTIN; that of a case or pallet is an SSCC alone. */
const needsGtin = ({ carrier, level }: Pick<RuleRow, 'carrier' | 'level'>): boolean =>
  carrier === 'digital-link' && level <= 2;

/** The first and the last code as printed. */
function endsOf(rules: RuleBook, row: OrderRow): { first_code: string; last_code: string } {
  const { coder } = rules.read({ ...row, id: row.rule_id });
  return { first_code: coder.encode(counterOf(row.first_id)), last_code: coder.encode(counterOf(row.last_id)) };
}

interface OrderRow extends Omit<RuleRow, 'id' | 'capacity' | 'issued' | 'status'> {
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
  status: 'open' | 'closed';
  close_reason: string | null;
  closed_at: Date | null;
  downloads: number;
  created_at: Date;
}
