import type { Carrier, Level } from '@suyuan/codes/format/format.ts';
import { type Range, sizeOf } from '@suyuan/codes/sets/ranges.ts';
import { perParentOf } from '@suyuan/codes/sets/sets.ts';
import {
  defaultColumns,
  type FileColumn,
  type FileFormat,
  maxSheetRows,
} from '@suyuan/contract/tagging/order-download.ts';
import type { Kysely } from 'kysely';
import { humanPattern } from '#identity/print/gs1-text.ts';
import { counterOf, type RuleBook, type StoredRule } from '#identity/rule-book.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { type CodeFile, contentLead, type Packages } from './code-file.ts';

/** The options of a file of codes. */
export interface FileWish {
  readonly orderId: number;
  readonly partId: number | null;
  readonly format: FileFormat;
  /** Empty for the default columns. */
  readonly columns: readonly FileColumn[];
  /** The codes; by default, those of the part or of the whole order. */
  readonly run?: Range;
}

export interface OrderSource extends StoredRule {
  readonly order_id: number;
  readonly order_no: string;
  readonly kind: 'issued' | 'imported';
  readonly first_id: number;
  readonly quantity: number;
  readonly carrier: Carrier;
  readonly level: Level;
  readonly gtin: string | null;
  readonly product_name: string | null;
  readonly spec: string | null;
  readonly set_id: number | null;
  readonly set_depth: number | null;
  readonly ratio: string | null;
  readonly part_no: number | null;
  readonly part_first_id: number | null;
  readonly part_last_id: number | null;
}

/** Throws 404 unless the caller may see the order. */
export async function requireOwn(db: Kysely<Schema>, orderId: number): Promise<void> {
  const order = await db.selectFrom('code_order').select('id').where('id', '=', orderId).executeTakeFirst();
  if (!order) throw notFound('code_order');
}

/** An order with its rule, and with the wanted part. */
export async function orderSource({ system }: Services, orderId: number, partId: number | null): Promise<OrderSource> {
  const { sql } = system.codes;
  const [order] = await sql<OrderSource[]>`
    select r.*, o.id as order_id, o.order_no, o.first_id, o.quantity, o.set_id, o.set_depth, t.ratio, p.gtin, p.product_name, p.spec,
      part.position as part_no, part.first_id as part_first_id, part.last_id as part_last_id
    from code_order o join code_rule r on r.id = o.rule_id
    left join product p on p.id = o.product_id
    left join code_set t on t.id = o.set_id
    left join code_part part on part.id = ${partId} and part.order_id = o.id
    where o.id = ${orderId}`;
  if (!order) throw notFound('code_order');
  if (partId !== null && order.part_no === null)
    throw badInput({ path: 'part_id', reason: 'no_such', params: { value: partId } });
  // Imported codes came from a file, so there is no download.
  if (order.kind === 'imported') throw conflict('imported_no_file');
  return order;
}

/** The codes of the part, or of the whole order. */
export const runOf = (order: OrderSource) =>
  order.part_first_id === null || order.part_last_id === null
    ? { firstId: order.first_id, quantity: order.quantity }
    : { firstId: order.part_first_id, quantity: order.part_last_id - order.part_first_id + 1 };

export interface NamedFile {
  readonly file: CodeFile;
  /** The file name without extension. */
  readonly name: string;
}

export async function fileOf(services: Services, rules: RuleBook, wish: FileWish): Promise<NamedFile> {
  const order = await orderSource(services, wish.orderId, wish.partId);
  const whole = runOf(order);
  const firstId = wish.run?.first ?? whole.firstId;
  const quantity = wish.run ? sizeOf(wish.run) : whole.quantity;
  requireSheet(wish.format, quantity);
  const columns = wish.columns.length > 0 ? wish.columns : defaultColumns(wish.format);
  const packages = columns.includes('parent') ? await packagesOf(services, rules, order) : undefined;
  const { carrier, level, gtin } = order;
  const rule = rules.read(order);
  const sample = rule.coder.encode(counterOf(firstId));
  const file: CodeFile = {
    rule,
    firstCounter: counterOf(firstId),
    quantity,
    format: wish.format === 'txt' ? 'txt' : 'csv',
    columns,
    firstSerial: firstId - order.first_id + 1,
    packages,
    line: {
      codeLength: rule.coder.length,
      contentLead: contentLead(sample, { carrier, level, gtin, publicUrl: services.publicUrl() }),
      humanPattern: humanPattern(sample, order),
      parentLength: packages?.rule.coder.length ?? 0,
      serialLength: String(order.quantity).length,
    },
  };
  const name = order.part_no === null ? order.order_no : `${order.order_no}-${order.part_no}`;
  const { firstSerial } = file;
  return { file, name: quantity < whole.quantity ? `${name}_${firstSerial}-${firstSerial + quantity - 1}` : name };
}

/** Throws if a workbook cannot have so many rows. */
export function requireSheet(format: FileFormat, quantity: number): void {
  if (format === 'xlsx' && quantity > maxSheetRows)
    throw badInput({ path: 'format', reason: 'sheet_rows', params: { limit: maxSheetRows } });
}

async function packagesOf(
  { system }: Services,
  rules: RuleBook,
  { set_id, set_depth, ratio }: OrderSource,
): Promise<Packages> {
  const { sql } = system.codes;
  if (set_id === null || !set_depth || ratio === null) throw badInput({ path: 'columns', reason: 'no_parent' });
  const [outer] = await sql<(StoredRule & { first_id: number })[]>`
    select r.*, o.first_id from code_order o join code_rule r on r.id = o.rule_id
    where o.set_id = ${set_id} and o.set_depth = ${set_depth - 1}`;
  const perPackage = perParentOf(ratio)?.[set_depth - 1];
  if (!outer || perPackage === undefined) throw new Error(`set ${set_id} is incomplete`);
  return { rule: rules.read(outer), firstCounter: counterOf(outer.first_id), perPackage };
}
