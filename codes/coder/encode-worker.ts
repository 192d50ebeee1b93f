import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { CodeFormat } from '../format/format.ts';
import { type Coder, createCoder, type Frame } from './coder.ts';
import { fittingAmong, type Pattern } from './torn.ts';

/** The worker thread that encodes runs of counters for `parallel.ts`. */
export interface EncodeTask {
  readonly id: number;
  readonly format: CodeFormat;
  readonly key: Uint8Array;
  readonly start: number;
  readonly count: number;
  readonly frame: Frame;
  /** If given, only the counters whose codes match it are returned. */
  readonly pattern?: Pattern;
}
export type EncodeResult =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly counters: readonly number[] }
  | { readonly id: number; readonly error: string };

const coders = new Map<string, Coder>();

/** Coders are cached, since creating one builds tables. */
function coderOf({ format, key }: EncodeTask): Coder {
  const name = JSON.stringify([format, Buffer.from(key).toString('base64')]);
  const coder = coders.get(name) ?? createCoder(format, key);
  if (coders.size > 16) coders.clear();
  coders.set(name, coder);
  return coder;
}

if (typeof workerData?.priority === 'number') setPriority(workerData.priority);

parentPort?.on('message', (task: EncodeTask) => {
  try {
    const { lead, terminator } = task.frame;
    const coder = coderOf(task);
    const bytes = new Uint8Array(((lead?.length ?? 0) + coder.length + (terminator?.length ?? 0)) * task.count);
    coder.encodeInto(task.start, task.count, bytes, 0, task.frame);
    if (task.pattern) {
      const counters = fittingAmong(bytes, task.count, task.pattern).map((n) => task.start + n);
      parentPort?.postMessage({ id: task.id, counters } satisfies EncodeResult);
      return;
    }
    parentPort?.postMessage({ id: task.id, bytes } satisfies EncodeResult, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id: task.id, error: String(error) } satisfies EncodeResult);
  }
});
