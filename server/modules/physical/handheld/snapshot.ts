import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { factsOf } from '../waybill/waybill-facts.serve.ts';
import { mapOf } from './code-map.ts';
import { LoadableCodes } from './loadable-codes.ts';

/** What a snapshot says of its task besides the goods. */
export type AboutTask = Omit<SnapshotHead, 'policies' | 'products' | 'classes' | 'map'>;

/** The bytes of the snapshot of a waybill, without their signature. */
export async function snapshotOf(sql: Connection, rules: RuleBook, about: AboutTask): Promise<Uint8Array> {
  const waybill = (await factsOf(sql, [about.id])).get(about.id);
  if (!waybill) throw new Error(`waybill ${about.id} was deleted meanwhile`);
  const codes = await LoadableCodes.read(sql, rules, waybill);
  const map = await mapOf(sql, rules, codes);
  const classes = await codes.classes(sql);
  const head: SnapshotHead = {
    ...about,
    policies: waybill.policies,
    products: await productsIn(sql, classes),
    classes,
    map: { keys: codes.count, bytes: map.length },
  };
  return framed(Buffer.from(JSON.stringify(head)), map);
}

/** The products of the goods, also those that the waybill does not order. */
async function productsIn(sql: Connection, classes: readonly CodeClass[]): Promise<SnapshotHead['products']> {
  const ids = classes.flatMap(({ product_id, mixed = [] }) => [product_id, ...mixed.map((part) => part.product_id)]);
  const known = [...new Set(ids.filter((id) => id !== null))];
  return [
    ...(await sql<SnapshotHead['products']>`
      select id, product_code as code, product_name as name from product where id = any(${known}::bigint[]) order by id`),
  ];
}

/** The length of the head, the head, and the map. */
function framed(head: Uint8Array, map: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4 + head.length + map.length);
  bytes.writeUInt32LE(head.length);
  bytes.set(head, 4);
  bytes.set(map, 4 + head.length);
  return bytes;
}
