import { parentPort } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import { codeRows } from './code-file.ts';
import { type FileRow, refusalOf } from './file-limits.ts';
import { tableRows } from './table.ts';

// The worker that reads files outside the main thread, one after the other. It sends a batch of rows whenever `read-file.ts` asks for one.

/** What to read: a table at a path, or codes whose bytes are requested piece by piece. */
export type ReadTask = { readonly maxLines: number; readonly digest?: Digesting } & (
  | { readonly kind: 'table'; readonly path: string }
  | { readonly kind: 'codes'; readonly columns: number }
);

/** How to digest rows in the worker: the URL of a module whose default export is a `MakeDigest`, and its data. */
export interface Digesting {
  readonly module: string;
  readonly data: unknown;
}

/** Makes a function that turns rows into the digest to send instead, with the buffers to transfer. */
export type MakeDigest<Data, Digest> = (
  data: Data,
) => (rows: readonly FileRow[]) => { readonly digest: Digest; readonly transferred: ArrayBuffer[] };

/** A file to read, a request for its next rows, or the bytes that the worker requested; undefined at their end. */
export type ToReader =
  | { readonly task: ReadTask }
  | { readonly next: true }
  | { readonly bytes: Uint8Array | undefined };

export type FromReader =
  | { readonly rows: unknown }
  | { readonly wants: 'bytes' }
  | { readonly done: true }
  | { readonly refused: Pick<Refusal, 'status' | 'code' | 'reason' | 'fields'> }
  | { readonly failed: string };

/** Small enough to be cloned in a millisecond or two; digests may be larger, because their buffers are transferred. */
const maxRows = { rows: 500, characters: 2 ** 17 };
const maxDigested = { rows: 2048, characters: 2 ** 19 };

const port = parentPort as NonNullable<typeof parentPort>;
let requests = 0;
const waiters: (() => void)[] = [];
let take = (_: Uint8Array | undefined) => {};
let kind: ReadTask['kind'] = 'table';
port.on('message', (message: ToReader) => {
  if ('task' in message) return void read(message.task);
  if ('bytes' in message) take(message.bytes);
  requests += 1;
  waiters.shift()?.();
});

/** Sends a message as the answer to a question, once there is one. */
async function answer(message: FromReader, buffers: ArrayBuffer[] = []): Promise<void> {
  while (requests === 0) await new Promise<void>((resolve) => waiters.push(resolve));
  requests -= 1;
  port.postMessage(message, buffers);
}

async function* bytesAsked(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = new Promise<Uint8Array | undefined>((resolve) => {
      take = resolve;
    });
    await answer({ wants: 'bytes' });
    const bytes = await next;
    if (bytes === undefined) return;
    yield bytes;
  }
}

async function* batches(
  groups: AsyncIterable<readonly FileRow[]>,
  most: { rows: number; characters: number },
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let characters = 0;
  for await (const group of groups) {
    for (const row of group) {
      batch.push(row);
      for (const cell of row.cells) characters += cell.length;
      if (batch.length < most.rows && characters < most.characters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function* singly(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  for await (const row of rows) yield [row];
}

async function read(task: ReadTask): Promise<void> {
  kind = task.kind;
  try {
    await readAll(task);
    await answer({ done: true });
  } catch (error) {
    await answer(answerTo(error));
  }
}

async function readAll(task: ReadTask): Promise<void> {
  const groups =
    task.kind === 'table'
      ? singly(tableRows(task.path, task.maxLines))
      : codeRows(bytesAsked(), task.maxLines, task.columns);
  if (!task.digest) {
    for await (const rows of batches(groups, maxRows)) await answer({ rows });
    return;
  }
  const { module, data } = task.digest;
  const make = (await import(module)) as { default: MakeDigest<unknown, unknown> };
  const digestOf = make.default(data);
  for await (const rows of batches(groups, maxDigested)) {
    const { digest, transferred } = digestOf(rows);
    await answer({ rows: digest }, transferred);
  }
}

function answerTo(error: unknown): FromReader {
  const refusal = refusalOf(error, kind === 'table' ? 'unreadable_table' : 'unreadable_codes');
  if (!(refusal instanceof Refusal)) return { failed: String((error as Error).stack) };
  const { status, code, reason, fields } = refusal;
  return { refused: { status, code, reason, fields } };
}

// Errors that a library throws asynchronously are sent as answers, too.
process.once('uncaughtException', (error) => void answer(answerTo(error)));
