import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { XorMapBuilder } from '@suyuan/codes/sets/xor-map.ts';
import { ruleSpan } from '#identity/deciphering.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { MapOrder } from './code-map-worker.ts';
import type { TaskCodes } from './task-codes.ts';

/** From how many codes on a thread of its own is worth its start. */
const many = 5000;
/** How many codes are put into words at once. */
const page = 10_000;

/** The map from codes as they are printed to their classes. */
export async function mapOf(sql: Connection, rules: RuleBook, codes: TaskCodes): Promise<Uint8Array> {
  const { ids, classOf } = codes.columns;
  const known = new Map(rules.ciphers().map((cipher) => [cipher.id, cipher]));
  const isIssued = (id: number) => known.has(Math.floor(id / ruleSpan));
  if (ids.length < many) {
    const builder = new XorMapBuilder();
    const texts = await rules.texts(sql, [...ids]);
    for (const [at, id] of ids.entries()) builder.add(texts.get(id) as string, classOf[at] as number);
    return builder.build();
  }
  // What was imported is in the database only.
  const imported = [...ids.keys()].filter((at) => !isIssued(ids[at] as number));
  const texts: [string, number][] = [];
  for (let at = 0; at < imported.length; at += page) {
    const some = imported.slice(at, at + page);
    const words = await rules.texts(
      sql,
      some.map((index) => ids[index] as number),
    );
    for (const index of some) texts.push([words.get(ids[index] as number) as string, classOf[index] as number]);
  }
  const used = new Set<number>();
  for (const id of ids) used.add(Math.floor(id / ruleSpan));
  const ciphers = [...known.values()].filter(({ id }) => used.has(id));
  return built({ ciphers, ids, classOf, texts });
}

async function built(order: MapOrder): Promise<Uint8Array> {
  const worker = new Worker(new URL('./code-map-worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.ids.buffer, order.classOf.buffer],
  });
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return bytes;
  } finally {
    await worker.terminate();
  }
}
