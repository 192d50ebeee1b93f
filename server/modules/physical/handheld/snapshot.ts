import type { SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { factsOf } from '../waybill/waybill-facts.serve.ts';
import { mapOf } from './code-map.ts';
import { LoadableCodes } from './loadable-codes.ts';

/** What a snapshot says of its task besides the goods. */
type AboutTask = Omit<SnapshotHead, 'policies' | 'classes' | 'map'>;

/** The bytes of the snapshot of a waybill, without their signature. */
export async function snapshotOf(sql: Connection, rules: RuleBook, about: AboutTask): Promise<Uint8Array> {
  const waybill = (await factsOf(sql, [about.id])).get(about.id);
  if (!waybill) throw new Error(`waybill ${about.id} was deleted meanwhile`);
  const codes = await LoadableCodes.read(sql, rules, waybill);
  const map = await mapOf(sql, rules, codes);
  const head: SnapshotHead = {
    ...about,
    policies: waybill.policies,
    classes: [...(await codes.classes(sql))],
    map: { keys: codes.count, bytes: map.length },
  };
  return framed(Buffer.from(JSON.stringify(head)), map);
}

/** The length of the head, the head, and the map. */
function framed(head: Uint8Array, map: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4 + head.length + map.length);
  bytes.writeUInt32LE(head.length);
  bytes.set(head, 4);
  bytes.set(map, 4 + head.length);
  return bytes;
}
