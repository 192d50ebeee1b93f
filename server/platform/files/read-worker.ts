import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import { codeRows } from './code-file.ts';
import { type FileRow, refusalOf } from './file-limits.ts';
import { tableRows } from './table.ts';

// Reads a file beside the thread that serves calls: a batch of rows whenever `read-file.ts` asks for one.

/** What is to be read: a table that is kept somewhere, or codes whose bytes are asked for one piece after another. */
export type ReadTask = { readonly mostLines: number; readonly digest?: Digesting } & (
  | { readonly kind: 'table'; readonly path: string }
  | { readonly kind: 'codes'; readonly columns: number }
);

/** What is made of rows in the thread itself: the address of a module whose default export is a `MakeDigest`. */
export interface Digesting {
  readonly module: string;
  readonly data: unknown;
}

/** Answers what makes something of rows: what is sent in their place, and the buffers that go over with it. */
export type MakeDigest<Data, Digest> = (
  data: Data,
) => (rows: readonly FileRow[]) => { readonly digest: Digest; readonly transferred: ArrayBuffer[] };

/** What the thread is asked: the next rows, or what comes of the bytes it wanted; nothing, where there are no more. */
export type ToReader = { readonly next: true } | { readonly bytes: Uint8Array | undefined };

export type FromReader =
  | { readonly rows: unknown }
  | { readonly wants: 'bytes' }
  | { readonly done: true }
  | { readonly refused: Pick<Refusal, 'status' | 'code' | 'reason' | 'fields'> }
  | { readonly failed: string };

/** Few enough to be taken over in a millisecond or two: columns of numbers are handed over as they are. */
const mostRows = { rows: 500, characters: 2 ** 17 };
const mostDigested = { rows: 2048, characters: 2 ** 19 };

const port = parentPort as NonNullable<typeof parentPort>;
let asked = 0;
const answering: (() => void)[] = [];
let take = (_: Uint8Array | undefined) => {};
port.on('message', (question: ToReader) => {
  if ('bytes' in question) take(question.bytes);
  asked += 1;
  answering.shift()?.();
});

/** Every question has one answer: what comes of the file, and what is wanted for it, wait for one. */
async function answer(message: FromReader, transferred: ArrayBuffer[] = []): Promise<void> {
  while (asked === 0) await new Promise<void>((resolve) => answering.push(resolve));
  asked -= 1;
  port.postMessage(message, transferred);
}

async function* bytesAsked(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const coming = new Promise<Uint8Array | undefined>((resolve) => {
      take = resolve;
    });
    await answer({ wants: 'bytes' });
    const bytes = await coming;
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

async function readAll(): Promise<void> {
  const groups =
    task.kind === 'table'
      ? singly(tableRows(task.path, task.mostLines))
      : codeRows(bytesAsked(), task.mostLines, task.columns);
  if (!task.digest) {
    for await (const rows of batches(groups, mostRows)) await answer({ rows });
    return;
  }
  const { module, data } = task.digest;
  const make = (await import(module)) as { default: MakeDigest<unknown, unknown> };
  const digestOf = make.default(data);
  for await (const rows of batches(groups, mostDigested)) {
    const { digest, transferred } = digestOf(rows);
    await answer({ rows: digest }, transferred);
  }
}

function answerTo(error: unknown): FromReader {
  const refusal = refusalOf(error, task.kind === 'table' ? 'unreadable_table' : 'unreadable_codes');
  if (!(refusal instanceof Refusal)) return { failed: String((error as Error).stack) };
  const { status, code, reason, fields } = refusal;
  return { refused: { status, code, reason, fields } };
}

const task = workerData as ReadTask;
// What a library throws where nobody can catch it is an answer too.
process.once('uncaughtException', (error) => void answer(answerTo(error)));
try {
  await readAll();
  await answer({ done: true });
} catch (error) {
  await answer(answerTo(error));
}
