import { type Kysely, sql as ksql } from 'kysely';
import { isValidGtin } from '../../../codes/check.ts';
import {
  productAdd,
  productDelete,
  productExport,
  productImport,
  productPage,
  productUpdate,
} from '../../../contract/base.ts';
import type { InputOf } from '../../../contract/call.ts';
import type { Change } from '../../platform/audit.ts';
import { serveImport } from '../../platform/import.ts';
import { containing, serveList } from '../../platform/list.ts';
import { badInput, conflict, notFound } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import type { Services } from '../../platform/services.ts';
import { violates } from '../../platform/violation.ts';

type ProductInput = InputOf<typeof productAdd>;

export function serveProducts(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'productlist',
    page: productPage,
    export: productExport,
    columns: ['product_code', 'product_name', 'gtin', 'spec', 'status', 'created_at', 'updated_at'],
    rows: (from, { keyword, product_code, product_name, gtin, status }) => {
      let rows = from.selectFrom('product').selectAll();
      if (keyword) {
        const pattern = containing(keyword);
        rows = rows.where((eb) =>
          eb.or(
            (['product_code', 'product_name', 'gtin', 'spec'] as const).map((column) => eb(column, 'ilike', pattern)),
          ),
        );
      }
      if (product_code) rows = rows.where('product_code', 'ilike', containing(product_code));
      if (product_name) rows = rows.where('product_name', 'ilike', containing(product_name));
      if (gtin) rows = rows.where('gtin', 'like', containing(gtin));
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: {
      product_code: ksql.ref('product_code'),
      product_name: ksql.ref('product_name'),
      gtin: ksql.ref('gtin'),
      status: ksql.ref('status'),
      created_at: ksql.ref('created_at'),
      updated_at: ksql.ref('updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: ksql.ref('id'),
    present: (row: ProductRow) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });

  routes.change(productAdd, (input, _, change) => insertProduct(input, change));
  serveImport(services, { list: 'productlist', call: productImport, add: productAdd, insert: insertProduct });

  routes.change(productUpdate, async ({ id, ...input }, _, change) => {
    requireRight(input);
    const wished = columns(input);
    await change.changing('product', id);
    const row = await change.db.selectFrom('product').select('gtin').where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('product');
    if (row.gtin !== wished.gtin) await requireUnprinted(change.db, id);
    await change.db
      .updateTable('product')
      .set({ ...wished, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
      .catch(violates('product_code_key', () => taken(input)));
    return { id };
  });

  routes.change(productDelete, async ({ id }, _, change) => {
    await change.changing('product', id);
    const row = await change.db
      .deleteFrom('product')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
      .catch(violates('code_order_product_id_fkey', () => conflict('product_in_orders')));
    if (!row) throw notFound('product');
    return null;
  });
}

async function insertProduct(input: ProductInput, change: Change): Promise<{ id: number }> {
  requireRight(input);
  const { id } = await change.db
    .insertInto('product')
    .values(columns(input))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(violates('product_code_key', () => taken(input)));
  change.made('product', id);
  return { id };
}

interface ProductRow {
  id: number;
  product_code: string;
  product_name: string;
  gtin: string | null;
  spec: string | null;
  status: 'enabled' | 'disabled';
  created_at: Date;
  updated_at: Date;
}

const columns = (input: ProductInput) => ({
  product_code: input.product_code.trim(),
  product_name: input.product_name.trim(),
  gtin: input.gtin?.trim() || null,
  spec: input.spec?.trim() || null,
  ...(input.status ? { status: input.status } : {}),
});

/** What only the product's own rules can refuse; the shapes were checked before. */
function requireRight({ gtin }: ProductInput): void {
  if (gtin?.trim() && !isValidGtin(gtin.trim())) throw badInput({ path: 'gtin', reason: 'gtin' });
}

/** The GTIN is part of every Digital Link that was ordered for the product: the printed ones do not change. */
async function requireUnprinted(transaction: Kysely<Schema>, id: number): Promise<void> {
  const printed = await transaction
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .where('o.product_id', '=', id)
    .where('r.carrier', '=', 'digital-link')
    .where('r.level', '<=', 2)
    .select('o.id')
    .limit(1)
    .executeTakeFirst();
  if (printed) throw badInput({ path: 'gtin', reason: 'gtin_printed' });
}

const taken = (input: ProductInput) =>
  badInput({ path: 'product_code', reason: 'taken', params: { value: input.product_code.trim() } });
