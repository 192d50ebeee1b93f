import { parentPort, workerData } from 'node:worker_threads';
import { type Coder, createCoder } from '@suyuan/codes/coder/coder.ts';
import { XorMapBuilder } from '@suyuan/codes/sets/xor-map.ts';
import { type RuleCipher, ruleSpan } from '#identity/deciphering.ts';
import { spansOf } from './spans.ts';

/** What the thread that makes the map of a snapshot gets: ids with their classes, and texts that no rule has made. */
export interface MapOrder {
  readonly ciphers: readonly RuleCipher[];
  readonly ids: Float64Array<ArrayBuffer>;
  readonly classOf: Uint16Array<ArrayBuffer>;
  readonly texts: readonly (readonly [text: string, index: number])[];
}

// Enciphering a million codes takes seconds, in which the server has to answer others.
const { ciphers, ids, classOf, texts } = workerData as MapOrder;
const coders = new Map(ciphers.map(({ id, format, key }): [number, Coder] => [id, createCoder(format, key)]));
const builder = new XorMapBuilder();
for (const { rule, first, count, members } of spansOf(ids, ruleSpan)) {
  const coder = coders.get(rule);
  if (!coder) continue;
  const bytes = Buffer.allocUnsafe(count * coder.length);
  coder.encodeInto(first, count, bytes, 0);
  for (const at of members) {
    const from = ((ids[at] as number) - rule * ruleSpan - first) * coder.length;
    builder.add(bytes.toString('latin1', from, from + coder.length), classOf[at] as number);
  }
}
for (const [text, index] of texts) builder.add(text, index);
const bytes = builder.build();
parentPort?.postMessage(bytes, [bytes.buffer]);
